//! Guards over comparisons of inputs: all orders of four numbers, against truth tables.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

use crate::{CachedModel, Choices, Constant, Model, Op, Pool, Sort, SymbolKind, Term};

const ROOM: usize = 1_000_000;

/// Four inputs, and models with all their orders: 75 of them.
struct Orders {
    pool: Pool,
    numbers: Vec<Term>,
    models: Vec<CachedModel>,
}

impl Orders {
    fn new() -> Orders {
        let mut pool = Pool::new();
        pool.use_diagrams(ROOM);
        let numbers: Vec<Term> = (0..4)
            .map(|_| pool.symbol("number", Sort::Bits(16), SymbolKind::Input))
            .collect();
        let mut models = Vec::new();
        for code in 0..256_u32 {
            let values: Vec<u32> = (0..4).map(|at| code >> (2 * at) & 3).collect();
            let most = values.iter().max().copied().unwrap_or(0);
            if (0..most).all(|value| values.contains(&value)) {
                let values = numbers.iter().zip(values);
                let values = values.map(|(number, value)| {
                    let symbol = pool.as_symbol(*number).expect("an input");
                    (symbol, Constant::bits(16, value.into()))
                });
                models.push(CachedModel::new(values.collect::<Model>()));
            }
        }
        assert_eq!(models.len(), 75);
        Orders {
            pool,
            numbers,
            models,
        }
    }

    /// The comparisons of all pairs.
    fn comparisons(&mut self, equal: bool) -> Vec<Term> {
        let mut all = Vec::new();
        for &a in &self.numbers {
            for &b in self.numbers.iter().filter(|b| **b != a) {
                let pool = &mut self.pool;
                all.push(if equal { pool.eq(a, b) } else { pool.slt(a, b) });
            }
        }
        all
    }

    fn table(&self, term: Term) -> u128 {
        let models = self.models.iter().enumerate();
        models.fold(0, |table, (at, model)| {
            table | u128::from(model.eval_bool(&self.pool, term)) << at
        })
    }

    /// A model of a guard, by a random way through it.
    fn check_model(&mut self, rng: &mut SmallRng, guard: Term) {
        let choices = self.pool.guard_choices(&[guard]).expect("room");
        let (mut node, mut outcomes) = (choices.root(), Vec::new());
        while node != Choices::TRUE {
            let choice = choices.node(node);
            let holds = choice.otherwise == Choices::FALSE
                || choice.then != Choices::FALSE && rng.random_bool(0.5);
            outcomes.push((choice.condition, holds));
            node = if holds { choice.then } else { choice.otherwise };
        }
        let near = &self.models[rng.random_range(0..self.models.len())];
        let mut model = near.model().clone();
        for (symbol, value) in self.pool.ordered_values(&outcomes, near) {
            model.set(symbol, value);
        }
        assert!(CachedModel::new(model).eval_bool(&self.pool, guard));
    }
}

#[test]
fn guards_that_are_equal_by_order_are_one_term() {
    for seed in 0..40 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut orders = Orders::new();
        let mut guards = orders.comparisons(false);
        for less in &guards {
            orders.pool.guard_not(*less);
        }
        guards.extend(orders.comparisons(true));
        let mut guards: Vec<(Term, u128)> =
            guards.iter().map(|it| (*it, orders.table(*it))).collect();
        let mut terms: FxHashMap<u128, Term> = FxHashMap::default();
        for _ in 0..200 {
            let [(a, x), (b, y), (c, z)] =
                [(); 3].map(|()| guards[rng.random_range(0..guards.len())]);
            let pool = &mut orders.pool;
            assert_eq!(pool.guards_exclude(a, b), x & y == 0);
            let (term, table) = match rng.random_range(0..4) {
                0 => (pool.guard_and(a, b), x & y),
                1 => (pool.guard_or(a, b), x | y),
                2 => (pool.guard_not(a), ((1 << 75) - 1) & !x),
                _ => (pool.guard_ite(a, b, c), x & y | !x & z),
            };
            assert_eq!(orders.table(term), table);
            assert_eq!(*terms.entry(table).or_insert(term), term);
            assert_eq!(term == Term::FALSE, table == 0);
            if table != 0 {
                orders.check_model(&mut rng, term);
            }
            guards.push((term, table));
        }
    }
}

/// Parts of guards are conditions, too, such as the bits of codes.
#[test]
fn parts_of_guards_mean_the_same() {
    for seed in 0..40 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut orders = Orders::new();
        let mut guards = [orders.comparisons(false), orders.comparisons(true)].concat();
        for _ in 0..200 {
            let [a, b] = [(); 2].map(|()| guards[rng.random_range(0..guards.len())]);
            let a = part(&orders.pool, &mut rng, a);
            let (x, y) = (orders.table(a), orders.table(b));
            let pool = &mut orders.pool;
            assert!(!pool.guards_exclude(a, b) || x & y == 0);
            let (guard, table) = match rng.random_range(0..3) {
                0 => (pool.guard_and(a, b), x & y),
                1 => (pool.guard_or(a, b), x | y),
                _ => (pool.guard_not(a), ((1 << 75) - 1) & !x),
            };
            assert_eq!(orders.table(guard), table);
            guards.push(guard);
        }
    }
}

/// A part of a guard.
fn part(pool: &Pool, rng: &mut SmallRng, mut term: Term) -> Term {
    for _ in 0..rng.random_range(0..8) {
        let args = pool.args(term);
        if args.iter().any(|it| pool.sort(*it) != Sort::Bool) || args.is_empty() {
            break;
        }
        term = args[rng.random_range(0..args.len())];
    }
    term
}

/// The diagrams of the parts of a bit's meaning are large.
#[test]
fn bits_of_codes_have_small_diagrams() {
    let mut pool = Pool::new();
    pool.use_diagrams(ROOM);
    let numbers: Vec<Term> = (0..15)
        .map(|_| pool.symbol("number", Sort::Bits(32), SymbolKind::Input))
        .collect();
    let mut greatest = Term::TRUE;
    for pair in numbers.windows(2) {
        let less = pool.slt(pair[0], pair[1]);
        greatest = pool.guard_and(greatest, less);
    }
    // As path conditions keep it.
    let mut pending = vec![greatest];
    let mut all = Term::TRUE;
    while let Some(term) = pending.pop() {
        match pool.op(term) == Op::And && !pool.is_atom(term) {
            true => pending.extend(pool.args(term)),
            false => all = pool.guard_and(all, term),
        }
    }
    assert_eq!(all, greatest);
    assert!(pool.guard_nodes() < 10_000, "{} nodes", pool.guard_nodes());
}

/// Numbers get codes when they are compared by "less", after equalities on them. Some guards
/// restrict others.
#[test]
fn guards_mean_the_same_when_numbers_get_codes() {
    for seed in 0..60 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut orders = Orders::new();
        let (less, equal) = (orders.comparisons(false), orders.comparisons(true));
        let known = |orders: &Orders, it: &Term| (*it, orders.table(*it));
        let mut guards: Vec<_> = equal.iter().map(|it| known(&orders, it)).collect();
        for step in 0..200 {
            if step % 20 == 10 {
                let new = less[rng.random_range(0..less.len())];
                guards.push(known(&orders, &new));
            }
            let [(a, x), (b, y)] = [(); 2].map(|()| guards[rng.random_range(0..guards.len())]);
            let pool = &mut orders.pool;
            let (term, table) = match rng.random_range(0..4) {
                0 => (pool.guard_and(a, b), x & y),
                1 => (pool.guard_or(a, b), x | y),
                2 => (pool.guard_not(a), ((1 << 75) - 1) & !x),
                _ => {
                    let under = pool.guard_under(a, b);
                    let table = orders.table(under);
                    assert_eq!(table & y, x & y, "equal where the care holds");
                    (under, table)
                }
            };
            assert_eq!(orders.table(term), table);
            guards.push((term, table));
        }
        assert!(orders.pool.has_diagrams());
    }
}

#[test]
fn more_numbers_than_have_codes_mean_the_same() {
    let mut pool = Pool::new();
    pool.use_diagrams(ROOM);
    let numbers: Vec<Term> = (0..40)
        .map(|_| pool.symbol("number", Sort::Bits(16), SymbolKind::Input))
        .collect();
    let mut sorted = Term::TRUE;
    for pair in numbers.windows(2) {
        let less = pool.slt(pair[0], pair[1]);
        sorted = pool.guard_and(sorted, less);
    }
    let back = pool.slt(numbers[12], numbers[3]);
    assert!(pool.guards_exclude(back, sorted));
    for exchanged in [None, Some(5), Some(14), Some(15), Some(30)] {
        let mut values: Vec<u128> = (0..40).collect();
        if let Some(at) = exchanged {
            values.swap(at, at + 1);
        }
        let values = numbers.iter().zip(values);
        let values = values.map(|(number, value)| {
            let symbol = pool.as_symbol(*number).expect("an input");
            (symbol, Constant::bits(16, value))
        });
        let model = CachedModel::new(values.collect::<Model>());
        assert_eq!(model.eval_bool(&pool, sorted), exchanged.is_none());
    }
}

#[test]
fn pairs_that_are_not_compared_with_each_other_stay_apart() {
    let mut pool = Pool::new();
    pool.use_diagrams(ROOM);
    let mut number = |_| pool.symbol("number", Sort::Bits(16), SymbolKind::Input);
    let numbers: Vec<Term> = (0..16).map(&mut number).collect();
    let less = |pool: &mut Pool, a: usize, b: usize| pool.slt(numbers[a], numbers[b]);
    let mut size = |a, b| {
        let guard = less(&mut pool, a, b);
        pool.guard_choices(&[guard]).expect("room").len()
    };
    // One bit and the leaves.
    assert!((0..16).step_by(2).all(|at| size(at, at + 1) == 3));
    // A comparison of two pairs joins them, and only them.
    size(0, 2);
    assert!(size(1, 3) > 3);
    assert_eq!(size(14, 15), 3);
}
