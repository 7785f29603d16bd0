//! Upper and lower case.

use super::strings::within;
use sheaf_execution::value::SymText;
use sheaf_execution::{Machine, Value};
use sheaf_term::{Pool, Term};
use std::sync::LazyLock;

/// What to convert to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Lower,
    Upper,
}

/// A known string in another case. Surrogates without partner stay, and end words.
pub fn convert(units: &[u16], to: Case) -> Vec<u16> {
    let mut result = Vec::with_capacity(units.len());
    let mut run = String::new();
    let flush = |run: &mut String, result: &mut Vec<u16>| {
        let converted = match to {
            Case::Lower => run.to_lowercase(),
            Case::Upper => run.to_uppercase(),
        };
        result.extend(converted.encode_utf16());
        run.clear();
    };
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(c) => run.push(c),
            Err(lone) => {
                flush(&mut run, &mut result);
                result.push(lone.unpaired_surrogate());
            }
        }
    }
    flush(&mut run, &mut result);
    result
}

/// Units that are mapped in the same way: every `step`-th one from the first to the last is moved
/// by a distance, modulo 2^16.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: u16,
    last: u16,
    step: u16,
    distance: u16,
}

/// How units are mapped one by one, and which cannot be: those that become several, that depend on
/// their neighbours, or that are half of a character with another case.
struct Table {
    runs: Vec<Run>,
    special: Vec<(u16, u16)>,
}

static LOWER: LazyLock<Table> = LazyLock::new(|| Table::new(Case::Lower));
static UPPER: LazyLock<Table> = LazyLock::new(|| Table::new(Case::Upper));

/// The sigma that has two lower cases.
const SIGMA: u16 = 0x3a3;

impl Table {
    fn new(to: Case) -> Table {
        let mut table = Table {
            runs: Vec::new(),
            special: Vec::new(),
        };
        for unit in 0..=u16::MAX {
            match mapped(unit, to) {
                Some(target) if target == unit => {}
                Some(target) => table.map(unit, target.wrapping_sub(unit)),
                None => match table.special.last_mut() {
                    Some((_, last)) if *last + 1 == unit => *last = unit,
                    _ => table.special.push((unit, unit)),
                },
            }
        }
        table
    }

    /// Adds a unit to the last run, if it continues that.
    fn map(&mut self, unit: u16, distance: u16) {
        if let Some(run) = self.runs.last_mut()
            && run.distance == distance
        {
            let step = unit - run.last;
            if step <= 2 && (run.first == run.last || step == run.step) {
                (run.last, run.step) = (unit, step);
                return;
            }
        }
        self.runs.push(Run {
            first: unit,
            last: unit,
            step: 1,
            distance,
        });
    }
}

/// The unit that a unit becomes; `None` if that is not always one and the same.
fn mapped(unit: u16, to: Case) -> Option<u16> {
    if (0xd800..0xdc00).contains(&unit) {
        let first = 0x10000 + (u32::from(unit) - 0xd800) * 0x400;
        let mut characters = (first..first + 0x400).filter_map(char::from_u32);
        let is_same = |c: char| match to {
            Case::Lower => c.to_lowercase().eq([c]),
            Case::Upper => c.to_uppercase().eq([c]),
        };
        return characters.all(is_same).then_some(unit);
    }
    if unit == SIGMA && to == Case::Lower {
        return None;
    }
    match convert(&[unit], to)[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The number of runs that are tried one after the other.
const MAX_CHAIN: usize = 2;

/// A symbolic string in another case. Strings with a unit that is not mapped by itself are not
/// explored.
pub fn convert_symbolic(machine: &mut Machine, text: &SymText, to: Case) -> Value {
    let table: &Table = match to {
        Case::Lower => &LOWER,
        Case::Upper => &UPPER,
    };
    let mut special = Term::FALSE;
    let mut units = Vec::with_capacity(text.units().len());
    for (at, unit) in text.units().iter().enumerate() {
        let pool = &mut *machine.pool;
        let position = pool.bits(32, at as u128);
        let counts = pool.ult(position, text.length());
        for (first, last) in &table.special {
            let is_special = within(pool, *unit, (*first).into(), (*last).into());
            let here = pool.and(counts, is_special);
            special = pool.or(special, here);
        }
        units.push(convert_unit(pool, *unit, &table.runs));
    }
    let what = "the case of a character that becomes several, or depends on its neighbours";
    machine.stop_where(special, what.to_string());
    SymText::new(machine.pool, units, text.length()).into_value(machine.pool)
}

/// The unit that a unit becomes: runs are looked up as in a balanced tree, so that a bound on the
/// unit rules out most of them.
fn convert_unit(pool: &mut Pool, unit: Term, runs: &[Run]) -> Term {
    if runs.len() > MAX_CHAIN {
        let (below, above) = runs.split_at(runs.len() / 2);
        let first = pool.bits(16, above[0].first.into());
        let is_below = pool.ult(unit, first);
        let below = convert_unit(pool, unit, below);
        let above = convert_unit(pool, unit, above);
        return pool.ite(is_below, below, above);
    }
    let mut result = unit;
    for run in runs {
        let mut meant = within(pool, unit, run.first.into(), run.last.into());
        if meant == Term::FALSE {
            continue;
        }
        if run.step == 2 {
            let low = pool.extract(unit, 0, 0);
            let parity = pool.bits(1, u128::from(run.first & 1));
            let same = pool.eq(low, parity);
            meant = pool.and(meant, same);
        }
        let distance = pool.bits(16, run.distance.into());
        let moved = pool.add(unit, distance);
        result = pool.ite(meant, moved, result);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_table(table: &Table, unit: u16) -> Option<u16> {
        let special = table.special.iter();
        if special
            .into_iter()
            .any(|(first, last)| (*first..=*last).contains(&unit))
        {
            return None;
        }
        let run = table.runs.iter().find(|run| {
            (run.first..=run.last).contains(&unit) && (unit - run.first).is_multiple_of(run.step)
        });
        Some(run.map_or(unit, |run| unit.wrapping_add(run.distance)))
    }

    #[test]
    fn tables_say_what_conversion_does() {
        for (to, table) in [(Case::Lower, &*LOWER), (Case::Upper, &*UPPER)] {
            for unit in 0..=u16::MAX {
                assert_eq!(by_table(table, unit), mapped(unit, to), "{unit:#x}");
            }
            assert!(table.runs.len() < 200, "{} runs", table.runs.len());
        }
    }

    #[test]
    fn known_strings_follow_the_whole_standard() {
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        assert_eq!(convert(&units("Straße"), Case::Upper), units("STRASSE"));
        assert_eq!(convert(&units("ΑΣ ΣΑ"), Case::Lower), units("ας σα"));
        assert_eq!(
            convert(&[0x41, 0xd800, 0x42], Case::Lower),
            [0x61, 0xd800, 0x62]
        );
    }
}
