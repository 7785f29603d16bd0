//! Sets of characters: UTF-16 units, or code points if a pattern has the flag `u` or `v`.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};
use sheaf_term::{Pool, Term};
use std::sync::OnceLock;

/// The greatest code point.
pub const MAX: u32 = 0x10_FFFF;

/// Sorted ranges that neither overlap nor touch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CharSet(Vec<(u32, u32)>);

impl CharSet {
    /// The union of ranges, with both ends.
    pub fn new(mut ranges: Vec<(u32, u32)>) -> CharSet {
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        CharSet(merged)
    }

    /// One character.
    pub fn of(code: u32) -> CharSet {
        CharSet(vec![(code, code)])
    }

    /// `\d`
    pub fn digits() -> CharSet {
        CharSet(vec![(0x30, 0x39)])
    }

    /// `\w` (ECMA-262, 22.2.2.9.3). Without case, some letters beyond ASCII count.
    pub fn word(case: Case) -> CharSet {
        let word = CharSet(vec![(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]);
        match case {
            Case::Folded => word.without_case(case),
            _ => word,
        }
    }

    /// `\s`
    pub fn spaces() -> CharSet {
        let spaces = super::super::strings::SPACES;
        CharSet::new(
            spaces
                .map(|(first, last)| (first.into(), last.into()))
                .into(),
        )
    }

    /// Ends of lines.
    pub fn line_ends() -> CharSet {
        CharSet(vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])
    }

    /// A Unicode property, `None` if it is not known.
    pub fn property(name: &str, value: Option<&str>) -> Option<CharSet> {
        match (name, value) {
            ("Any", None) => return Some(CharSet(vec![(0, MAX)])),
            ("Assigned", None) => return Some(CharSet::property("Cn", None)?.complement()),
            ("Cs" | "Surrogate", None) => return Some(CharSet(vec![(0xD800, 0xDFFF)])),
            _ => {}
        }
        let pattern = match value {
            Some(value) => format!(r"\p{{{name}={value}}}"),
            None => format!(r"\p{{{name}}}"),
        };
        let hir = regex_syntax::parse(&pattern).ok()?;
        match hir.kind() {
            HirKind::Class(Class::Unicode(class)) => Some(CharSet::of_class(class)),
            _ => None,
        }
    }

    fn of_class(class: &ClassUnicode) -> CharSet {
        let ranges = class.ranges().iter();
        CharSet::new(
            ranges
                .map(|it| (it.start().into(), it.end().into()))
                .collect(),
        )
    }

    /// The characters of any of two sets.
    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::new([&self.0[..], &other.0[..]].concat())
    }

    /// The characters of both.
    pub fn intersection(&self, other: &CharSet) -> CharSet {
        self.complement().union(&other.complement()).complement()
    }

    /// All other characters.
    pub fn complement(&self) -> CharSet {
        let mut ranges = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for (first, last) in &self.0 {
            if *first > next {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= MAX {
            ranges.push((next, MAX));
        }
        CharSet(ranges)
    }

    /// Whether a character is in it.
    pub fn contains(&self, code: u32) -> bool {
        let at = self.0.partition_point(|(_, last)| *last < code);
        self.0.get(at).is_some_and(|(first, _)| *first <= code)
    }

    /// The condition that a character, a term of 16 or 32 bits, is in it.
    pub fn condition(&self, pool: &mut Pool, code: Term) -> Term {
        let most = match pool.width(code) {
            16 => 0xFFFF,
            _ => MAX,
        };
        let others = self.complement();
        match others.0.len() < self.0.len() {
            true => {
                let outside = others.any_range(pool, code, most);
                pool.not(outside)
            }
            false => self.any_range(pool, code, most),
        }
    }

    fn any_range(&self, pool: &mut Pool, code: Term, most: u32) -> Term {
        let mut any = Term::FALSE;
        for (first, last) in self.0.iter().filter(|(first, _)| *first <= most) {
            let last = (*last).min(most);
            let within = super::super::strings::within(pool, code, *first, last);
            any = pool.or(any, within);
        }
        any
    }

    /// All characters that differ from one of these in case only.
    pub fn without_case(&self, case: Case) -> CharSet {
        match case {
            Case::Matters => self.clone(),
            Case::Upper => {
                let table = upper_case();
                let mut wanted = vec![false; table.len()];
                for (first, last) in &self.0 {
                    for code in *first..=(*last).min(0xFFFF) {
                        wanted[usize::from(table[code as usize])] = true;
                    }
                }
                let same =
                    (0..=0xFFFFu32).filter(|code| wanted[usize::from(table[*code as usize])]);
                CharSet::new(same.map(|code| (code, code)).collect())
            }
            Case::Folded => {
                let scalar = |code: u32, or: u32| char::from_u32(code).or(char::from_u32(or));
                let ranges = self.0.iter().filter_map(|(first, last)| {
                    let (first, last) = (scalar(*first, 0xE000)?, scalar(*last, 0xD7FF)?);
                    (first <= last).then(|| ClassUnicodeRange::new(first, last))
                });
                let mut class = ClassUnicode::new(ranges);
                class.case_fold_simple();
                self.union(&CharSet::of_class(&class))
            }
        }
    }
}

/// How case counts (ECMA-262, 22.2.2.7.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Case {
    /// It counts.
    Matters,
    /// Units with the same upper case are equal.
    Upper,
    /// Code points with the same simple case folding are equal.
    Folded,
}

impl Case {
    /// Whether two characters are equal.
    pub fn equal(self, a: u32, b: u32) -> bool {
        a == b
            || match self {
                Case::Matters => false,
                Case::Upper => upper_case()[a as usize] == upper_case()[b as usize],
                Case::Folded => CharSet::of(a).without_case(self).contains(b),
            }
    }
}

/// The upper case of each unit, where that is a single unit and does not become ASCII.
fn upper_case() -> &'static [u16] {
    static TABLE: OnceLock<Vec<u16>> = OnceLock::new();
    TABLE.get_or_init(|| (0..=0xFFFF).map(upper_case_of).collect())
}

fn upper_case_of(unit: u16) -> u16 {
    let Some(character) = char::from_u32(unit.into()) else {
        return unit;
    };
    let mut upper = character.to_uppercase();
    match (upper.next().map(|it| it as u32), upper.next()) {
        (Some(upper), None) if upper <= 0xFFFF && (unit < 128 || upper >= 128) => upper as u16,
        _ => unit,
    }
}
