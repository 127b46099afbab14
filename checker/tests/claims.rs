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

/// What the verifier of Spin 6.5.2 says about process 1 when process 0 claims a side of `c`.
#[test]
fn queries_count_as_spin_counts_them() {
    let breached = |claim: &str, other: &str| {
        let text = format!(
            "chan c = [2] of {{ byte }}; byte y;
             active proctype A() {{ byte x; {claim} c; if :: c!1 :: c?x fi }}
             active proctype B() {{ byte x; {other} }}"
        );
        !outcome(&text).breaches.is_empty()
    };
    let cases = [
        ("len(c) == 1", true, true),
        ("full(c)", true, true),
        ("empty(c)", true, true),
        ("c?[1]", true, true),
        ("nfull(c)", true, false),
        ("nempty(c)", false, true),
        ("c!2", true, false),
        ("c?x", false, true),
        ("c?<x>", false, true),
        ("y = len(c)", true, true),
        ("assert(len(c) < 3)", true, true),
        ("printf(\"%d\", len(c))", true, true),
        ("if :: len(c) > 5 -> skip :: y = 1 fi", true, true),
        ("d_step { y = len(c); y = 2 }", true, true),
        ("d_step { y = 0; c!2 }", true, false),
        ("y == 1 && len(c) == 0", false, false),
        ("(y == 1 -> len(c) : 2) == 2", false, false),
        ("y == 1", false, false),
    ];
    for (other, sender, receiver) in cases {
        assert_eq!(breached("xs", other), sender, "xs and {other}");
        assert_eq!(breached("xr", other), receiver, "xr and {other}");
    }
}
