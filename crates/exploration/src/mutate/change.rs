//! Changes of single values.

use super::words::Words;
use crate::float;
use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use sheaf_ir::{Element, FloatKind};
use std::ops::Range;

sheaf_tuning::constants! {
    /// The longest part of a sequence that is removed, repeated or taken from another one.
    MAX_PART: usize = 8, 1 => 128, "elements";
    /// Strings without a fixed size are filled up to this length, in units.
    MAX_TEXT: usize = 64, 1 => 1024, "units";
    /// The most units that a string is filled with.
    MAX_FILLED: usize = 1 << 12, 1 => 1 << 16, "units";
}

/// Numbers at which programs often behave differently.
const NUMBERS: [i128; 12] = [0, 1, -1, 2, 7, 8, 10, 100, 127, 255, 256, 4096];

/// Characters that often separate words, or change their meaning.
const SPECIAL: &[u8] = b"\n\t ,.:;-+=/%0179aA_\"'\\";

/// Another number of this width.
pub fn number(value: u128, width: u32, words: &Words, rng: &mut SmallRng) -> u128 {
    let width = width.clamp(1, 128);
    let changed = match rng.random_range(0..6) {
        0 => value ^ 1 << rng.random_range(0..width),
        1 => value.wrapping_add(rng.random_range(1..=16)),
        2 => value.wrapping_sub(rng.random_range(1..=16)),
        3 => rng.random(),
        4 => usual(rng) as u128,
        _ => {
            let word = words.integers.choose(rng).copied().unwrap_or(0);
            word.wrapping_add(rng.random_range(-1..=1)) as u128
        }
    };
    changed & u128::MAX >> (128 - width)
}

/// Another float.
pub fn float(kind: FloatKind, bits: u128, words: &Words, rng: &mut SmallRng) -> u128 {
    let width = kind.width();
    let of = |number: f64| float::to_float(FloatKind::F64, kind, number.to_bits().into());
    let changed = match rng.random_range(0..6) {
        0 => bits ^ 1 << rng.random_range(0..width),
        1 => bits ^ 1 << (width - 1),
        2 => of(rng.random_range(-64..=64).into()),
        // Each exponent is as likely as any other.
        3 => of(f64::from_bits(rng.random())),
        4 => bits.wrapping_add(rng.random_range(0..=2)).wrapping_sub(1),
        _ => {
            let word = words.doubles.choose(rng).copied().unwrap_or(0);
            of(f64::from_bits(
                word.wrapping_add_signed(rng.random_range(-1..=1)),
            ))
        }
    };
    changed & u128::MAX >> (128 - width)
}

/// Changes the content of an object with elements of this type.
pub fn bytes(
    bytes: &mut Vec<u8>,
    element: Element,
    other: &[u8],
    words: &Words,
    rng: &mut SmallRng,
) {
    if element != Element::BYTE {
        return one_element(bytes, element, words, rng);
    }
    let length = bytes.len();
    let mut units = units_of(bytes);
    sequence(&mut units, &units_of(other), words, rng);
    *bytes = units.into_iter().map(|unit| unit as u8).collect();
    bytes.resize(length, 0);
}

fn units_of(bytes: &[u8]) -> Vec<u16> {
    bytes.iter().map(|byte| u16::from(*byte)).collect()
}

fn one_element(bytes: &mut [u8], element: Element, words: &Words, rng: &mut SmallRng) {
    let size = element.bytes() as usize;
    let count = bytes.len() / size;
    if count == 0 {
        return;
    }
    let at = rng.random_range(0..count) * size;
    let part = &mut bytes[at..at + size];
    let mut word = [0; 16];
    word[..size].copy_from_slice(part);
    let value = u128::from_le_bytes(word);
    let value = match element {
        Element::Integer(_) => number(value, 8 * size as u32, words, rng),
        Element::Float(kind) => float(kind, value, words, rng),
    };
    part.copy_from_slice(&value.to_le_bytes()[..size]);
}

/// Changes a string of bytes or of 16-bit units. Zeros at its end count as unused space.
pub fn sequence(units: &mut Vec<u16>, other: &[u16], words: &Words, rng: &mut SmallRng) {
    let last = units.iter().rposition(|unit| *unit != 0);
    let used = last.map_or(0, |last| last + 1);
    let at = match rng.random_ratio(1, 4) {
        true => 0,
        false => rng.random_range(0..=used),
    };
    let part = at..used.min(at + rng.random_range(1..=MAX_PART.get()));
    match rng.random_range(0..10) {
        0 => replace(units, at..used.min(at + 1), &[unit(words, rng)]),
        1 => replace(units, at..at, &[unit(words, rng)]),
        2 => replace(units, part, &[]),
        3 => {
            let repeated = units[part].to_vec();
            replace(units, at..at, &repeated);
        }
        4 => replace(units, at..used, &text(words, rng)),
        5 => replace(units, at..at, &text(words, rng)),
        6 => {
            let word = text(words, rng);
            replace(units, at..used.min(at + word.len()), &word);
        }
        7 => fill(units, part),
        8 => exchange(units, at..used, words, rng),
        _ => {
            let from = rng.random_range(0..=other.len());
            let to = other.len().min(from + rng.random_range(1..=MAX_PART.get()));
            replace(units, part, &other[from..to]);
        }
    }
}

/// Replaces the first word in a part by another one of its group.
fn exchange(units: &mut Vec<u16>, part: Range<usize>, words: &Words, rng: &mut SmallRng) {
    let end = part.end;
    let mut found = part.filter_map(|at| Some((at, words.groups_at(&units[at..end])?)));
    let Some((at, (groups, length))) = found.next() else {
        return replace(units, end..end, &text(words, rng));
    };
    let group = groups.choose(rng).copied().unwrap_or_default();
    let other = group.choose(rng).map_or(&[][..], |word| word);
    replace(units, at..at + length, other);
}

/// Repeats a part up to the end of the space: programs often have room for less.
fn fill(units: &mut Vec<u16>, part: Range<usize>) {
    let end = units
        .len()
        .max(MAX_TEXT.get())
        .min(part.end + MAX_FILLED.get());
    let repeated = units[part.clone()].to_vec();
    if !repeated.is_empty() {
        let filling = repeated.iter().copied().cycle();
        let filling: Vec<u16> = filling.take(end - part.end).collect();
        let old = part.end..units.len().min(end);
        units.splice(old, filling);
    }
}

fn replace(units: &mut Vec<u16>, range: Range<usize>, by: &[u16]) {
    units.splice(range, by.iter().copied());
}

/// A word of the program, or a number as text.
fn text(words: &Words, rng: &mut SmallRng) -> Vec<u16> {
    match words.texts.choose(rng) {
        Some(word) if rng.random_ratio(7, 8) => word.to_vec(),
        _ => {
            let word = words.integers.choose(rng).filter(|_| rng.random());
            let number = word.copied().unwrap_or_else(|| usual(rng));
            number.to_string().encode_utf16().collect()
        }
    }
}

/// Any byte, a special character, one of a word, one that the program compares with, or a printable
/// one.
fn unit(words: &Words, rng: &mut SmallRng) -> u16 {
    match rng.random_range(0..5) {
        0 => rng.random_range(0..=0xff),
        1 => SPECIAL.choose(rng).copied().unwrap_or_default().into(),
        2 => {
            let word = words.texts.choose(rng).and_then(|word| word.choose(rng));
            word.copied().unwrap_or(b'a'.into())
        }
        3 => words.characters.choose(rng).copied().unwrap_or(b'0').into(),
        _ => rng.random_range(b' '..=b'~').into(),
    }
}

fn usual(rng: &mut SmallRng) -> i128 {
    NUMBERS.choose(rng).copied().unwrap_or_default()
}
