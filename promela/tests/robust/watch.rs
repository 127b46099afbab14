//! Runs something that might panic, hang or eat all memory, and says which input did.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// What counts as hanging; everything here takes milliseconds on an idle machine.
const TOO_LONG: Duration = Duration::from_secs(10);
/// What counts as eating all memory, for all tests of the process together.
const TOO_MUCH_KIB: u64 = 2 << 20;

/// Calls `f` with the input on a thread of usual stack size.
///
/// # Panics
/// If it does not return in time.
pub(crate) fn survives<T: Send + 'static>(input: &[u8], f: impl FnOnce(Vec<u8>) -> T + Send + 'static) -> T {
    let (send, receive) = channel();
    let mine = input.to_vec();
    thread::spawn(move || send.send(f(mine)));
    let shown = || String::from_utf8_lossy(&input[..input.len().min(400)]).into_owned();
    let answer = match receive.recv_timeout(TOO_LONG) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => panic!("hangs on:\n{}", shown()),
        Err(RecvTimeoutError::Disconnected) => panic!("panics on:\n{}", shown()),
    };
    if let Some(peak) = peak_kib() {
        assert!(peak < TOO_MUCH_KIB, "took {peak} KiB, lately for:\n{}", shown());
    }
    answer
}

/// The most memory this process has had, where the system tells.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
