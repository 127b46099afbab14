//! `xr` and `xs` are promises: a broken one is reported, once, and changes no count.

use checker::{Config, Hooks, Outcome, verify::verify};
use promela::ir::Side;
use promela::source::Memory;
use promela::text::Options;
use std::sync::atomic::AtomicBool;

fn outcome(text: &str) -> Outcome {
    let model = promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default()).unwrap();
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    verify(&model, &Config::default(), &mut hooks).unwrap().outcome
}

#[test]
fn a_second_sender_breaks_xs() {
    let outcome = outcome(
        "chan c = [2] of { byte };
         active proctype A() { xs c; c!1 }
         active proctype B() { c!2 }
         active proctype C() { byte x; xr c; c?x; c?x }",
    );
    let [breach] = outcome.breaches[..] else { panic!("{:?}", outcome.breaches) };
    assert_eq!((breach.side, breach.claimant, breach.intruder), (Side::Send, 0, 1));
    assert_eq!(outcome.stats.errors, 0);
}

#[test]
fn claims_that_hold_are_not_mentioned() {
    let outcome = outcome(
        "chan c[2] = [1] of { byte };
         active proctype A() { chan mine = c[0]; xr mine; byte x; mine?x }
         active proctype B() { chan mine = c[1]; xr mine; byte x; mine?x }
         active proctype C() { c[0]!1; c[1]!2 }",
    );
    assert!(outcome.breaches.is_empty(), "{:?}", outcome.breaches);
}
