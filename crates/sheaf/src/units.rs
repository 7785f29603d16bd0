//! Durations, sizes and numbers of elements on the command line.

use sheaf_llvm::Elements;
use std::time::Duration;

/// A duration: a number followed by `ms`, `s`, `m` or `h`; without a unit, seconds.
///
/// # Errors
/// When the text is something else, or the duration is zero.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("a duration is a number and `ms`, `s`, `m` or `h`, as in `60s`".into()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "a duration starts with a number, as in `60s`")?;
    match Duration::try_from_secs_f64(number * seconds) {
        Ok(duration) if duration.is_zero() => Err("a duration must be longer than zero".into()),
        Ok(duration) => Ok(duration),
        Err(_) => Err("duration too long".into()),
    }
}

/// The maximum length of an array; `=N` is exactly N.
///
/// # Errors
/// When the text is something else, or the number is not between 1 and 65536.
pub fn elements(text: &str) -> Result<Elements, String> {
    let number = text.strip_prefix('=');
    match number.unwrap_or(text).parse() {
        Ok(most @ 1..=65_536) => Ok(Elements {
            most,
            exactly: number.is_some(),
        }),
        _ => Err("a number of elements is a number from 1 to 65536, as in `4` (up to 4) and `=4` (exactly 4)".into()),
    }
}

/// A size in bytes: a whole number with `KiB`, `MiB`, `GiB` (powers of 1024) or `KB`, `MB`, `GB`
/// (powers of 1000) behind it, or nothing for bytes.
///
/// # Errors
/// When the text is something else, or the size is zero.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor: u64 = match unit {
        "" | "B" => 1,
        "K" | "KiB" => 1 << 10,
        "M" | "MiB" => 1 << 20,
        "G" | "GiB" => 1 << 30,
        "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return Err("a size is a number and `KiB`, `MiB` or `GiB`, as in `4GiB`".into()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "a size starts with a whole number, as in `4GiB`")?;
    match number.checked_mul(factor) {
        Some(0) => Err("a size must be more than zero".into()),
        Some(bytes) => Ok(bytes),
        None => Err("size too large".into()),
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("1.5 h"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        for text in [
            "",
            "s",
            "-1s",
            "1x",
            "1e9s",
            "0s",
            "99999999999999999999h",
            "1.2.3s",
            "é",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("4GiB"), Ok(4 << 30));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("1 KiB"), Ok(1024));
        for text in ["", "GiB", "-1", "0", "1.5GiB", "1TiB", "99999999999GiB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_elements() {
        let of = |most, exactly| Ok(Elements { most, exactly });
        assert_eq!(elements("4"), of(4, false));
        assert_eq!(elements("=65536"), of(65_536, true));
        for text in ["", "=", "0", "=0", "-1", "65537", "==4", "4..5"] {
            assert!(elements(text).is_err(), "{text}");
        }
        assert_eq!(elements("=7").unwrap().to_string(), "=7");
    }
}
