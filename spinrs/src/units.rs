//! Sizes and durations as people write and read them.

use std::time::Duration;

/// Reads `512M`, `16G`, `1048576`: bytes with a binary suffix.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 1048576, 512K, 800M or 16G".to_owned();
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &lower[digits.len()..] {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(expected()),
    };
    let number: f64 = digits.parse().map_err(|_| expected())?;
    let bytes = number * (1u64 << shift) as f64;
    if bytes.is_finite() && (1.0..1e18).contains(&bytes) { Ok(bytes as u64) } else { Err(expected()) }
}

/// Reads `90`, `90s`, `1.5m`, `2h`: seconds unless a unit is given.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a duration such as 500ms, 90s, 10m or 2h".to_owned();
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &lower[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(expected()),
    };
    let number: f64 = digits.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| expected())
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index != 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Bytes with a binary unit, such as `3.1 MiB`.
pub(crate) fn bytes(number: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = number as f64;
    let mut unit = 0;
    while 1024.0 <= value && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{number} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// Seconds with a sensible number of digits, such as `1.25 s` or `2 h 05 min`.
pub(crate) fn seconds(value: f64) -> String {
    match value {
        v if v < 60.0 => format!("{v:.2} s"),
        v if v < 3600.0 => format!("{:.0} min {:02.0} s", (v / 60.0).floor(), (v % 60.0).floor()),
        v => format!("{:.0} h {:02.0} min", (v / 3600.0).floor(), (v % 3600.0 / 60.0).floor()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_binary_suffixes() {
        assert_eq!(parse_bytes("4096"), Ok(4096));
        assert_eq!(parse_bytes("512K"), Ok(512 << 10));
        assert_eq!(parse_bytes("1.5GiB"), Ok(3 << 29));
        for wrong in ["", "G", "-1", "0", "1X", "nan", "1e300"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn durations_are_seconds_unless_told_otherwise() {
        assert_eq!(parse_duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_duration("1.5h"), Ok(Duration::from_secs(5400)));
        for wrong in ["", "s", "-1s", "1w", "inf"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_grouped_for_reading() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(123), "123");
        assert_eq!(grouped(1234), "1,234");
        assert_eq!(grouped(7_609_684), "7,609,684");
        assert_eq!(bytes(1000), "1000 B");
        assert_eq!(bytes(3 << 19), "1.5 MiB");
        assert_eq!(seconds(1.254), "1.25 s");
        assert_eq!(seconds(3725.0), "1 h 02 min");
    }
}
