//! No lie makes a program certified that fails. The certificate of a program with a failure has a
//! claim without a proof. A liar answers in its place: with proofs of other claims, with parts of
//! them, with other decisions, with other facts about loops.

mod common;

use common::{certificate, scope};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_proof_check::certificate::Reader;
use sheaf_proof_check::claims::{Proof, Question};
use sheaf_proof_check::cut::{Expression, Forgotten, Loop, Plan};
use sheaf_proof_check::guide::{Decision, Guide, Point};
use sheaf_proof_check::state::State;
use sheaf_proof_check::term::Pool;
use sheaf_proof_check::text;
use sheaf_proof_check::walk::walk;

/// Lies about each program.
const LIES: u64 = 3000;

/// A failure behind two branches, with claims before it that hold.
const BRANCHES: &str = "module ptr 8 entry @main
func @main() -> bits32 {
block0:
  %x: bits32 = input \"x\"
  %1: bool = slt %x, bits32 10
  br %1, block1, block4
block1:
  %2: bool = slt bits32 -10, %x
  br %2, block2, block4
block2:
  %3: bits32 = mul.nsw %x, %x
  %4: bits32 = add.nsw %3, bits32 1
  %5: bits32 = sdiv bits32 100, %4
  %6: bool = eq %x, bits32 7
  br %6, block3, block4
block3:
  %7: bool = slt %3, bits32 49
  check %7, assertion, \"fails\"
  ret %5
block4:
  ret bits32 0
}
";

/// An access outside of an object, at an index that inputs bound too weakly.
const MEMORY: &str = "module ptr 8 entry @main
global @table: bytes 16 align 4 element 4 = data x\"01000000020000000300000004000000\"
func @main() -> bits32 {
block0:
  %x: bits32 = input \"x\"
  %p: ptr = alloc stack bits64 4 align 4 element 4
  store %p, %x
  %1: bool = ult %x, bits32 5
  br %1, block1, block2
block1:
  %2: bits64 = zext %x
  %3: bits64 = and %2, bits64 3
  %4: ptr = ptr_add @table, %3 * 4
  %5: bits32 = load %4
  %6: ptr = ptr_add @table, %2 * 4
  %7: bits32 = load %6
  ret %7
block2:
  ret bits32 0
}
";

/// A loop without a bound whose counter reaches a forbidden value.
const LOOP: &str = "module ptr 8 entry @main
global @g: bytes 4 align 4 element 4 = zero
func @main() -> bits32 {
block0:
  jump block1(bits32 0)
block1(%i: bits32):
  %x: bits32 = input \"x\"
  %1: bool = eq %x, bits32 0
  br %1, block4, block2
block2:
  %2: bits32 = load @g
  %3: bool = ne %2, bits32 77
  check %3, assertion, \"fails\"
  %4: bool = slt %2, bits32 90
  br %4, block3, block5
block3:
  %5: bits32 = add.nsw %2, bits32 1
  store @g, %5
  jump block6(%5)
block5:
  store @g, bits32 0
  jump block6(bits32 0)
block6(%n: bits32):
  jump block1(%n)
block4:
  %6: bool = sle %i, bits32 90
  check %6, assertion, \"holds\"
  ret %i
}
";

/// An object whose size is an input, one byte too small.
const SIZES: &str = "module ptr 8 entry @main
func @main() -> bits32 {
block0:
  %n: bits8 = input \"n\"
  %1: bits8 = and %n, bits8 15
  %2: bits64 = zext %1
  %p: ptr = alloc heap %2 align 16 element 1
  %3: bool = ult bits8 3, %1
  br %3, block1, block2
block1:
  %q: ptr = ptr_add %p, %2 * 1
  store %q, bits8 1
  free %p
  ret bits32 0
block2:
  free %p
  ret bits32 0
}
";

/// A read of a byte that an object of at most 15 bytes never has.
const BEYOND: &str = "module ptr 8 entry @main
func @main() -> bits32 {
block0:
  %n: bits8 = input \"n\"
  %1: bits8 = and %n, bits8 15
  %2: bits64 = zext %1
  %p: ptr = alloc heap %2 align 16 element 1
  %q: ptr = ptr_add %p, bits64 20 * 1
  store %q, bits8 1
  free %p
  ret bits32 0
}
";

/// An object that need not be aligned, and whose address is looked at: no address is impossible.
const ALIGN: &str = "module ptr 8 entry @main
func @main() -> bits32 {
block0:
  %p: ptr = alloc stack bits64 4 align 0 element 4
  %1: bits64 = ptr_to_bits %p
  %2: bool = ult %1, bits64 70368744177664
  check %2, assertion, \"fails\"
  ret bits32 0
}
";

/// A value that differs between joined ways.
const JOINED: &str = "module ptr 8 entry @main
func @main() -> bits32 {
block0:
  %x: bits32 = input \"x\"
  %1: bool = slt %x, bits32 0
  br %1, block1, block2
block1:
  jump block3(bits32 1)
block2:
  jump block3(bits32 2)
block3(%y: bits32):
  %2: bits32 = sub %y, bits32 1
  %3: bits32 = udiv bits32 10, %2
  ret %3
}
";

/// A local that only a loop initializes, which need not run.
const UNINITIALIZED: &str = "module ptr 8 entry @main
func @main() -> bits32 {
block0:
  %p: ptr = alloc stack bits64 4 align 4 element 4
  %u: bits32 = load %p
  jump block1(%u, bits32 1)
block1(%x: bits32, %n: bits32):
  %c: bits32 = input \"c\"
  %1: bool = ne %c, bits32 0
  br %1, block2, block3
block2:
  jump block1(bits32 5, %c)
block3:
  %2: bool = eq %x, bits32 7
  br %2, block4, block5
block4:
  ret bits32 1
block5:
  ret %n
}
";

/// A call through a pointer of another type.
const CALL: &str = "module ptr 8 entry @main
func @f(%a: bits32) -> bits32 {
block0:
  ret bits32 0
}
func @main() -> bits32 {
block0:
  %p: ptr = alloc stack bits64 8 align 8 element 8
  store %p, @f
  %f: ptr = load %p
  %r: bits32 = call_value %f(bits64 5)
  ret %r
}
";

/// A write of five bits at one of four places, which leaves the other places as they are.
const NARROW: &str = "module ptr 8 entry @main
func @main() -> bits32 {
block0:
  %p: ptr = alloc stack bits64 4 align 4 element 1
  store %p, bits32 -1
  %x: bits8 = input \"x\"
  %i: bits8 = and %x, bits8 3
  %j: bits64 = zext %i
  %q: ptr = ptr_add %p, %j * 1
  store %q, bits5 3
  %1: bits8 = load %p
  %2: bool = eq %i, bits8 0
  br %2, block2, block1
block1:
  %3: bool = eq %1, bits8 31
  check %3, assertion, \"fails\"
  ret bits32 0
block2:
  ret bits32 0
}
";

/// The programs that fail.
const FAILING: [&str; 10] = [
    ALIGN,
    BEYOND,
    BRANCHES,
    MEMORY,
    LOOP,
    SIZES,
    JOINED,
    UNINITIALIZED,
    CALL,
    NARROW,
];

/// The kinds of failure that count.
const KINDS: [&str; 11] = [
    "assertion",
    "division-by-zero",
    "division-overflow",
    "double-free",
    "invalid-free",
    "null-dereference",
    "out-of-bounds",
    "signed-overflow",
    "type-error",
    "uninitialized",
    "use-after-free",
];

/// A guide that answers as a certificate does, and lies now and then. Where a program goes on
/// behind a lie as the certificate does not say, it makes up answers.
struct Liar<'a> {
    truth: Reader<&'a [u8]>,
    random: SmallRng,
    seen: Vec<Proof>,
}

impl Liar<'_> {
    fn lies(&mut self) -> bool {
        self.random.random_ratio(1, 3)
    }

    fn proof(&mut self, honest: Option<Proof>) -> Option<Proof> {
        self.seen.extend(honest.clone());
        if honest.is_some() && !self.lies() {
            return honest;
        }
        let known = Proof::Known(self.random.random_range(0..4));
        let index = self.random.random_range(0..=self.seen.len());
        let mut proof = self.seen.get(index).cloned().unwrap_or(known);
        if let Proof::New { used, steps } = &mut proof {
            match self.random.random_range(0..5) {
                0 => used.clear(),
                1 => drop(used.pop()),
                2 => used.push(self.random.random_range(0..3)),
                3 => drop(steps.pop()),
                _ => {
                    steps.iter_mut().for_each(|step| step.clause.truncate(1));
                }
            }
        }
        Some(proof)
    }
}

impl Guide for Liar<'_> {
    fn decide(&mut self, question: &Question, at: Point) -> Result<Decision, String> {
        let honest = self.truth.decide(question, at).unwrap_or(Decision::Both);
        if !self.lies() {
            return Ok(honest);
        }
        let other = match &honest {
            Decision::Only(_, proof) | Decision::Neither(proof) => Some(proof.clone()),
            _ => None,
        };
        let Some(proof) = self.proof(other) else {
            return Ok(honest);
        };
        Ok(match self.random.random_range(0..4) {
            0 => Decision::Only(false, proof),
            1 => Decision::Only(true, proof),
            2 => Decision::Neither(proof),
            _ => Decision::Join(self.random.random_range(0..7)),
        })
    }

    fn refute(&mut self, question: &Question) -> Result<Option<Proof>, String> {
        let honest = self.truth.refute(question).unwrap_or(None);
        Ok(self.proof(honest))
    }

    fn bound(&mut self, question: &Question) -> Result<u64, String> {
        let honest = self.truth.bound(question).unwrap_or(4);
        Ok(honest + u64::from(self.lies()) * self.random.random_range(0..3))
    }

    fn cut(&mut self, pool: &Pool, state: &State, of: &Loop) -> Result<Option<Plan>, String> {
        let honest = self.truth.cut(pool, state, of).unwrap_or(None);
        let Some(mut plan) = honest.filter(|_| self.lies()) else {
            return Ok(None);
        };
        match self.random.random_range(0..4) {
            0 => drop(plan.forgotten.pop()),
            1 => drop(plan.facts.pop()),
            2 => {
                let local = self.random.random_range(0..6);
                plan.forgotten.push(Forgotten::Local(local));
            }
            _ => {
                // The counter is less than 77, which is not so.
                let counter = Expression::Memory(0, 0, 4);
                let bound = Expression::Constant(32, 77);
                plan.facts.push(Expression::Apply(8, vec![counter, bound]));
            }
        }
        Ok(Some(plan))
    }
}

#[test]
fn no_lie_makes_a_wrong_program_certified() {
    for (number, program) in FAILING.into_iter().enumerate() {
        for forks in [1000, 0] {
            let (bytes, shown) = certificate(program, scope(&KINDS), forks);
            let header = Reader::new(&bytes[..]).unwrap().header;
            assert!(!shown.missing.is_empty(), "program {number} is certified");
            let parsed = text::parse(program).unwrap();
            for seed in 0..LIES {
                let mut liar = Liar {
                    truth: Reader::new(&bytes[..]).unwrap(),
                    random: SmallRng::seed_from_u64(seed),
                    seen: Vec::new(),
                };
                if let Ok(shown) = walk(&parsed, &header.scope, &mut liar, 5_000) {
                    let gaps = shown.missing.len();
                    assert!(
                        gaps > 0,
                        "program {number} is certified by the lies of {seed}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_programs_are_certified_without_their_failures() {
    let repaired = [
        BRANCHES.replace("slt %3, bits32 49", "sle %3, bits32 49"),
        MEMORY.replace("ult %x, bits32 5", "ult %x, bits32 4"),
        LOOP.replace("ne %2, bits32 77", "ne %2, bits32 99"),
        SIZES.replace("store %q, bits8 1", "store %p, bits8 1"),
        JOINED.replace("sub %y, bits32 1", "add %y, bits32 1"),
        UNINITIALIZED.replace("block1(%u, ", "block1(bits32 5, "),
        CALL.replace("bits64 5", "bits32 5"),
        ALIGN
            .replace("ult %1,", "ne %1,")
            .replace("70368744177664", "5"),
        NARROW.replace("eq %1, bits8 31", "eq %1, bits8 -1"),
    ];
    for program in repaired {
        for forks in [1000, 0] {
            let (_, shown) = certificate(&program, scope(&KINDS), forks);
            assert_eq!(shown.missing.len(), 0, "{:?} of\n{program}", shown.missing);
        }
    }
}
