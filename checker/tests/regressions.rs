//! Models on which a count once differed from Spin's, with the rule that explains them.
//!
//! Counts are those of Spin 6.5.2: `spin -o1 -o2 -o3 -a`, pan compiled with `-DSAFETY -DNOREDUCE -DNOCOMP` and
//! run with `-c0`. Without `-DNOCOMP` pan's byte mask hides bit-fields in models with priorities.

use checker::{Config, Hooks, SearchChoice, Stats, verify::verify};
use promela::source::Memory;
use promela::text::Options;
use std::sync::atomic::AtomicBool;

fn stats(text: &str, search: SearchChoice) -> Stats {
    let model = promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default())
        .unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
    let config = Config { max_errors: None, search, ..Config::default() };
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    verify(&model, &config, &mut hooks).unwrap().outcome.stats
}

/// Stored, matched, depth and errors.
#[track_caller]
fn check(text: &str, expected: (u64, u64, u64, u64)) {
    let dfs = stats(text, SearchChoice::Dfs);
    assert_eq!((dfs.stored, dfs.matched, dfs.depth, dfs.errors), expected, "depth first");
    let bfs = stats(text, SearchChoice::Bfs);
    assert_eq!((bfs.stored, bfs.matched, bfs.errors), (expected.0, expected.1, expected.3), "breadth first");
}

#[test]
fn a_rendezvous_that_meets_its_partner_is_a_move_and_closes_else() {
    check(
        "chan c = [0] of { byte }; byte x;
         active proctype A() { if :: c!1 -> x = 1 :: else -> x = 2 fi }
         active proctype B() { byte z; c?z }",
        (6, 1, 5, 0),
    );
}

#[test]
fn a_rendezvous_without_a_partner_leaves_else_open() {
    check(
        "chan c[2] = [0] of { byte }; byte x, i;
         active proctype A() { if :: c[i%2]!1 -> x = 1 :: x != 0 :: else -> x = 2 :: c[1]!1 -> x= 3 fi }
         active proctype B() { byte z; if :: c[0]?z  :: else -> x = 5:: c[1]!3 fi }
         active proctype C() { byte z; c[1]?z }",
        (32, 13, 8, 1),
    );
}

#[test]
fn a_bit_alone_in_a_message_is_kept_in_a_byte() {
    check(
        "chan c = [1] of { bit }; byte x;
         active proctype A() { c!3; c?x; assert(x == 3) }",
        (5, 0, 4, 0),
    );
}

#[test]
fn a_bit_beside_another_field_is_cut_to_one_bit() {
    check(
        "chan c = [1] of { bit, byte }; byte x;
         active proctype A() { c!3,1; c?x,_; assert(x == 1) }",
        (5, 0, 4, 0),
    );
}

#[test]
fn bit_fields_count_in_models_with_priorities() {
    check(
        "byte g4, g5 = 3;
         active proctype P() priority 2 { unsigned l : 2; do :: (g5 >= 1) || (g4 == 3) -> l = 1 od }",
        (4, 1, 3, 0),
    );
}

#[test]
fn a_stray_index_counts_whenever_the_verifier_evaluates_it() {
    check(
        "byte g = 3; byte a[2]; byte x;
         active proctype A() {
             x = ((1 >= 1) -> 2 : a[g]); x = (a[g] == 0 -> a[g]*0 : 1);
             printf(\"%d\", a[g]); d_step { a[g] = 1; x = a[g]*0 }; a[g] = 0; a[g]++; x = 1
         }",
        (9, 0, 8, 12),
    );
}

#[test]
fn a_stray_index_in_a_receive_counts_again_when_it_is_undone() {
    check(
        "byte g = 3; byte a[2]; chan c = [2] of { byte, byte }; byte x;
         active proctype A() { c!1,2; c!3,4; c?a[g],x }",
        (5, 0, 4, 4),
    );
    check(
        "byte g = 3; byte a[2]; chan c = [1] of { byte, byte };
         active proctype A() { c!1,2; (c?[eval(a[g]*0+1),2]); c?eval(a[g]*0+1),_; }",
        (5, 0, 4, 3),
    );
    check(
        "byte g = 3; byte a[2]; chan c = [0] of { byte, byte }; byte x;
         active proctype A() { c!1,2+a[g]*0; }
         active proctype B() { c?a[g],eval(a[g]*0+2) }",
        (4, 0, 4, 7),
    );
}

#[test]
fn a_poll_of_a_rendezvous_channel_is_an_error_and_false() {
    check(
        "chan c = [0] of { byte }; byte x;
         active proctype A() { c!1 }
         active proctype B() { if :: c?[1] -> x = 1 :: !c?[1] -> x = 2 fi; c?x }",
        (6, 0, 6, 2),
    );
}

#[test]
fn a_field_too_many_for_a_channel_of_one_field_reads_as_zero() {
    check(
        "chan d = [1] of { byte, byte }; chan c; chan q = [1] of { byte }; byte a, b;
         active proctype A() { c = q; c!1; c?a,b; assert(false) }",
        (6, 0, 5, 2),
    );
}
