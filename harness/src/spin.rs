//! Real Spin: its verifier pan is generated, patched to Jenkins' hash if asked, compiled once, and kept for later runs.
//!
//! Spin 6.5.2 uses Hsieh's `SuperFastHash` where the thesis had Jenkins'; the generated `hasher = d_sfh` decides.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::machine::digest;
use crate::models::{Instance, Mode};
use crate::raw::Row;
use crate::run::{RunError, RunLimits, execute, shown};

/// How pan is made and called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pan {
    /// Whether it is patched to hash by Jenkins' function, as the Spin of the thesis did.
    pub jenkins: bool,
    /// Options of the compiler besides `-DSAFETY`.
    pub cc_flags: Vec<String>,
    /// Options of pan.
    pub flags: Vec<String>,
}

const STOCK: &str = "hasher = d_sfh;";
const PATCHED: &str = "hasher = d_hash;";

/// Generates and compiles pan for an instance in a folder of its own under `cache`, unless it is there.
pub fn make(
    pan: &Pan,
    instance: &Instance,
    mode: Mode,
    memory: u64,
    cache: &Path,
    identity: &str,
) -> Result<PathBuf, RunError> {
    let fail = |problem: String| RunError { command: format!("spin -a {}", instance.name), problem };
    let io = |e: std::io::Error| fail(e.to_string());
    let model = fs::canonicalize(&instance.path).map_err(io)?;
    let text = fs::read(&model).map_err(io)?;
    let memlim = format!("-DMEMLIM={}", memory >> 20);
    let question = format!("{identity} {:?} {mode:?} {pan:?} {memlim}", instance.defines);
    let folder = cache.join(format!("{}-{}", instance.name, digest(&[question.as_bytes(), &text].concat())));
    let binary = folder.join("pan");
    if binary.exists() {
        return Ok(binary);
    }
    fs::create_dir_all(&folder).map_err(io)?;
    let mut spin = Command::new("spin");
    if mode == Mode::Raw {
        spin.args(["-o1", "-o2", "-o3"]);
    }
    spin.args(instance.defines.iter().map(|define| format!("-D{define}")));
    spin.arg("-a").arg(&model).current_dir(&folder);
    let generated = execute(&mut spin, Duration::from_secs(60))?;
    let source = folder.join("pan.c");
    let Ok(code) = fs::read_to_string(&source) else {
        return Err(fail(format!("no verifier was generated: {}", generated.output.trim())));
    };
    if pan.jenkins {
        if code.matches(STOCK).count() != 1 {
            return Err(fail(format!("this version of Spin has no single `{STOCK}` to patch")));
        }
        fs::write(&source, code.replace(STOCK, PATCHED)).map_err(io)?;
    }
    let mut gcc = Command::new("gcc");
    gcc.args(["-O3", "-w", "-DSAFETY", &memlim]).args(&pan.cc_flags);
    if mode == Mode::Raw {
        gcc.arg("-DNOREDUCE");
    }
    // Compiled under another name first: a kill must not leave half a binary under the final one.
    gcc.args(["-o", "pan.new", "pan.c"]).current_dir(&folder);
    let compiled = execute(&mut gcc, Duration::from_secs(600))?;
    fs::rename(folder.join("pan.new"), &binary)
        .map_err(|_| RunError { command: shown(&gcc), problem: compiled.messages.trim().to_owned() })?;
    Ok(binary)
}

/// Runs pan with these flags and fills in what it reports. `depth` bounds its stack, which it allocates at once.
pub fn run(
    pan: &Pan,
    flags: &[String],
    binary: &Path,
    depth: u64,
    limits: RunLimits,
    row: &mut Row,
) -> Result<(), RunError> {
    let fail = |problem: String| RunError { command: binary.display().to_string(), problem };
    // It runs in its own folder, for what it may leave behind.
    let binary = fs::canonicalize(binary).map_err(|e| fail(e.to_string()))?;
    let folder = binary.parent().unwrap_or(Path::new("."));
    let mut command = Command::new(&binary);
    command.args(["-E", "-c0", "-n"]).arg(format!("-m{depth}")).args(flags).current_dir(folder);
    let patched = if pan.jenkins { " (patched to d_hash)" } else { "" };
    let compiled = pan.cc_flags.join(" ");
    let ended = execute(&mut command, limits.time)?;
    // The folder of the binary is nobody's business.
    let call: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    row.command = format!("gcc -O3 -DSAFETY {compiled} pan.c{patched}; ./pan {}", call.join(" "));
    row.wall_seconds = ended.wall.as_secs_f64();
    if ended.killed {
        "time limit".clone_into(&mut row.status);
        return Ok(());
    }
    fill(row, &ended.output).map_err(|problem| RunError { command: row.command.clone(), problem })
}

/// Fills in the report of pan, whose exit status says nothing.
fn fill(row: &mut Row, text: &str) -> Result<(), String> {
    let before = |words: &str| {
        let line = text.lines().find(|line| line.contains(words))?;
        line.trim_start().split([' ', '\t']).next()?.parse::<f64>().ok()
    };
    let after = |words: &str| {
        let rest = &text[text.find(words)? + words.len()..];
        let number: String =
            rest.trim_start().chars().take_while(|c| c.is_ascii_digit() || ".e+-".contains(*c)).collect();
        number.parse::<f64>().ok()
    };
    let count = |number: Option<f64>| number.map(|number| number as u64);
    let megabytes = |words| before(words).unwrap_or(0.0) * f64::from(1 << 20);
    row.status = if text.contains("out of memory") || text.contains("reached -DMEMLIM") {
        "memory limit"
    } else if text.contains("max search depth too small") {
        return Err("the stack was too small for the search".to_owned());
    } else if text.contains("errors:") {
        "complete"
    } else {
        return Err(format!("pan did not answer: {}", text.trim()));
    }
    .to_owned();
    row.stored = count(before("states, stored"));
    row.transitions = count(before("transitions (="));
    row.depth = count(after("depth reached"));
    row.vector_bytes = count(after("State-vector"));
    row.conflicts = count(after("hash conflicts:"));
    row.search_seconds = after("elapsed time");
    let states = megabytes("actual memory usage for states") + megabytes("memory used for hash table");
    row.store_bytes = Some(states as u64);
    row.peak_bytes = Some(megabytes("total actual memory usage") as u64);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "
(Spin Version 6.5.2 -- 6 December 2019)

State-vector 44 byte, depth reached 199348, errors: 0
   362882 states, stored
   604802 states, matched
1.2967684e+08 transitions (= stored+matched)
        1 atomic steps
hash conflicts:     80269 (resolved)

Stats on memory usage (in Megabytes):
   22.149	equivalent memory usage for states (stored*(State-vector + overhead))
   14.848	actual memory usage for states (compression: 67.04%)
    8.000	memory used for hash table (-w20)
   82.976	total actual memory usage

pan: elapsed time 0.33 seconds
";

    #[test]
    fn a_report_of_pan_becomes_a_row() {
        let mut row = Row::default();
        fill(&mut row, REPORT).unwrap();
        assert!(row.is_complete());
        assert_eq!((row.stored, row.transitions), (Some(362_882), Some(129_676_840)));
        assert_eq!((row.depth, row.vector_bytes, row.conflicts), (Some(199_348), Some(44), Some(80_269)));
        assert_eq!(row.search_seconds, Some(0.33));
        assert_eq!(row.store_bytes, Some(((14.848 + 8.0) * 1_048_576.0) as u64));
    }

    #[test]
    fn a_truncated_search_never_becomes_a_row() {
        let cut = REPORT.to_owned() + "error: max search depth too small\n";
        assert!(fill(&mut Row::default(), &cut).is_err());
        let mut row = Row::default();
        fill(&mut row, &(REPORT.to_owned() + "pan: reached -DMEMLIM bound\n")).unwrap();
        assert_eq!(row.status, "memory limit");
        assert!(fill(&mut Row::default(), "Segmentation fault").is_err());
    }
}
