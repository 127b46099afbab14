//! Limits and interrupts hold even while the successors of a single state are computed.

use checker::{Config, Hooks, Limits, Stop, Verdict, verify::verify};
use promela::source::Memory;
use promela::text::Options;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// One atomic sequence with 2^60 ways through it.
const ENDLESS: &str = "byte x; active proctype A() { byte i;
    atomic { do :: i < 60 -> if :: x = i :: x = 2 fi; i++ :: else -> break od; x = 0; i = 0 } }";

fn outcome(text: &str, limits: Limits, interrupted: bool) -> (Verdict, Option<Stop>) {
    let model = promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default()).unwrap();
    let config = Config { limits, ..Config::default() };
    let interrupt = AtomicBool::new(interrupted);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let outcome = verify(&model, &config, &mut hooks).unwrap().outcome;
    (outcome.verdict, outcome.stop)
}

fn stop(limits: Limits, interrupted: bool) -> (Verdict, Option<Stop>) {
    outcome(ENDLESS, limits, interrupted)
}

#[test]
fn time_ends_an_atomic_sequence() {
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    assert_eq!(stop(limits, false), (Verdict::Incomplete, Some(Stop::Time)));
}

#[test]
fn memory_ends_an_atomic_sequence() {
    let limits = Limits { memory: Some(20 << 20), ..Limits::default() };
    assert_eq!(stop(limits, false), (Verdict::Incomplete, Some(Stop::Memory)));
}

#[test]
fn the_user_ends_an_atomic_sequence() {
    assert_eq!(stop(Limits::default(), true), (Verdict::Incomplete, Some(Stop::Interrupted)));
}

/// Every step of the way writes hundreds of words, which the undo log keeps.
#[test]
fn memory_includes_what_it_takes_to_go_back() {
    let text = "int a[200]; int c;
         active proctype P() {
             int i;
             do
             :: d_step { c < 100000 -> c++; i = 0; do :: i < 200 -> a[i] = 1 - a[i]; i++ :: else -> break od; i = 0 }
             :: c == 100000 -> break
             od
         }";
    let limits = Limits { memory: Some(20 << 20), ..Limits::default() };
    assert_eq!(outcome(text, limits, false), (Verdict::Incomplete, Some(Stop::Memory)));
}
