//! Where and by what a row was measured: machine, versions, the binary.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// The machine, as every raw row names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Logical processors.
    pub cores: usize,
    /// Bytes of memory.
    pub memory: u64,
    /// The system's kernel.
    pub kernel: String,
}

impl Machine {
    /// This machine; what the system does not tell is called unknown.
    pub fn this() -> Self {
        let line = |file: &str, key: &str| {
            let text = fs::read_to_string(file).ok()?;
            let value = text.lines().find(|line| line.starts_with(key))?.split_once(':')?.1;
            Some(value.trim().to_owned())
        };
        let kilobytes =
            line("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse().ok());
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let kernel = if kernel.is_empty() { std::env::consts::OS } else { kernel.trim() };
        Self {
            cpu: line("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: kilobytes.map_or(0, |k: u64| k * 1024),
            kernel: kernel.to_owned(),
        }
    }
}

/// Processes that wanted to run in the last minute, on average: how quiet the machine is.
pub fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// What identifies the measured program: rows of another one are not mixed with its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// What it calls its version.
    pub version: String,
    /// The commit of the sources, with a mark if they were changed; empty for Spin.
    pub commit: String,
    /// A digest of the binary, or of the versions of Spin and gcc.
    pub binary: String,
}

/// The spinrs binary at this path.
pub fn spinrs(path: &Path) -> io::Result<Program> {
    let version = output(Command::new(path).arg("--version")).unwrap_or_default();
    let commit = output(Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=12"]));
    Ok(Program {
        version: version.trim_start_matches("spinrs").trim().to_owned(),
        commit: commit.unwrap_or_else(|| "unknown".to_owned()),
        binary: digest(&fs::read(path)?),
    })
}

/// Spin with gcc, if both are installed.
pub fn spin() -> Option<Program> {
    let spin = output(Command::new("spin").arg("-V"))?;
    let gcc = output(Command::new("gcc").arg("--version"))?;
    let gcc = gcc.lines().next().unwrap_or_default();
    Some(Program {
        version: format!("{spin}; {gcc}"),
        commit: String::new(),
        binary: digest(format!("{spin}{gcc}").as_bytes()),
    })
}

/// Whether this spinrs has an option.
pub fn has_option(path: &Path, option: &str) -> bool {
    output(Command::new(path).arg("--help-all")).is_some_and(|help| help.contains(option))
}

fn output(command: &mut Command) -> Option<String> {
    let done = command.output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).trim().to_owned())
}

/// FNV-1a of 64 bits: tells binaries apart, which is all it is for.
pub fn digest(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_published_function() {
        assert_eq!(digest(b""), "cbf29ce484222325");
        assert_eq!(digest(b"a"), "af63dc4c8601ec8c");
    }
}
