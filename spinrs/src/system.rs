//! What the operating system knows about memory.

/// The share of available memory that a search takes unless told otherwise: the rest keeps the system
/// alive, so that a search which grows too large ends with a report and not with a kill.
const SHARE_PERCENT: u64 = 80;

/// Memory for states and stack if the user sets no limit; `None` where the system does not tell.
pub(crate) fn default_memory() -> Option<u64> {
    let machine = kilobytes("/proc/meminfo", "MemAvailable:")? * 1024;
    let available = container_memory().map_or(machine, |container| container.min(machine));
    Some(available / 100 * SHARE_PERCENT)
}

/// What is left of the memory that a container grants; `None` outside of one.
fn container_memory() -> Option<u64> {
    let number = |file| std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let granted = number("/sys/fs/cgroup/memory.max")?;
    let used = number("/sys/fs/cgroup/memory.current")?;
    Some(granted.saturating_sub(used))
}

/// The most memory that this process has used so far.
pub(crate) fn peak_rss() -> Option<u64> {
    Some(kilobytes("/proc/self/status", "VmHWM:")? * 1024)
}

/// The memory that this process uses now.
pub(crate) fn current_rss() -> Option<u64> {
    Some(kilobytes("/proc/self/status", "VmRSS:")? * 1024)
}

fn kilobytes(file: &str, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    line.split_whitespace().next()?.parse().ok()
}
