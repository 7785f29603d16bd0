//! Random terms: every builder's result is compared with evaluation of the operator itself, for all
//! operators and widths up to 200.

use num_bigint::BigInt;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rustc_hash::{FxHashMap, FxHashSet};

use sheaf_float::{self as float, FloatKind, Integral};

use super::rules_of;
use crate::constant::{ArrayValue, Constant};
use crate::node::{Symbol, Term};
use crate::op::float::Formats;
use crate::op::{OPERATORS, Op};
use crate::vector::BitVector;
use crate::{CachedModel, Model, Pool, Sort, SymbolKind, TermMap};

/// Models under which terms are compared.
const MODELS: usize = 5;
/// Maximum number of nodes by which one builder call may enlarge the graph, not counting leaves.
const MOST_NEW_NODES: usize = 24;
/// The same for a call on two choices between constants, or on sums with them.
const MOST_NEW_CHOICES: usize = 200;

/// A term, and its values under the models, computed from the table of operators only.
struct Item {
    term: Term,
    values: Vec<Constant>,
}

struct Round {
    rng: SmallRng,
    pool: Pool,
    models: Vec<CachedModel>,
    items: Vec<Item>,
    widths: Vec<u32>,
}

/// The format whose patterns have this width.
fn float_of(width: u32) -> Option<FloatKind> {
    FloatKind::ALL
        .into_iter()
        .find(|kind| kind.width() == width)
}

/// A pattern with special float behaviour, or a small number.
fn random_float(rng: &mut SmallRng, kind: FloatKind) -> u128 {
    let small = float::from_int(kind, rng.random_range(0..4096), 128, false);
    let scaled = float::div(kind, small, float::from_int(kind, 256, 128, false));
    let positive = match rng.random_range(0..8) {
        0 => 0,
        1 => rng.random_range(0..3),
        2 => float::infinity(kind, false) - rng.random_range(0..2),
        3 => float::infinity(kind, false) + rng.random_range(1..3),
        4 => float::default_nan(kind),
        5 => small,
        _ => scaled,
    };
    if rng.random() {
        float::neg(kind, positive)
    } else {
        positive
    }
}

/// A value of `width` bits, often one with a special form.
fn random_vector(rng: &mut SmallRng, width: u32) -> BitVector {
    if let Some(kind) = float_of(width)
        && rng.random()
    {
        return BitVector::new(width, random_float(rng, kind));
    }
    let ones = BitVector::new(width, 0).complement();
    let distance = BitVector::new(width, rng.random_range(0..u128::from(width)));
    match rng.random_range(0..8) {
        0 => BitVector::new(width, 0),
        1 => ones,
        2 => BitVector::new(width, 1).shl(&distance),
        3 => BitVector::new(width, rng.random_range(0..5)),
        4 => ones.lshr(&distance),
        5 => ones.shl(&distance),
        6 => BitVector::new(width, rng.random_range(0..u128::from(width) + 2)),
        _ => BitVector::from_big(
            width,
            &(BigInt::from(rng.random::<u128>()).magnitude() << rng.random_range(0..8u32)),
        ),
    }
}

fn random_constant(rng: &mut SmallRng, sort: Sort) -> Constant {
    match sort {
        Sort::Bool => Constant::Bool(rng.random()),
        Sort::Bits(width) => Constant::Bits(random_vector(rng, width)),
        Sort::Int => Constant::Int(BigInt::from(rng.random_range(-9..10))),
        Sort::Array { index, element } => {
            let mut array = ArrayValue::new(index, random_vector(rng, element));
            for _ in 0..rng.random_range(0..4) {
                array.set(&random_vector(rng, index), random_vector(rng, element));
            }
            Constant::Array(array.into())
        }
        Sort::Float { .. } | Sort::Str => Constant::default_of(sort),
    }
}

impl Round {
    fn new(seed: u64) -> Round {
        let mut rng = SmallRng::seed_from_u64(seed);
        let most = [16, 16, 16, 16, 16, 16, 130, 130, 130, 200][rng.random_range(0..10usize)];
        let mut widths: Vec<u32> = (0..3).map(|_| rng.random_range(1..=most)).collect();
        if seed.is_multiple_of(4) {
            let two = |rng: &mut SmallRng| FloatKind::ALL[rng.random_range(0..5usize)].width();
            (widths[0], widths[1]) = (two(&mut rng), two(&mut rng));
        }
        let mut pool = Pool::new();
        let mut sorts = vec![Sort::Bool, Sort::Bool, Sort::Int, Sort::Int];
        sorts.extend(widths.iter().flat_map(|&width| [Sort::Bits(width); 2]));
        sorts.push(Sort::Array {
            index: widths[0],
            element: widths[1],
        });
        let terms: Vec<Term> = sorts
            .iter()
            .map(|&sort| pool.symbol("s", sort, SymbolKind::Input))
            .collect();
        let models: Vec<CachedModel> = (0..MODELS)
            .map(|_| {
                let values = sorts.iter().enumerate();
                values
                    .map(|(id, &sort)| (Symbol(id as u32), random_constant(&mut rng, sort)))
                    .collect()
            })
            .map(CachedModel::new)
            .collect();
        let value = |model: &CachedModel, id: usize| model.model().get(Symbol(id as u32)).unwrap();
        let items = terms.iter().enumerate();
        let items = items.map(|(id, &term)| Item {
            term,
            values: models.iter().map(|m| value(m, id)).collect(),
        });
        let items = items.collect();
        Round {
            rng,
            pool,
            models,
            items,
            widths,
        }
    }

    /// An item of the sort, usually an old one; if there is none, a constant.
    fn pick(&mut self, sort: Sort) -> usize {
        let fitting: Vec<usize> = (0..self.items.len())
            .filter(|&item| self.pool.sort(self.items[item].term) == sort)
            .collect();
        if fitting.is_empty() || self.rng.random_bool(0.3) && !matches!(sort, Sort::Array { .. }) {
            let value = random_constant(&mut self.rng, sort);
            let term = self.pool.constant(&value).expect("no strings here");
            self.items.push(Item {
                term,
                values: vec![value; MODELS],
            });
            return self.items.len() - 1;
        }
        fitting[self.rng.random_range(0..fitting.len())]
    }

    /// Items and a payload that the operator takes.
    fn arguments(&mut self, op: Op) -> (Vec<usize>, u64) {
        let width = self.widths[self.rng.random_range(0..3usize)];
        let array = Sort::Array {
            index: self.widths[0],
            element: self.widths[1],
        };
        let any = [
            Sort::Bool,
            Sort::Bits(width),
            Sort::Bits(width),
            Sort::Int,
            array,
        ];
        let any = any[self.rng.random_range(0..any.len())];
        let sorts = match op {
            Op::BoolConst | Op::BitsConst | Op::IntConst | Op::Symbol => {
                unreachable!("not an operator")
            }
            Op::Not | Op::And | Op::Or => vec![Sort::Bool; op.info().arity],
            Op::Eq => vec![any; 2],
            Op::Ite => vec![Sort::Bool, any, any],
            Op::IntAdd | Op::IntMul | Op::IntDiv | Op::IntRem | Op::IntLt => vec![Sort::Int; 2],
            Op::IntToBits => return (vec![self.pick(Sort::Int)], width.into()),
            Op::Zext | Op::Sext => {
                let wider = self.widths[self.rng.random_range(0..3usize)].max(width);
                return (vec![self.pick(Sort::Bits(width))], wider.into());
            }
            Op::Extract => {
                // Bounds that are common in programs make adjacent and overlapping parts likely.
                let low = if self.rng.random() {
                    0
                } else {
                    self.rng.random_range(0..width)
                };
                let high = if self.rng.random() {
                    width - 1
                } else {
                    self.rng.random_range(low..width)
                };
                return (
                    vec![self.pick(Sort::Bits(width))],
                    u64::from(high) << 32 | u64::from(low),
                );
            }
            Op::Concat => {
                let second = self.widths[self.rng.random_range(0..3usize)];
                vec![Sort::Bits(width), Sort::Bits(second)]
            }
            Op::ConstArray => {
                return (
                    vec![self.pick(Sort::Bits(self.widths[1]))],
                    self.widths[0].into(),
                );
            }
            _ if op >= Op::FAdd => return self.float_arguments(op),
            Op::Select => vec![array, Sort::Bits(self.widths[0])],
            Op::Store => vec![
                array,
                Sort::Bits(self.widths[0]),
                Sort::Bits(self.widths[1]),
            ],
            _ => vec![Sort::Bits(width); op.info().arity],
        };
        (sorts.into_iter().map(|sort| self.pick(sort)).collect(), 0)
    }

    /// The format of one of the widths, if any is one of a format.
    fn float_kind(&mut self) -> FloatKind {
        let width = self.widths[self.rng.random_range(0..2usize)];
        float_of(width).unwrap_or(FloatKind::F16)
    }

    fn float_arguments(&mut self, op: Op) -> (Vec<usize>, u64) {
        let ways = [
            Integral::Floor,
            Integral::Ceil,
            Integral::Trunc,
            Integral::NearestEven,
        ];
        let width = self.widths[self.rng.random_range(0..3usize)].min(128);
        let kind = self.float_kind();
        let formats = Formats {
            kind,
            target: self.float_kind(),
            integral: ways[self.rng.random_range(0..4usize)],
            width,
        };
        let sort = match op {
            Op::SToF | Op::UToF => Sort::Bits(width),
            _ => Sort::Bits(kind.width()),
        };
        let args = (0..op.info().arity).map(|_| self.pick(sort)).collect();
        (args, formats.pack())
    }

    /// Integers and narrow floats that are converted to wider floats and compared, as in C.
    fn conversions(&mut self) {
        let (narrow, wide) = [
            (FloatKind::F16, FloatKind::F32),
            (FloatKind::F32, FloatKind::F64),
            (FloatKind::F64, FloatKind::F80),
            (FloatKind::F80, FloatKind::F128),
        ][self.rng.random_range(0..4usize)];
        let width = self.rng.random_range(1..=narrow.precision());
        let to = |target: FloatKind, width: u32| {
            Formats {
                target,
                width,
                ..Formats::of(narrow)
            }
            .pack()
        };
        let op = |round: &mut Round| [Op::SToF, Op::UToF][round.rng.random_range(0..2usize)];
        let compare = |round: &mut Round, kind: FloatKind, a: usize, b: usize| {
            let op = [Op::FEq, Op::FLt, Op::FLe][round.rng.random_range(0..3usize)];
            round.build(op, &[a, b], Formats::of(kind).pack());
        };
        let [i, j] = [(); 2].map(|()| self.pick(Sort::Bits(width)));
        let (op_i, op_j) = (op(self), op(self));
        let [x, y] = [(op_i, i), (op_j, j)]
            .map(|(op, item)| self.build(op, &[item], Formats::of(narrow).pack()));
        let constant = random_float(&mut self.rng, narrow);
        let constant = self.constant(BitVector::new(narrow.width(), constant));
        compare(self, narrow, x, y);
        compare(self, narrow, x, constant);
        compare(self, narrow, constant, y);
        self.build(Op::FRound, &[x], to(narrow, 0));
        for op in [Op::FToS, Op::FToU] {
            let around = self.rng.random_range(1..=width + 2);
            self.build(op, &[x], to(narrow, around));
        }
        let [a, b] = [(); 2].map(|()| self.pick(Sort::Bits(narrow.width())));
        let [wide_a, wide_b, _] = [a, b, x].map(|item| self.build(Op::FToF, &[item], to(wide, 0)));
        let constant = random_float(&mut self.rng, wide);
        let constant = self.constant(BitVector::new(wide.width(), constant));
        compare(self, wide, wide_a, wide_b);
        compare(self, wide, wide_a, constant);
        compare(self, wide, constant, wide_b);
        let back = Formats {
            target: narrow,
            ..Formats::of(wide)
        };
        self.build(Op::FToF, &[wide_a], back.pack());
        let sum = self.build(Op::FAdd, &[a, b], Formats::of(narrow).pack());
        self.build(Op::FToF, &[sum], to(narrow, 0));
    }

    /// Builds terms of typical shapes of programs, which random choice rarely produces.
    fn shapes(&mut self) {
        let width = self.widths[self.rng.random_range(0..3usize)];
        let [x, y, z] = [(); 3].map(|()| self.pick(Sort::Bits(width)));
        let condition = self.pick(Sort::Bool);
        let compare = [Op::Eq, Op::Ult, Op::Slt];
        let compare = |round: &mut Round, a, b| {
            let op = compare[round.rng.random_range(0..3usize)];
            round.build(op, &[a, b], 0);
        };
        // Concatenations that share a part.
        let [xy, xz, zy] = [[x, y], [x, z], [z, y]].map(|pair| self.build(Op::Concat, &pair, 0));
        compare(self, xy, xz);
        compare(self, xy, zy);
        self.build(Op::Ite, &[condition, xy, xz], 0);
        self.build(Op::Ite, &[condition, xy, zy], 0);
        // Extensions of one width.
        for op in [Op::Zext, Op::Sext] {
            let [wide_x, wide_y] = [x, y].map(|item| self.build(op, &[item], u64::from(2 * width)));
            self.build(Op::Ite, &[condition, wide_x, wide_y], 0);
        }
        // Two cases with one consequence.
        let other = self.pick(Sort::Bool);
        let opposite = self.build(Op::Not, &[condition], 0);
        for (op, join) in [(Op::Or, Op::And), (Op::And, Op::Or)] {
            let cases = [condition, opposite].map(|case| self.build(op, &[case, other], 0));
            self.build(join, &cases, 0);
        }
        // A term and a part of it.
        let difference = self.build(Op::Sub, &[x, y], 0);
        self.build(Op::Eq, &[difference, x], 0);
        // Bytes put together by addition.
        let zero = self.constant(BitVector::new(width, 0));
        let high = self.build(Op::Concat, &[x, zero], 0);
        let low = self.build(Op::Zext, &[y], u64::from(2 * width));
        self.build(Op::Add, &[high, low], 0);
        self.cut_and_join(xz, 2 * width);
    }

    /// Combines words that consist of parts of different widths.
    fn parts(&mut self) {
        let width = self.widths[self.rng.random_range(0..3usize)].max(2);
        let bounds = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let [x, y] = [(); 2].map(|()| self.pick(Sort::Bits(width)));
        let cut = self.rng.random_range(1..width);
        let other_cut = (cut + self.rng.random_range(0..3) - 1).clamp(1, width - 1);
        let high = self.build(Op::Extract, &[x], bounds(width - 1, cut));
        let low = match self.rng.random_range(0..2) {
            0 => self.constant(BitVector::new(cut, 0)),
            _ => self.build(Op::Extract, &[y], bounds(cut - 1, 0)),
        };
        let joined = self.build(Op::Concat, &[high, low], 0);
        // A sum that is aligned.
        let (sum, above) = (
            self.build(Op::Add, &[joined, y], 0),
            u128::MAX.checked_shl(cut).unwrap_or(0),
        );
        let mask = self.constant(BitVector::new(
            width,
            above & (u128::MAX >> 128u32.saturating_sub(width)),
        ));
        self.build(Op::BitAnd, &[sum, mask], 0);
        let below = self.build(Op::Extract, &[x], bounds(other_cut - 1, 0));
        let extended = self.build(Op::Zext, &[below], width.into());
        for op in [
            Op::BitOr,
            Op::BitXor,
            Op::BitAnd,
            Op::Add,
            Op::Eq,
            Op::Ult,
            Op::Slt,
        ] {
            self.build(op, &[joined, extended], 0);
            self.build(op, &[extended, joined], 0);
        }
    }

    /// Combines choices between constants as in merged states, alone and added to a term.
    fn choices(&mut self) {
        let width = self.widths[self.rng.random_range(0..3usize)];
        let base = self.pick(Sort::Bits(width));
        let [mut x, mut y, z] = [(); 3].map(|()| self.constant_of(width));
        let mut above = base;
        for _ in 0..5 {
            let condition = self.pick(Sort::Bool);
            for item in [&mut x, &mut y, &mut above] {
                let step = self.constant_of(width);
                let changed = self.build(Op::Add, &[*item, step], 0);
                *item = self.build(Op::Ite, &[condition, changed, *item], 0);
            }
        }
        for op in [
            Op::Sub,
            Op::Mul,
            Op::Urem,
            Op::BitAnd,
            Op::Shl,
            Op::Eq,
            Op::Ult,
            Op::Slt,
        ] {
            for [a, b] in [[x, y], [x, z], [above, x], [above, base]] {
                self.build(op, &[a, b], 0);
            }
        }
        let other = self.pick(Sort::Bits(width));
        // As texts are compared: the difference of two units where they differ.
        let equal = self.build(Op::Eq, &[base, other], 0);
        let difference = self.build(Op::Sub, &[base, other], 0);
        let rest = self.pick(Sort::Bits(width));
        let compared = self.build(Op::Ite, &[equal, rest, difference], 0);
        let zero = self.constant(BitVector::new(width, 0));
        self.build(Op::Eq, &[compared, zero], 0);
        let sum = self.build(Op::Add, &[above, other], 0);
        self.build(Op::Add, &[sum, x], 0);
        self.build(
            Op::Extract,
            &[y],
            u64::from(width - 1) << 32 | u64::from(width / 2),
        );
    }

    /// An item that is some constant.
    fn constant_of(&mut self, width: u32) -> usize {
        let value = random_vector(&mut self.rng, width);
        self.constant(value)
    }

    /// Compares a term with its own value under a model, and with the neighbours of that.
    fn near_value(&mut self) {
        let width = self.widths[self.rng.random_range(0..3usize)];
        let item = self.pick(Sort::Bits(width));
        let op = [Op::Add, Op::Mul, Op::BitXor, Op::Sub, Op::Ashr, Op::Urem]
            [self.rng.random_range(0..6usize)];
        let constant = self.constant(random_vector(
            &mut SmallRng::seed_from_u64(self.items.len() as u64),
            width,
        ));
        let item = self.build(op, &[item, constant], 0);
        let model = self.rng.random_range(0..MODELS);
        let Some(value) = self.items[item].values[model].as_vector().cloned() else {
            return;
        };
        let one = BitVector::new(width, 1);
        for value in [value.sub(&one), value.clone(), value.add(&one)] {
            let constant = self.constant(value);
            for op in [Op::Eq, Op::Ult, Op::Slt] {
                self.build(op, &[item, constant], 0);
                self.build(op, &[constant, item], 0);
            }
        }
    }

    /// An item that is a constant.
    fn constant(&mut self, value: BitVector) -> usize {
        let term = self.pool.vector(value.clone());
        self.items.push(Item {
            term,
            values: vec![Constant::Bits(value); MODELS],
        });
        self.items.len() - 1
    }

    /// Takes a term of `width` bits apart and puts it together again.
    fn cut_and_join(&mut self, item: usize, width: u32) {
        let sum = self.build(Op::Mul, &[item, item], 0);
        let middle = self.rng.random_range(1..width);
        let bounds = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let high = self.build(Op::Extract, &[sum], bounds(width - 1, middle));
        let low = self.build(Op::Extract, &[sum], bounds(middle - 1, 0));
        self.build(Op::Concat, &[high, low], 0);
        let more = self.build(Op::Concat, &[low, item], 0);
        self.build(Op::Concat, &[high, more], 0);
    }

    /// Builds one random term and compares.
    fn step(&mut self) {
        // Operators on floats have few rules, and would crowd out the others'.
        let end = match self.rng.random_range(0..10) {
            0 => OPERATORS.len(),
            _ => Op::FAdd as usize,
        };
        let op = OPERATORS[self.rng.random_range(Op::Not as usize..end)].op;
        let (args, payload) = self.arguments(op);
        self.build(op, &args, payload);
    }

    /// Builds a term from items, compares its values, and adds it to the items.
    fn build(&mut self, op: Op, args: &[usize], payload: u64) -> usize {
        let terms: Vec<Term> = args.iter().map(|&item| self.items[item].term).collect();
        let value = |model: usize| {
            let values: Vec<Constant> = args
                .iter()
                .map(|&item| self.items[item].values[model].clone())
                .collect();
            (op.info().large)(&values, payload).expect("arguments that fit")
        };
        let values: Vec<Constant> = (0..MODELS).map(value).collect();
        let mut places = [Term(0); 3];
        places[..terms.len()].copy_from_slice(&terms);
        let before = self.graph(&terms);
        let identity = matches!(op, Op::Zext | Op::Sext)
            && u64::from(self.pool.width(terms[0])) == payload
            || op == Op::Extract && payload == u64::from(self.pool.width(terms[0]) - 1) << 32;
        let term = if identity {
            terms[0]
        } else {
            self.pool.make(op, places, payload)
        };
        let after = self.graph(&[term]);
        let has_choice = |&term: &Term| {
            let args = self.pool.args(term).iter();
            args.chain([&term]).any(|&part| self.pool.has_leaves(part))
        };
        let most_new = match terms.iter().filter(|&term| has_choice(term)).count() {
            0 | 1 => MOST_NEW_NODES,
            _ => MOST_NEW_CHOICES,
        };
        let shown = |round: &Round| {
            let parts: Vec<String> = terms
                .iter()
                .map(|&t| crate::display(&round.pool, t).to_string())
                .collect();
            format!(
                "{op:?} {payload:#x} of {parts:?} became {}",
                crate::display(&round.pool, term)
            )
        };
        assert!(
            after <= before + most_new,
            "{before} nodes grew to {after}: {}",
            shown(self)
        );
        for (model, value) in values.iter().enumerate() {
            assert_eq!(
                &self.models[model].eval(&self.pool, term),
                value,
                "{}",
                shown(self)
            );
            self.check_facts(term, value);
        }
        self.items.push(Item { term, values });
        self.items.len() - 1
    }

    /// Compares what the pool knows of a term with one value of it.
    fn check_facts(&self, term: Term, value: &Constant) {
        let Some(vector) = value.as_vector() else {
            return;
        };
        assert!(vector.trailing_zeros() >= self.pool.trailing_zeros(term));
        let Some(value) = vector.to_u128() else {
            return;
        };
        let (low, high) = self.pool.range(term);
        let signed = crate::vector::signed(value, vector.width());
        let (least, greatest) = self.pool.signed_range(term);
        let shown = crate::display(&self.pool, term);
        assert!(
            low <= value && value <= high,
            "{value} is not in {low}..={high}: {shown}"
        );
        assert!(
            least <= signed && signed <= greatest,
            "{signed} is not in {least}..={greatest}: {shown}"
        );
    }

    /// The number of nodes with arguments that the terms consist of.
    fn graph(&self, terms: &[Term]) -> usize {
        let mut seen = FxHashSet::default();
        let mut stack = terms.to_vec();
        while let Some(term) = stack.pop() {
            if !self.pool.args(term).is_empty() && seen.insert(term) {
                stack.extend(self.pool.args(term));
            }
        }
        seen.len()
    }

    /// Replaces all symbols by their values: every term must become the constant that it evaluates
    /// to.
    fn check_substitution(&mut self) {
        let mut map = TermMap::default();
        for (symbol, value) in self.models[0].model().iter() {
            let constant = self.pool.constant(&value).expect("no strings here");
            map.insert(self.pool.symbol_term(symbol), constant);
        }
        for item in (0..self.items.len()).rev().step_by(7) {
            let term = self.pool.substitute(self.items[item].term, &map);
            let expected = &self.items[item].values[0];
            assert_eq!(&crate::eval(&self.pool, &Model::new(), term), expected);
            if self.pool.symbols(self.items[item].term).is_empty() {
                continue;
            }
            assert!(!self.pool.has_symbol(term));
        }
    }
}

#[test]
fn rewriting_keeps_values_and_every_rule_applies() {
    let mut hits: FxHashMap<&'static str, u64> = FxHashMap::default();
    for seed in 0..6_000 {
        let mut round = Round::new(seed);
        for step in 0..120 {
            round.step();
            if step % 60 == 59 {
                round.shapes();
                round.choices();
            }
            if seed.is_multiple_of(4) && step % 60 == 59 {
                round.conversions();
            }
            if step % 40 == 39 {
                round.near_value();
                round.parts();
            }
        }
        if seed % 16 == 0 {
            round.check_substitution();
        }
        for (name, count) in round.pool.rule_hits {
            *hits.entry(name).or_default() += count;
        }
    }
    let rules = OPERATORS.iter().flat_map(|row| rules_of(row.op));
    let unused: Vec<_> = rules
        .map(|rule| rule.name)
        .filter(|name| !hits.contains_key(name))
        .collect();
    assert!(unused.is_empty(), "rules that never applied: {unused:#?}");
}
