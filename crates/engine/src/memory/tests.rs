//! Byte objects against plain bytes: random writes, copies and reads at known and symbolic offsets, under one model.

use super::Bytes;
use crate::value::Value;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_term::{CachedModel, Model, Pool, Sort, SymbolKind, Term};

/// Two objects and what they hold under the model.
struct Bench {
    rng: SmallRng,
    pool: Pool,
    model: Model,
    objects: Vec<(Bytes, Vec<u8>)>,
}

fn no_pointers(pool: &mut Pool, _: &Value) -> Term {
    pool.bits(64, 0)
}

impl Bench {
    /// Objects of this size that keep all their bytes, or none yet.
    fn new(seed: u64, size: usize, kept: bool) -> Bench {
        let object = |byte: u8| {
            let bytes = if kept {
                Bytes::concrete(vec![byte; size])
            } else {
                Bytes::untouched(size, Some(byte))
            };
            (bytes, vec![byte; size])
        };
        Bench {
            rng: SmallRng::seed_from_u64(seed),
            pool: Pool::new(),
            model: Model::new(),
            objects: vec![object(0), object(9)],
        }
    }

    /// A fresh symbol and its value.
    fn symbol(&mut self, width: u32) -> (Term, u64) {
        let term = self.pool.symbol("s", Sort::Bits(width), SymbolKind::Input);
        let value = self.rng.random::<u64>() & crate::value::mask(width);
        let constant = self.pool.bits(width, u128::from(value));
        if let (Some(symbol), Some(value)) =
            (self.pool.as_symbol(term), self.pool.as_constant(constant))
        {
            self.model.set(symbol, value);
        }
        (term, value)
    }

    /// A stored value of some bytes, concrete or symbolic, and its value.
    fn value(&mut self, bytes: usize) -> (Value, u64) {
        let width = 8 * bytes as u32;
        if self.rng.random() {
            let (term, value) = self.symbol(width);
            return (Value::Term(term), value);
        }
        let value = self.rng.random::<u64>() & crate::value::mask(width);
        (Value::bits(width, u128::from(value)), value)
    }

    /// A symbolic offset that is a multiple of a stride within some range, and its value.
    fn offset(&mut self) -> (Term, usize) {
        let (term, value) = self.symbol(5);
        let stride = [1u64, 2, 4, 8][self.rng.random_range(0..4)];
        let wide = self.pool.zext(term, 64);
        let factor = self.pool.bits(64, u128::from(stride));
        (self.pool.mul(wide, factor), (value * stride) as usize)
    }

    fn bytes(&mut self) -> usize {
        [1, 2, 4, 8][self.rng.random_range(0..4)]
    }

    fn eval(&self, value: &Value, pool: &mut Pool) -> u64 {
        let term = value.to_term(pool).expect("only scalars are stored");
        CachedModel::new(self.model.clone())
            .eval_bits(pool, term)
            .expect("a bit-vector") as u64
    }

    fn write(&mut self, which: usize, size: usize) {
        let bytes = self.bytes();
        let (value, plain) = self.value(bytes);
        if self.rng.random() {
            let at = self.rng.random_range(0..=size - bytes);
            self.objects[which]
                .0
                .write(&mut self.pool, &no_pointers, at, bytes, value);
            self.objects[which].1[at..at + bytes].copy_from_slice(&plain.to_le_bytes()[..bytes]);
        } else {
            let (offset, at) = self.offset();
            if at + bytes <= size {
                self.objects[which]
                    .0
                    .write_at(&mut self.pool, &no_pointers, offset, bytes, &value);
                self.objects[which].1[at..at + bytes]
                    .copy_from_slice(&plain.to_le_bytes()[..bytes]);
            }
        }
    }

    fn copy(&mut self, which: usize, size: usize) {
        let bytes = self.rng.random_range(0..=size / 2);
        let (from, to) = (
            self.rng.random_range(0..=size - bytes),
            self.rng.random_range(0..=size - bytes),
        );
        let (source, plain) = self.objects[1 - which].clone();
        self.objects[which]
            .0
            .copy_from(&mut self.pool, &no_pointers, to, &source, from, bytes);
        self.objects[which].1[to..to + bytes].copy_from_slice(&plain[from..from + bytes]);
    }

    /// Copies or fills from an offset on to the end.
    fn change_tail(&mut self, which: usize, size: usize) {
        let (to, from) = (
            self.rng.random_range(0..=size),
            self.rng.random_range(0..=size),
        );
        let (source, plain) = self.objects[1 - which].clone();
        let (content, expected) = &mut self.objects[which];
        if self.rng.random() {
            let byte = self.rng.random();
            if content.fill_tail(&mut self.pool, &no_pointers, to, byte) {
                expected[to..].fill(byte);
            }
        } else if content.copy_tail(&mut self.pool, &no_pointers, to, &source, from) {
            // What the source does not have may be anything.
            let bytes = (size - to).min(size - from);
            expected[to..to + bytes].copy_from_slice(&plain[from..from + bytes]);
            content.write_slice(
                &mut self.pool,
                &no_pointers,
                to + bytes,
                &expected[to + bytes..],
            );
        }
    }

    /// Joins both objects under a condition.
    fn join(&mut self, which: usize) {
        let (bit, value) = self.symbol(1);
        let one = self.pool.bits(1, 1);
        let condition = self.pool.eq(bit, one);
        let ((ours, plain), (theirs, other)) =
            (self.objects[which].clone(), self.objects[1 - which].clone());
        let joined = Bytes::ite(&mut self.pool, &no_pointers, condition, &ours, &theirs);
        self.objects[which] = (joined, if value == 1 { plain } else { other });
    }

    fn read(&mut self, which: usize, size: usize) {
        let bytes = self.bytes();
        let (value, at) = if self.rng.random() {
            let at = self.rng.random_range(0..=size - bytes);
            let content = &mut self.objects[which].0;
            if content.has_unwritten(at, bytes) {
                content.ensure_written(&mut self.pool, &no_pointers, at, bytes);
            }
            (
                Some(
                    self.objects[which]
                        .0
                        .read(&mut self.pool, &no_pointers, at, bytes),
                ),
                at,
            )
        } else {
            let (offset, at) = self.offset();
            if at + bytes > size {
                return;
            }
            let content = &mut self.objects[which].0;
            if content.has_unwritten_at(&self.pool, offset, bytes) {
                content.ensure_written_at(&mut self.pool, &no_pointers, offset, bytes);
            }
            (
                self.objects[which]
                    .0
                    .read_at(&mut self.pool, &no_pointers, offset, bytes),
                at,
            )
        };
        let mut pool = std::mem::take(&mut self.pool);
        let got = self.eval(&value.expect("the offset is inside"), &mut pool);
        self.pool = pool;
        let mut expected = [0; 8];
        expected[..bytes].copy_from_slice(&self.objects[which].1[at..at + bytes]);
        assert_eq!(got, u64::from_le_bytes(expected), "{bytes} bytes at {at}");
    }
}

/// Runs random accesses to objects of a size.
fn run(seed: u64, size: usize, steps: usize) {
    let mut bench = Bench::new(seed, size, seed.is_multiple_of(2));
    for _ in 0..steps {
        let which = bench.rng.random_range(0..2);
        match bench.rng.random_range(0..20) {
            0..8 => bench.write(which, size),
            8..10 => bench.copy(which, size),
            10 => bench.change_tail(which, size),
            11 => bench.join(which),
            _ => bench.read(which, size),
        }
    }
}

#[test]
fn small_objects_behave_like_bytes() {
    for seed in 0..60 {
        run(seed, 24, 60);
    }
}

#[test]
fn objects_that_become_arrays_behave_like_bytes() {
    for seed in 0..10 {
        run(seed, 400, 40);
    }
}

#[test]
fn bytes_never_written_stay_the_same_indeterminate_value() {
    let mut pool = Pool::new();
    let mut bytes = Bytes::unwritten(100);
    assert!(bytes.has_unwritten(40, 4));
    bytes.ensure_written(&mut pool, &no_pointers, 40, 4);
    let first = bytes.read(&mut pool, &no_pointers, 40, 4);
    assert_eq!(first, bytes.read(&mut pool, &no_pointers, 40, 4));
    assert!(matches!(first, Value::Term(term) if pool.has_indeterminate(term)));
    let mut copy = Bytes::zeroed(100);
    copy.copy_from(&mut pool, &no_pointers, 0, &bytes, 38, 10);
    assert!(copy.has_unwritten(0, 2) && !copy.has_unwritten(2, 4) && copy.has_unwritten(6, 4));
    assert_eq!(copy.read(&mut pool, &no_pointers, 2, 4), first);
}

#[test]
fn large_objects_keep_what_was_touched() {
    let mut pool = Pool::new();
    let mut bytes = Bytes::unwritten(1 << 40);
    bytes.write(&mut pool, &no_pointers, 5, 1, Value::bits(8, 1));
    assert!(bytes.kept() < 1 << 10 && bytes.has_unwritten(4, 1) && !bytes.has_unwritten(5, 1));
    assert!(bytes.has_unwritten(1 << 30, 1));
    let mut zeroed = Bytes::zeroed(1 << 40);
    zeroed.copy_from(&mut pool, &no_pointers, 3, &bytes, 0, 10);
    assert!(
        zeroed.has_unwritten(3, 1) && !zeroed.has_unwritten(8, 1) && zeroed.has_unwritten(12, 1)
    );
    assert!(zeroed.differs_in_known(&Bytes::zeroed(1 << 40)));
    bytes.write(&mut pool, &no_pointers, 1 << 39, 1, Value::bits(8, 2));
    for (at, value) in [(5, 1), (1 << 39, 2)] {
        assert_eq!(
            bytes.read(&mut pool, &no_pointers, at, 1),
            Value::bits(8, value)
        );
    }
}

/// What is symbolic on both sides, or the same, is no difference that merging would make unknown.
#[test]
fn only_known_bytes_differ() {
    let mut pool = Pool::new();
    let symbol = |pool: &mut Pool| Value::Term(pool.symbol("s", Sort::Bits(16), SymbolKind::Input));
    let (x, y) = (symbol(&mut pool), symbol(&mut pool));
    let mut with = |offset: usize, value: &Value| {
        let mut bytes = Bytes::concrete((0..8).collect());
        bytes.write(&mut pool, &no_pointers, offset, 2, value.clone());
        bytes
    };
    let known = Value::bits(16, 0x0302);
    assert!(!with(2, &x).differs_in_known(&with(2, &x)));
    assert!(!with(2, &x).differs_in_known(&with(2, &y)));
    assert!(!with(2, &known).differs_in_known(&with(6, &Value::bits(16, 0x0706))));
    assert!(with(2, &x).differs_in_known(&with(2, &known)));
    assert!(
        with(2, &x).differs_in_known(&with(3, &x)),
        "they overlap in one byte only"
    );
    assert!(with(2, &known).differs_in_known(&with(2, &Value::bits(16, 7))));
    let unwritten = Bytes::unwritten(8);
    assert!(unwritten.differs_in_known(&Bytes::zeroed(8)));
    assert!(!unwritten.differs_in_known(&unwritten.clone()));
}

#[test]
fn what_is_known_tells_contents_apart() {
    let mut pool = Pool::new();
    let x = Value::Term(pool.symbol("x", Sort::Bits(8), SymbolKind::Input));
    let size = 1 << 20;
    let mut with = |offset: usize, value: &Value| {
        let mut bytes = Bytes::zeroed(size);
        bytes.write(&mut pool, &no_pointers, offset, 1, value.clone());
        bytes
    };
    let untouched = Bytes::zeroed(size);
    let (one, far) = (with(5, &Value::bits(8, 1)), with(200_000, &x));
    assert_eq!(untouched.known_difference(&one), Some(5));
    assert_eq!(far.known_difference(&untouched), Some(200_000));
    assert_eq!(far.known_difference(&far.clone()), None);
    // Behind what was touched, and where nothing is known.
    assert_eq!(
        untouched.known_at(size - 1),
        Some((size - 1, Value::bits(8, 0)))
    );
    assert_eq!(far.known_at(200_000), None);
    assert_eq!(one.known_at(5), Some((5, Value::bits(8, 1))));
    assert_eq!(Bytes::unwritten(size).known_at(7), None);
}
