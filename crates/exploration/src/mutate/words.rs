//! Words of a program: strings and numbers that its inputs are likely to be compared with.
//!
//! Strings of a table, those of a function, and options form groups: where one word of a group is
//! right in an input, the others of its group often are, and only there.

use crate::index::seeds;
use crate::options::Indexing;
use sheaf_ir::{Const, GlobalId, Init, Module};
use std::collections::{BTreeMap, BTreeSet};

/// The shortest word that is recognized in an input.
const MIN_LENGTH: usize = 2;

sheaf_tuning::constants! {
    /// The longest word that is a string: longer ones are messages.
    MAX_LENGTH: usize = 16, 1 => 256, "bytes";
}

/// A string, as units.
pub type Word = Box<[u16]>;

/// The words, in an order that depends on the program only.
#[derive(Debug, Default)]
pub struct Words {
    /// Strings, in order.
    pub texts: Vec<Word>,
    /// Groups of at least two of the strings.
    groups: Vec<Vec<Word>>,
    /// The positions of the groups that a string is in.
    groups_of: BTreeMap<Word, Vec<usize>>,
    /// Integers.
    pub integers: Vec<i128>,
    /// Those that are printable characters.
    pub characters: Vec<u8>,
    /// Floats, as bit patterns of doubles.
    pub doubles: Vec<u64>,
}

impl Words {
    /// The groups of the longest word that units begin with, and its length; `None` if they begin
    /// with no word of a group.
    pub fn groups_at(&self, units: &[u16]) -> Option<(Vec<&[Word]>, usize)> {
        let most = units.len().min(MAX_LENGTH.get());
        (MIN_LENGTH..=most).rev().find_map(|length| {
            let groups = self.groups_of.get(&units[..length])?;
            let groups = groups.iter().map(|at| self.groups[*at].as_slice());
            Some((groups.collect(), length))
        })
    }

    fn add_group(&mut self, texts: BTreeSet<Word>) {
        let texts: Vec<_> = texts.into_iter().filter(|text| is_word(text)).collect();
        if texts.len() > 1 {
            for text in &texts {
                let groups = self.groups_of.entry(text.clone()).or_default();
                groups.push(self.groups.len());
            }
            self.groups.push(texts);
        }
    }
}

/// The words of the program's own functions.
pub fn words(module: &Module, indexing: &Indexing) -> Words {
    let mut words = Words::default();
    let mut integers = BTreeSet::new();
    let mut globals = BTreeSet::new();
    let mut tables = BTreeMap::new();
    let seeds = seeds::texts(module, indexing);
    let mut texts: BTreeSet<Word> = seeds.iter().map(|text| units(text)).collect();
    let options = texts.iter().filter(|it| it.first() == Some(&b'-'.into()));
    words.add_group(options.cloned().collect());
    for func in module.funcs.iter().filter(|func| func.user) {
        let mut used = BTreeSet::new();
        seeds::constants(func, &mut |constant, _| match constant {
            Const::Bits { width, value } => {
                let unused = 128 - (*width).clamp(1, 128);
                integers.insert(((value << unused) as i128) >> unused);
            }
            Const::Int(value) => integers.extend(i128::try_from(value)),
            Const::Str(text) => {
                used.insert(text.clone());
            }
            Const::Global(global, _) => {
                seeds::reach(module, *global, &mut globals);
                let strings = tables.entry(*global);
                let strings = strings.or_insert_with(|| table(module, *global));
                if strings.len() == 1 {
                    used.extend(strings.iter().cloned());
                }
            }
            _ => {}
        });
        texts.extend(used.iter().cloned());
        words.add_group(used);
    }
    for table in tables.into_values() {
        words.add_group(table);
    }
    for global in globals {
        texts.extend(strings(module, global).map(units));
    }
    texts.retain(|text| is_word(text));
    let as_byte = |number: &i128| u8::try_from(*number).ok();
    let characters = integers.iter().filter_map(as_byte);
    Words {
        characters: characters.filter(u8::is_ascii_graphic).collect(),
        texts: texts.into_iter().collect(),
        integers: integers.into_iter().collect(),
        doubles: seeds::doubles(module, indexing),
        ..words
    }
}

/// The strings in a global, and in those that its initial content points to.
fn table(module: &Module, global: GlobalId) -> BTreeSet<Word> {
    let mut texts: BTreeSet<_> = strings(module, global).map(units).collect();
    if let Init::Data { relocs, .. } = &module.globals[global].init {
        for reloc in relocs {
            if let Const::Global(other, _) = reloc.value {
                texts.extend(strings(module, other).map(units));
            }
        }
    }
    texts.retain(|text| !text.is_empty());
    texts
}

/// The strings in initial content, which may have numbers between them.
fn strings(module: &Module, global: GlobalId) -> impl Iterator<Item = &[u8]> {
    let bytes: &[u8] = match &module.globals[global].init {
        Init::Data { bytes, .. } => bytes,
        _ => &[],
    };
    bytes.split(|byte| *byte == 0).map(|part| {
        let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let before = part.iter().rposition(|byte| !is_text(byte));
        &part[before.map_or(0, |before| before + 1)..]
    })
}

fn units(text: &[u8]) -> Word {
    text.iter().map(|byte| u16::from(*byte)).collect()
}

/// Whether a string is neither a message nor a format.
fn is_word(text: &[u16]) -> bool {
    let is_other = |unit: &u16| [b' ', b'%'].map(u16::from).contains(unit);
    (1..=MAX_LENGTH.get()).contains(&text.len()) && !text.iter().any(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::text::parse;

    #[test]
    fn strings_and_numbers_of_the_program() {
        let module = parse(
            "module ptr 8
             global @table: bytes 16 align 1 element 1 const = data
               x\"6173636969000769626d000000000000\"
             global @message: bytes 8 align 1 element 1 const = data x\"6120622063000000\"
             func @main() {
             a:
               %x: bits32 = add bits32 42, bits32 -3
               br true, b(@table), b(@message)
             b(%p: ptr):
               ret
             }",
        );
        let words = words(&module.unwrap(), &Indexing::default());
        let texts: Vec<String> = words
            .texts
            .iter()
            .map(|it| String::from_utf16_lossy(it))
            .collect();
        assert!(texts.contains(&"ascii".to_string()) && texts.contains(&"ibm".to_string()));
        assert!(!texts.iter().any(|text| text.contains(' ')));
        let begins = units(b"asciibm");
        let (groups, length) = words.groups_at(&begins).unwrap();
        assert_eq!(length, "ascii".len());
        assert!(groups.iter().any(|group| group.contains(&units(b"ibm"))));
        assert!(words.groups_at(&begins[1..]).is_none());
        assert!(
            [42, -3]
                .iter()
                .all(|number| words.integers.contains(number))
        );
    }
}
