//! Verifies a model from Rust and walks along the way to its error.
//!
//! `cargo run --release -p checker --example verify`

use checker::{Config, Hooks, Replay, SearchChoice, Trail, Verdict, verify};
use promela::source::Memory;
use promela::text::Options;
use std::error::Error;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

const MODEL: &str = "
byte balance = 10;

active [2] proctype Withdraw() {
    byte seen = balance;
    seen >= 10 -> balance = balance - 10;
    assert(balance <= 10)
}
";

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", account()?);
    Ok(())
}

/// What there is to say about the model.
fn account() -> Result<String, Box<dyn Error>> {
    let files = Memory::single("account.pml", MODEL);
    let rejected = |failure: promela::Failure| format!("{:#?}", failure.diagnostics);
    let model = promela::compile("account.pml", &files, &Options::default()).map_err(rejected)?;

    // A flag set from another thread would end the search; the function hears how far it has come.
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let config = Config { search: SearchChoice::Bfs, ..Config::default() };
    let found = verify(&model, &config, &mut hooks).map_err(rejected)?;

    let mut out = format!("{:?} after {} states\n", found.outcome.verdict, found.outcome.stats.stored);
    if found.outcome.verdict != Verdict::Violated {
        return Ok(out);
    }
    let trail = Trail::to_first_violation("account.pml", Vec::new(), &model, &config, &found)
        .ok_or("every violation has a trail")?;
    let mut replay = Replay::new(&found.program, &trail)?;
    while let Some(step) = replay.step() {
        let step = step?;
        let span = found.program.statements[step.statement as usize].span;
        let place = model.text.origin(span).position;
        write!(out, "process {} at line {}", step.process, place.line)?;
        for change in &step.changes {
            write!(out, ", {}: {} -> {}", change.name, change.old, change.new)?;
        }
        out.push('\n');
    }
    replay.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_account_is_overdrawn() {
        let text = super::account().unwrap();
        assert!(text.starts_with("Violated after "), "{text}");
        assert!(text.contains("balance: 0 -> 246"), "{text}");
    }
}
