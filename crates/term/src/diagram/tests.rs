//! Guards against truth tables, at the node limit, and on shapes that merging creates.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

use crate::{CachedModel, Constant, Model, Pool, Sort, SymbolKind, Term};

/// More nodes than any test here needs.
const ROOM: usize = 1_000_000;

fn conditions(pool: &mut Pool, count: usize) -> Vec<Term> {
    (0..count)
        .map(|_| pool.symbol("c", Sort::Bool, SymbolKind::Input))
        .collect()
}

fn model(pool: &Pool, values: impl Iterator<Item = (Term, Constant)>) -> CachedModel {
    let values = values.map(|(term, value)| (pool.as_symbol(term).unwrap(), value));
    CachedModel::new(values.collect::<Model>())
}

/// Guards over some conditions, each with its values under 64 models.
struct Round {
    rng: SmallRng,
    pool: Pool,
    models: Vec<CachedModel>,
    guards: Vec<(Term, u64)>,
    /// Every combination of the conditions is possible.
    independent: bool,
}

impl Round {
    /// Guards over six independent conditions.
    fn new(seed: u64, max_nodes: usize) -> Round {
        let mut pool = Pool::new();
        let atoms = conditions(&mut pool, 6);
        let model = |number: usize| {
            let values = atoms.iter().enumerate();
            let values = values.map(|(at, &atom)| (atom, Constant::Bool(number >> at & 1 == 1)));
            model(&pool, values)
        };
        let models = (0..64).map(model).collect();
        Round::over(seed, max_nodes, pool, &atoms, models)
    }

    /// Guards over comparisons of one byte, a symbol or a part of one, many combinations of which
    /// are impossible.
    fn of_comparisons(seed: u64) -> Round {
        let mut pool = Pool::new();
        let (width, low) = [(8, 0), (32, 13)][seed as usize % 2];
        let whole = pool.symbol("byte", Sort::Bits(width), SymbolKind::Input);
        let byte = pool.extract(whole, low + 7, low);
        let constants = [3, 5, 8, 40].map(|value| pool.bits(8, value));
        let mut atoms = Vec::new();
        for constant in constants {
            let high = pool.lshr(byte, constant);
            atoms.extend([
                pool.eq(byte, constant),
                pool.ult(byte, constant),
                pool.slt(high, constant),
            ]);
        }
        let value = |number: usize| {
            model(
                &pool,
                [(whole, Constant::bits(width, (number as u128) << low))].into_iter(),
            )
        };
        let models = (0..64).map(value).collect();
        Round {
            independent: false,
            ..Round::over(seed, ROOM, pool, &atoms, models)
        }
    }

    /// Guards over comparisons of six numbers with each other and with constants, and one condition
    /// that is none; few of the combinations are possible.
    fn of_orders(seed: u64) -> Round {
        let mut pool = Pool::new();
        let mut rng = SmallRng::seed_from_u64(seed);
        let width = if seed.is_multiple_of(2) { 16 } else { 9 };
        let symbols: Vec<Term> = (0..6)
            .map(|_| pool.symbol("number", Sort::Bits(width), SymbolKind::Input))
            .collect();
        let other = conditions(&mut pool, 1);
        let values = [0, 1, 2, 3, (1 << width) - 1, 1 << (width - 1)];
        let constants = [1, 3].map(|value| pool.bits(width, value));
        let terms: Vec<Term> = symbols.iter().copied().chain(constants).collect();
        let mut atoms = other.clone();
        for _ in 0..24 {
            let [a, b] = [(); 2].map(|()| terms[rng.random_range(0..terms.len())]);
            atoms.push(match rng.random_range(0..5 + seed % 2) {
                0 | 1 => pool.eq(a, b),
                2..=4 => pool.slt(a, b),
                _ => pool.ult(a, b),
            });
        }
        let mut random = |_| {
            let numbers = symbols.iter().map(|symbol| {
                let value = values[rng.random_range(0..values.len())];
                (*symbol, Constant::bits(width, value))
            });
            let numbers: Vec<_> = numbers.collect();
            let truth = (other[0], Constant::Bool(rng.random_bool(0.5)));
            model(&pool, numbers.into_iter().chain([truth]))
        };
        let models = (0..64).map(&mut random).collect();
        Round {
            independent: false,
            ..Round::over(seed, ROOM, pool, &atoms, models)
        }
    }

    fn over(
        seed: u64,
        max_nodes: usize,
        mut pool: Pool,
        atoms: &[Term],
        models: Vec<CachedModel>,
    ) -> Round {
        pool.use_diagrams(max_nodes);
        let mut round = Round {
            rng: SmallRng::seed_from_u64(seed),
            pool,
            models,
            guards: vec![(Term::FALSE, 0), (Term::TRUE, u64::MAX)],
            independent: true,
        };
        let guards: Vec<_> = atoms
            .iter()
            .map(|&atom| (atom, round.table(atom)))
            .collect();
        round.guards.extend(guards);
        round
    }

    /// A new guard over existing ones, or a plain term over them that is not a guard yet, and its
    /// expected values.
    fn step(&mut self) -> (Term, u64) {
        let [(a, x), (b, y), (c, z)] =
            [(); 3].map(|()| self.guards[self.rng.random_range(0..self.guards.len())]);
        let pool = &mut self.pool;
        let exclude = pool.guards_exclude(a, b);
        assert!(!exclude || x & y == 0, "some input makes both true");
        if pool.has_diagrams() {
            assert_eq!(exclude, pool.guard_and(a, b) == Term::FALSE);
        }
        match self.rng.random_range(0..10) {
            0 | 1 => (pool.guard_and(a, b), x & y),
            2 | 3 => (pool.guard_or(a, b), x | y),
            4 => (pool.guard_not(a), !x),
            5 => {
                let xor = pool.xor(a, b);
                (pool.guard_and(xor, c), (x ^ y) & z)
            }
            6 => {
                let choice = pool.ite(a, b, c);
                (pool.guard_or(choice, Term::FALSE), x & y | !x & z)
            }
            7 => (pool.guard_ite(a, b, c), x & y | !x & z),
            8 => {
                let not = pool.guard_not(b);
                let pairs = [[a, b], [c, not], [b, c]];
                (pool.guard_any_both(&pairs), x & y | z & !y | y & z)
            }
            _ => {
                let under = pool.guard_under(a, b);
                let table = self.table(under);
                assert_eq!(table & y, x & y, "equal where the care holds");
                if y != 0 && self.independent && self.pool.has_diagrams() {
                    assert_eq!(under == Term::TRUE, y & !x == 0);
                    assert_eq!(under == Term::FALSE, y & x == 0);
                }
                (under, table)
            }
        }
    }

    fn table(&self, term: Term) -> u64 {
        let models = self.models.iter().enumerate();
        models.fold(0, |table, (at, model)| {
            table | u64::from(model.eval_bool(&self.pool, term)) << at
        })
    }
}

#[test]
fn conditions_on_one_byte_exclude_and_cover_each_other() {
    let mut pool = Pool::new();
    pool.use_diagrams(1 << 16);
    let byte = pool.symbol("byte", Sort::Bits(8), SymbolKind::Input);
    let [three, five] = [3, 5].map(|value| pool.bits(8, value));
    let (is_three, is_five) = (pool.eq(byte, three), pool.eq(byte, five));
    assert_eq!(pool.guard_and(is_three, is_five), Term::FALSE);
    let below = pool.ult(byte, five);
    assert_eq!(pool.guard_and(is_three, below), is_three);
    let above = pool.ult(five, byte);
    let other = pool.guard_or(below, above);
    assert_eq!(pool.guard_or(other, is_five), Term::TRUE);
}

/// The variables of higher bits are made later then, and are below.
#[test]
fn conditions_on_more_bits_may_come_later() {
    let mut pool = Pool::new();
    pool.use_diagrams(1 << 16);
    let word = pool.symbol("word", Sort::Bits(32), SymbolKind::Input);
    let is = |pool: &mut Pool, high: u32, value: u128| {
        let bits = pool.extract(word, high, 0);
        let value = pool.bits(high + 1, value);
        pool.eq(bits, value)
    };
    let odd = is(&mut pool, 0, 1);
    let mut any = Term::FALSE;
    for value in 0..8 {
        let same = is(&mut pool, 2, value);
        let both = if value % 2 == 1 { same } else { Term::FALSE };
        assert_eq!(pool.guard_and(odd, same), both, "{value}");
        assert_eq!(pool.guard_and(any, same), Term::FALSE, "{value}");
        any = pool.guard_or(any, same);
    }
    assert_eq!(any, Term::TRUE);
}

#[test]
fn guards_mean_what_they_say_and_equal_ones_are_one_term() {
    for seed in 0..200 {
        let mut round = Round::new(seed, ROOM);
        let mut terms: FxHashMap<u64, Term> = FxHashMap::default();
        for _ in 0..200 {
            let (term, table) = round.step();
            assert_eq!(round.table(term), table);
            assert_eq!(*terms.entry(table).or_insert(term), term);
            assert_eq!(round.pool.guard_and(term, Term::TRUE), term);
            round.guards.push((term, table));
        }
        assert!(round.pool.has_diagrams());
    }
}

/// Creates guards from guards. Each must have the values of the operation under all models.
fn check_meanings(mut round: Round) {
    for _ in 0..200 {
        let (term, table) = round.step();
        assert_eq!(round.table(term), table);
        round.guards.push((term, table));
    }
    assert!(round.pool.has_diagrams());
}

#[test]
fn guards_of_related_conditions_mean_what_they_say() {
    (0..200).map(Round::of_comparisons).for_each(check_meanings);
}

#[test]
fn guards_without_what_follows_from_the_order_mean_the_same() {
    (0..400).map(Round::of_orders).for_each(check_meanings);
}

/// There are more numbers than the order distinguishes. Only the newest are reduced, and earlier
/// results keep their meaning.
#[test]
fn orders_of_many_numbers_mean_the_same() {
    let mut pool = Pool::new();
    pool.use_diagrams(ROOM);
    let inputs: Vec<Term> = (0..100)
        .map(|_| pool.symbol("number", Sort::Bits(16), SymbolKind::Input))
        .collect();
    let one = pool.bits(16, 1);
    let numbers: Vec<Term> = inputs.iter().map(|it| pool.add(*it, one)).collect();
    let ascending: Vec<Term> = numbers
        .windows(2)
        .map(|pair| pool.slt(pair[0], pair[1]))
        .collect();
    let mut sorted = Term::TRUE;
    for (at, &less) in ascending.iter().enumerate() {
        sorted = pool.guard_and(sorted, less);
        let start = at.saturating_sub(8);
        let back = pool.slt(numbers[at + 1], numbers[start]);
        assert!(pool.guards_exclude(back, sorted), "of the newest numbers");
    }
    let values = inputs.iter().enumerate();
    let values = values.map(|(at, number)| (*number, Constant::bits(16, at as u128)));
    let values = model(&pool, values);
    assert!(values.eval_bool(&pool, sorted));
    let early = pool.slt(numbers[20], numbers[3]);
    let impossible = pool.guard_and(sorted, early);
    assert!(!values.eval_bool(&pool, impossible));
    assert_eq!(pool.guard_ite(early, sorted, sorted), sorted);
}

/// Only where `x != z` is known, `x <= w` implies `x < y`, by `w <= z <= y`. This affects a node
/// that does not mention `z`.
#[test]
fn what_follows_on_one_way_to_a_node_need_not_on_another() {
    let mut pool = Pool::new();
    pool.use_diagrams(ROOM);
    let other = conditions(&mut pool, 1)[0];
    let [w, x, y, z] =
        ["w", "x", "y", "z"].map(|name| pool.symbol(name, Sort::Bits(16), SymbolKind::Input));
    let known = [pool.sle(w, z), pool.sle(z, y)];
    let (differ, at_most, less) = (pool.ne(x, z), pool.sle(x, w), pool.slt(x, y));
    let mut guard = known
        .iter()
        .fold(Term::TRUE, |all, it| pool.guard_and(all, *it));
    let below = pool.and(at_most, less);
    let apart = pool.and(differ, below);
    let either = pool.ite(other, apart, below);
    guard = pool.guard_and(guard, either);
    let zeros = [w, x, y, z].map(|term| (term, Constant::bits(16, 0)));
    let equal = model(
        &pool,
        zeros.into_iter().chain([(other, Constant::Bool(false))]),
    );
    assert!(!equal.eval_bool(&pool, guard));
}

#[test]
fn guards_keep_their_meaning_when_diagrams_are_forgotten() {
    for seed in 0..100 {
        let mut round = Round::new(seed, 20_000);
        let mut terms: FxHashMap<u64, Term> = FxHashMap::default();
        for step in 0..200 {
            if step % 20 == 0 {
                let diagrams = round.pool.diagrams.as_mut().expect("room for all guards");
                diagrams.graph.most_nodes = diagrams.graph.len();
            }
            let (term, table) = round.step();
            assert_eq!(round.table(term), table);
            assert_eq!(*terms.entry(table).or_insert(term), term);
            assert_eq!(round.pool.guard_and(term, Term::TRUE), term);
            round.guards.push((term, table));
        }
        assert!(round.pool.has_diagrams());
    }
}

/// The bit of data that an address selects: small only if the address, which is older, is on top.
#[test]
fn what_is_selected_by_older_conditions_stays_small() {
    let mut pool = Pool::new();
    pool.use_diagrams(50_000);
    let conditions = conditions(&mut pool, 4 + 16);
    let (address, data) = conditions.split_at(4);
    for &line in address {
        pool.guard_not(line);
    }
    let mut selected = Term::FALSE;
    for (index, &bit) in data.iter().enumerate() {
        let mut here = bit;
        for (place, &line) in address.iter().enumerate() {
            let line = if index >> place & 1 == 1 {
                line
            } else {
                pool.guard_not(line)
            };
            here = pool.guard_and(here, line);
        }
        selected = pool.guard_or(selected, here);
    }
    assert!(pool.has_diagrams());
    assert!(pool.guard_nodes() < 2_000, "{} nodes", pool.guard_nodes());
    let without = pool.guard_not(selected);
    assert_eq!(pool.guard_or(selected, without), Term::TRUE);
}

#[test]
fn too_large_guards_become_plain_terms_and_keep_their_meaning() {
    let mut overflows = 0;
    for seed in 0..200 {
        let mut round = Round::new(seed, 10 + 4 * (seed as usize % 8));
        for _ in 0..200 {
            let (term, table) = round.step();
            assert_eq!(round.table(term), table);
            round.guards.push((term, table));
        }
        let has_diagrams = round.pool.has_diagrams();
        assert_eq!(round.pool.guard_nodes() > 0, has_diagrams);
        assert_eq!(round.pool.guard_overflows(), u64::from(!has_diagrams));
        overflows += round.pool.guard_overflows();
    }
    assert!(
        overflows > 150,
        "{overflows} of 200 rounds ran out of nodes"
    );
}

#[test]
fn negated_comparisons_share_a_condition() {
    let mut pool = Pool::new();
    pool.use_diagrams(ROOM);
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8), SymbolKind::Input));
    let (less, not_less) = (pool.ult(x, y), pool.ule(y, x));
    assert_eq!(pool.guard_and(less, not_less), Term::FALSE);
    assert_eq!(pool.guard_or(less, not_less), Term::TRUE);
}

/// The guards "exactly k of the conditions" for all k.
fn counter(pool: &mut Pool, conditions: &[Term]) -> Vec<Term> {
    let mut exactly = vec![Term::TRUE];
    for &condition in conditions {
        let not = pool.guard_not(condition);
        let mut next = vec![Term::FALSE; exactly.len() + 1];
        for (k, &guard) in exactly.iter().enumerate() {
            let (same, more) = (pool.guard_and(guard, not), pool.guard_and(guard, condition));
            next[k] = pool.guard_or(next[k], same);
            next[k + 1] = pool.guard_or(next[k + 1], more);
        }
        exactly = next;
    }
    exactly
}

#[test]
fn a_counter_stays_small() {
    let mut pool = Pool::new();
    pool.use_diagrams(ROOM);
    let conditions = conditions(&mut pool, 40);
    let exactly = counter(&mut pool, &conditions);
    assert!(pool.guard_nodes() < 50_000, "{} nodes", pool.guard_nodes());
    assert!(pool.len() < 50_000, "{} terms", pool.len());
    let nodes = pool.guard_nodes();
    assert_eq!(counter(&mut pool, &conditions), exactly);
    assert_eq!(pool.guard_nodes(), nodes);
    let any = exactly
        .iter()
        .fold(Term::FALSE, |any, &guard| pool.guard_or(any, guard));
    assert_eq!(any, Term::TRUE);
    assert_eq!(pool.guard_and(exactly[17], exactly[18]), Term::FALSE);
}

#[test]
fn deep_guards_do_not_exhaust_the_stack() {
    let mut pool = Pool::new();
    pool.use_diagrams(ROOM);
    let conditions = conditions(&mut pool, 20_000);
    let parity = |pool: &mut Pool, step: usize| {
        conditions
            .iter()
            .rev()
            .step_by(step)
            .fold(Term::FALSE, |odd, &c| pool.xor(odd, c))
    };
    let (all, half) = (parity(&mut pool, 1), parity(&mut pool, 2));
    let both = pool.guard_and(all, half);
    let not_half = pool.guard_not(half);
    let neither = pool.guard_and(both, not_half);
    assert_eq!(neither, Term::FALSE);
    assert_eq!(pool.guard_under(all, both), Term::TRUE);
    assert!(pool.has_diagrams());
}
