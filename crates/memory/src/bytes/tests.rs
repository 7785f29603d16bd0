//! Byte objects against plain bytes: random writes, copies and reads at known and symbolic offsets,
//! under one model.

use super::Bytes;
use crate::value::{Value, mask};
use crate::{Layout, Scalars};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_term::{CachedModel, Model, Pool, Sort, SymbolKind, Term};

/// Two objects and their content under the model.
struct Bench {
    rng: SmallRng,
    pool: Pool,
    layout: Layout,
    model: Model,
    objects: Vec<(Bytes, Vec<u8>)>,
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
            layout: Layout::default(),
            model: Model::new(),
            objects: vec![object(0), object(9)],
        }
    }

    /// A fresh symbol and its value.
    fn symbol(&mut self, width: u32) -> (Term, u64) {
        let term = self.pool.symbol("s", Sort::Bits(width), SymbolKind::Input);
        let value = self.rng.random::<u64>() & mask(width);
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
        let value = self.rng.random::<u64>() & mask(width);
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

    fn eval(&mut self, value: &Value) -> u64 {
        let term = value.to_term(&mut self.pool);
        CachedModel::new(self.model.clone())
            .eval_bits(&self.pool, term.expect("only scalars are stored"))
            .expect("a bit-vector") as u64
    }

    /// An object and what it holds under the model, with what makes scalars of values.
    fn object(&mut self, which: usize) -> (&mut Bytes, &mut Vec<u8>, Scalars<'_>) {
        let (content, plain) = &mut self.objects[which];
        let (pool, layout) = (&mut self.pool, &self.layout);
        (content, plain, Scalars::new(pool, layout))
    }

    fn write(&mut self, which: usize, size: usize) {
        let bytes = self.bytes();
        let (value, plain) = self.value(bytes);
        let plain = &plain.to_le_bytes()[..bytes];
        if self.rng.random() {
            let at = self.rng.random_range(0..=size - bytes);
            let (content, expected, mut scalars) = self.object(which);
            content.write(&mut scalars, at, bytes, value);
            expected[at..at + bytes].copy_from_slice(plain);
        } else {
            let (offset, at) = self.offset();
            let (content, expected, mut scalars) = self.object(which);
            if at + bytes <= size {
                content.write_at(&mut scalars, offset, bytes, &value);
                expected[at..at + bytes].copy_from_slice(plain);
            }
        }
    }

    fn copy(&mut self, which: usize, size: usize) {
        let bytes = self.rng.random_range(0..=size / 2);
        let [from, to] = [(); 2].map(|()| self.rng.random_range(0..=size - bytes));
        let (source, plain) = self.objects[1 - which].clone();
        let (content, expected, mut scalars) = self.object(which);
        content.copy_from(&mut scalars, to, &source, from..from + bytes);
        expected[to..to + bytes].copy_from_slice(&plain[from..from + bytes]);
    }

    /// Copies or fills from an offset to the end.
    fn change_tail(&mut self, which: usize, size: usize) {
        let [to, from] = [(); 2].map(|()| self.rng.random_range(0..=size));
        let filler: Option<u8> = self.rng.random_bool(0.5).then(|| self.rng.random());
        let (source, plain) = self.objects[1 - which].clone();
        let (content, expected, mut scalars) = self.object(which);
        if let Some(byte) = filler {
            if content.fill_tail(&mut scalars, to, byte) {
                expected[to..].fill(byte);
            }
        } else if content.copy_tail(&mut scalars, to, &source, from) {
            // Bytes that the source does not have are arbitrary.
            let bytes = (size - to).min(size - from);
            let end = to + bytes;
            expected[to..end].copy_from_slice(&plain[from..from + bytes]);
            content.write_slice(&mut scalars, end, &expected[end..]);
        }
    }

    /// Joins both objects under a condition.
    fn join(&mut self, which: usize) {
        let (bit, value) = self.symbol(1);
        let one = self.pool.bits(1, 1);
        let condition = self.pool.eq(bit, one);
        let (theirs, other) = self.objects[1 - which].clone();
        let (content, expected, mut scalars) = self.object(which);
        *content = Bytes::ite(&mut scalars, condition, content, &theirs);
        if value == 0 {
            *expected = other;
        }
    }

    fn read(&mut self, which: usize, size: usize) {
        let bytes = self.bytes();
        let (value, at) = if self.rng.random() {
            let at = self.rng.random_range(0..=size - bytes);
            (self.read_known(which, at, bytes), at)
        } else {
            let (offset, at) = self.offset();
            if at + bytes > size {
                return;
            }
            (self.read_symbolic(which, offset, bytes), at)
        };
        let got = self.eval(&value);
        let mut expected = [0; 8];
        expected[..bytes].copy_from_slice(&self.objects[which].1[at..at + bytes]);
        assert_eq!(got, u64::from_le_bytes(expected), "{bytes} bytes at {at}");
    }

    fn read_known(&mut self, which: usize, at: usize, bytes: usize) -> Value {
        let (content, _, mut scalars) = self.object(which);
        if content.has_uninitialized(at, bytes) {
            content.ensure_written(&mut scalars, at, bytes);
        }
        content.read(&mut scalars, at, bytes)
    }

    fn read_symbolic(&mut self, which: usize, offset: Term, bytes: usize) -> Value {
        let (content, _, mut scalars) = self.object(which);
        if content.has_uninitialized_at(scalars.pool, offset, bytes) {
            content.ensure_written_at(&mut scalars, offset, bytes);
        }
        let value = content.read_at(&mut scalars, offset, bytes);
        value.expect("the offset is inside")
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
