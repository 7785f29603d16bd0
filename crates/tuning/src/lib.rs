//! Constants that trade time, memory and precision, as one table.
//!
//! A constant is declared where it is used, by [`constants!`], with its default, its range, its unit
//! and what it is for. The linker collects the rows of all crates ([`all`]). `--param NAME=VALUE`
//! sets one for the whole process ([`set`]).
//!
//! No value in its range may make a verdict wrong. A limit may make it `incomplete`. Tests execute
//! programs with all constants at either end of their ranges.

#[doc(hidden)]
pub use linkme;

use linkme::distributed_slice;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A row of the table.
pub struct Row {
    /// The module that declares it, with the crate.
    pub module: &'static str,
    /// Its name in that module.
    pub name: &'static str,
    /// What it is for.
    pub why: &'static str,
    /// What it counts.
    pub unit: &'static str,
    /// Its value if nobody sets it.
    pub default: u64,
    /// The least value.
    pub least: u64,
    /// The greatest value.
    pub greatest: u64,
    value: AtomicU64,
}

/// A constant of the table, with values of type `T`.
pub struct Constant<T> {
    /// What docs, help and `--param` say of it.
    pub row: Row,
    kind: PhantomData<fn() -> T>,
}

/// A type that constants have.
pub trait Kind {
    /// The value of a number of units.
    fn of(number: u64) -> Self;
}

#[doc(hidden)]
#[distributed_slice]
pub static ROWS: [&'static Row];

impl<T> Constant<T> {
    /// A constant, which [`constants!`] adds to the table.
    #[doc(hidden)]
    pub const fn new(
        (module, name): (&'static str, &'static str),
        why: &'static str,
        default: u64,
        (least, greatest): (u64, u64),
        unit: &'static str,
    ) -> Self {
        assert!(least <= default && default <= greatest);
        let value = AtomicU64::new(default);
        let row = Row {
            module,
            name,
            why,
            unit,
            default,
            least,
            greatest,
            value,
        };
        Constant {
            row,
            kind: PhantomData,
        }
    }

    /// Its value.
    #[inline]
    pub fn get(&self) -> T
    where
        T: Kind,
    {
        T::of(self.row.value.load(Ordering::Relaxed))
    }
}

impl Row {
    /// Its name in the table: `engine.subsume.labels.max-labels`.
    pub fn path(&self) -> String {
        let module = self.module.trim_start_matches("sheaf_");
        let name = self.name.to_lowercase().replace('_', "-");
        format!("{}.{name}", module.replace("::", "."))
    }
}

/// The name, the default, the range with its unit, and the reason, on two lines.
impl fmt::Display for Row {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let Row {
            default,
            least,
            greatest,
            unit,
            why,
            ..
        } = self;
        writeln!(
            to,
            "{} = {default} [{least} to {greatest} {unit}]",
            self.path()
        )?;
        write!(to, "   {why}")
    }
}

/// The table, by name.
pub fn all() -> Vec<&'static Row> {
    let mut rows: Vec<&Row> = ROWS.iter().copied().collect();
    rows.sort_by_key(|row| row.path());
    rows
}

/// Sets a constant of the whole process, before anything reads it: `NAME=VALUE`, where the name
/// may lack its first parts.
///
/// # Errors
/// When there is no such constant, or several; when the value is not in its range.
pub fn set(assignment: &str) -> Result<(), String> {
    let (name, value) = assignment
        .split_once('=')
        .ok_or("expected NAME=VALUE, or `help`")?;
    let row = find(name)?;
    let Row {
        least, greatest, ..
    } = row;
    let number = value.parse().ok();
    let number = number
        .filter(|it| (least..=greatest).contains(&it))
        .ok_or_else(|| format!("`{name}` is a number from {least} to {greatest}"))?;
    row.value.store(number, Ordering::Relaxed);
    Ok(())
}

/// Sets all constants to the least, or to the greatest, values of their ranges.
pub fn set_all(to_greatest: bool) {
    for row in ROWS {
        let value = if to_greatest { row.greatest } else { row.least };
        row.value.store(value, Ordering::Relaxed);
    }
}

fn find(name: &str) -> Result<&'static Row, String> {
    let is_named = |row: &&&Row| {
        let path = row.path();
        let front = path.strip_suffix(name);
        front.is_some_and(|front| front.is_empty() || front.ends_with('.'))
    };
    let found: Vec<&Row> = ROWS.iter().filter(is_named).copied().collect();
    match found[..] {
        [] => Err(format!("there is no constant `{name}`; `help` lists them")),
        [row] => Ok(row),
        _ => {
            let paths: Vec<String> = found.iter().map(|row| row.path()).collect();
            Err(format!("`{name}` may be {}", paths.join(" or ")))
        }
    }
}

macro_rules! numbers {
    ($($kind:ty)*) => {$(
        impl Kind for $kind {
            fn of(number: u64) -> Self {
                number as $kind
            }
        }
    )*};
}
numbers!(usize u64 u32 i64 u128 i128);

/// In milliseconds.
impl Kind for Duration {
    fn of(number: u64) -> Self {
        Duration::from_millis(number)
    }
}

/// Declares constants: `/// What it is for.` and `NAME: type = default, least => greatest, "unit";`.
#[macro_export]
macro_rules! constants {
    ($($(#[doc = $why:literal])+
       $visibility:vis $name:ident: $kind:ty = $default:expr, $least:expr => $greatest:expr,
       $unit:literal;)*) => {$(
        $(#[doc = $why])+
        $visibility static $name: $crate::Constant<$kind> = $crate::Constant::new(
            (module_path!(), stringify!($name)),
            concat!($($why),+),
            $default,
            ($least, $greatest),
            $unit,
        );
        const _: () = {
            #[$crate::linkme::distributed_slice($crate::ROWS)]
            #[linkme(crate = $crate::linkme)]
            static ROW: &'static $crate::Row = &$name.row;
        };
    )*};
}

#[cfg(test)]
mod tests {
    use super::{all, find, set};

    constants! {
        /// For this test,
        /// on two lines.
        MAX_TRIED: usize = 5, 1 => 10, "tries";
        /// Not for another one.
        PATIENCE: std::time::Duration = 20, 0 => 100, "ms";
    }

    #[test]
    fn constants_are_set_by_name_within_their_range() {
        assert_eq!(MAX_TRIED.get(), 5);
        assert_eq!(set("max-tried=10"), Ok(()));
        assert_eq!(MAX_TRIED.get(), 10);
        for wrong in [
            "max-tried=11",
            "max-tried=0",
            "max-tried=x",
            "tried=1",
            "max-tried",
        ] {
            assert!(set(wrong).is_err(), "{wrong}");
        }
        assert_eq!(PATIENCE.get().as_millis(), 20);
    }

    #[test]
    fn the_table_has_each_constant() {
        let row = find("tests.max-tried").expect("there is one");
        assert_eq!(row.path(), "tuning.tests.max-tried");
        assert_eq!(row.why, " For this test, on two lines.");
        assert_eq!(all().len(), 2);
    }
}
