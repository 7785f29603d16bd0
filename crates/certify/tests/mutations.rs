//! Changed certificates: none makes the checker panic, and what is accepted is still a proof.

mod common;

use common::{certificate, scope};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_proof_check::certificate::{Reader, digest};
use sheaf_proof_check::text;
use sheaf_proof_check::walk::walk;

/// Changes of the answers and of the program.
const CHANGES: u64 = 20_000;

/// A program that is safe for small inputs only because of its branches.
const PROGRAM: &str = "module ptr 8 entry @main
global @table: bytes 16 align 4 element 4 = data x\"01000000020000000300000004000000\"
func @main() -> bits32 {
block0:
  %x: bits32 = input \"x\"
  %1: bool = ult %x, bits32 4
  br %1, block1, block2
block1:
  %2: bits64 = zext %x
  %3: ptr = ptr_add @table, %2 * 4
  %4: bits32 = load %3
  %5: bits32 = sub %4, %x
  %6: bits32 = udiv bits32 8, %5
  ret %6
block2:
  ret bits32 0
}
";

/// The kinds of failure that count.
const KINDS: [&str; 4] = [
    "division-by-zero",
    "out-of-bounds",
    "uninitialized",
    "use-after-free",
];

fn original() -> Vec<u8> {
    let (bytes, shown) = certificate(PROGRAM, scope(&KINDS), 100);
    assert!(shown.missing.is_empty(), "{:?}", shown.missing);
    bytes
}

/// Replaces, removes or inserts a byte.
fn change(random: &mut SmallRng, bytes: &mut Vec<u8>) {
    let at = random.random_range(0..bytes.len());
    match random.random_range(0..4) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, random.random()),
        2 => bytes[at] ^= 1 << random.random_range(0..8),
        _ => bytes[at] = random.random(),
    }
}

#[test]
fn changed_answers_prove_nothing_else() {
    let original = original();
    let program = text::parse(PROGRAM).unwrap();
    let is_about_it = |reader: &Reader<&[u8]>| reader.header.program == digest(PROGRAM.as_bytes());
    let mut accepted = 0;
    for seed in 0..CHANGES {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut bytes = original.clone();
        for _ in 0..random.random_range(1..4) {
            change(&mut random, &mut bytes);
        }
        let Ok(mut reader) = Reader::new(&bytes[..]) else {
            continue;
        };
        if !is_about_it(&reader) {
            continue;
        }
        let scope = reader.header.scope.clone();
        if let Ok(shown) = walk(&program, &scope, &mut reader, 10_000)
            && shown.missing.is_empty()
            && scope.kinds == common::scope(&KINDS).kinds
        {
            // The program is safe, so this is no error, but the answers must be all read.
            accepted += u32::from(reader.finish().is_ok());
        }
    }
    assert!(accepted > 0, "no change of a note or a number is harmless");
}

#[test]
fn changed_programs_are_read_or_refused() {
    let original = original();
    for seed in 0..CHANGES {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut bytes = PROGRAM.as_bytes().to_vec();
        for _ in 0..random.random_range(1..4) {
            change(&mut random, &mut bytes);
        }
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        // Only that it ends counts: a changed program may be safe, too.
        if let Ok(program) = text::parse(&text) {
            let mut reader = Reader::new(&original[..]).unwrap();
            let _ = walk(&program, &scope(&KINDS), &mut reader, 2_000);
        }
    }
}
