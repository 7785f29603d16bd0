//! Tables of merged paths, compared with the list of members of each path.

use super::{Guards, Table};
use crate::value::{ObjectId, Text, Value};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, SymbolKind, Term};
use std::rc::Rc;

/// Members outside of the array part, in order, and those in it.
type Members = Vec<(Value, Value)>;

/// The table of one path: setting moves no member, and a new one is appended.
fn set(members: &mut Members, key: &Value, value: &Value) {
    let at = members.iter().position(|(other, _)| other == key);
    match (at, *value == Value::EMPTY) {
        (Some(at), true) => drop(members.remove(at)),
        (Some(at), false) => members[at].1 = value.clone(),
        (None, true) => {}
        (None, false) => members.push((key.clone(), value.clone())),
    }
}

/// Integers first, then the others in their order.
fn sorted(members: &Members) -> Members {
    let number = |key: &Value| key.as_u64().unwrap_or(u64::MAX);
    let mut members = members.clone();
    members.sort_by_key(|(key, _)| number(key));
    members
}

/// The value under a model.
fn resolve(pool: &mut Pool, model: &CachedModel, value: &Value) -> Value {
    let mut found = value
        .members()
        .filter(|(guard, _)| model.eval_bool(pool, *guard));
    let (_, value) = found.next().expect("one member of a union holds");
    assert!(found.next().is_none(), "members exclude each other");
    let value = value.clone();
    match value {
        Value::Term(term) => match model.eval_bits(pool, term) {
            Some(bits) => Value::bits(pool.width(term), bits),
            None => Value::Bool(model.eval_bool(pool, term)),
        },
        value => value,
    }
}

/// The members of a table under a model, by position.
fn members(pool: &mut Pool, model: &CachedModel, table: &Table) -> Members {
    let mut all = Members::new();
    for at in 0..table.positions() {
        let key = table.key(pool, at);
        let key = resolve(pool, model, &key);
        if key != Value::EMPTY {
            let value = table.get(pool, &key);
            all.push((key, resolve(pool, model, &value)));
        }
    }
    sorted(&all)
}

fn random_key(rng: &mut SmallRng) -> Value {
    match rng.random_range(0..10) {
        number @ 0..5 => Value::bits(32, number),
        letter => Value::Str(Rc::new(Text::from(vec![97 + letter as u16]))),
    }
}

fn random_value(rng: &mut SmallRng) -> Value {
    match rng.random_range(0..4) {
        0 => Value::EMPTY,
        1 => Value::Ptr {
            object: ObjectId(rng.random_range(1..4)),
            offset: 0,
        },
        _ => Value::bits(32, rng.random_range(0..3)),
    }
}

/// Paths: a table, and its members under each of four models.
struct Path {
    table: Table,
    members: [Members; 4],
}

impl Path {
    /// Writes randomly, sometimes under a condition.
    fn write(
        &mut self,
        pool: &mut Pool,
        rng: &mut SmallRng,
        models: &[CachedModel],
        atoms: &[Term],
    ) {
        for _ in 0..rng.random_range(0..6) {
            let (key, value) = (random_key(rng), random_value(rng));
            let here = match rng.random_range(0..3) {
                0 => atoms[rng.random_range(0..atoms.len())],
                _ => Term::TRUE,
            };
            let path = Term::TRUE;
            self.table.set(pool, Guards { here, path }, &key, &value);
            for (members, model) in self.members.iter_mut().zip(models) {
                if model.eval_bool(pool, here) {
                    set(members, &key, &value);
                }
            }
        }
    }
}

fn check_merging(diagrams: bool) {
    let mut joined = 0;
    for seed in 0..400 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut pool = Pool::new();
        if diagrams {
            pool.use_diagrams(1_000_000);
        }
        let atoms: Vec<Term> = (0..2)
            .map(|_| pool.symbol("c", Sort::Bool, SymbolKind::Input))
            .collect();
        let models: Vec<CachedModel> = (0..4)
            .map(|number| {
                let values = atoms.iter().enumerate().map(|(at, atom)| {
                    let symbol = pool.as_symbol(*atom).expect("a symbol");
                    (symbol, Constant::Bool(number >> at & 1 == 1))
                });
                CachedModel::new(values.collect::<Model>())
            })
            .collect();
        let mut path = Path {
            table: Table::default(),
            members: Default::default(),
        };
        for _ in 0..4 {
            path.write(&mut pool, &mut rng, &models, &atoms);
            let mut other = Path {
                table: path.table.clone(),
                members: path.members.clone(),
            };
            path.write(&mut pool, &mut rng, &models, &atoms);
            other.write(&mut pool, &mut rng, &models, &atoms);
            if path.table.can_join(&other.table) {
                joined += 1;
                let condition = atoms[rng.random_range(0..2)];
                path.table = Table::ite(&mut pool, condition, &path.table, &other.table);
                for (at, model) in models.iter().enumerate() {
                    if !model.eval_bool(&pool, condition) {
                        path.members[at] = other.members[at].clone();
                    }
                }
            }
            for (expected, model) in path.members.iter().zip(&models) {
                let found = members(&mut pool, model, &path.table);
                assert_eq!(found, sorted(expected), "seed {seed}");
            }
        }
    }
    assert!(joined > 400, "{joined} joins");
}

#[test]
fn merged_tables_have_the_members_of_each_path_in_its_order() {
    check_merging(false);
    check_merging(true);
}

/// A key that is a term is each of the keys that it can be.
#[test]
fn a_symbolic_key_means_what_its_value_means() {
    for seed in 0..200 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut pool = Pool::new();
        let symbols: Vec<Term> = (0..2)
            .map(|_| pool.symbol("k", Sort::Bits(32), SymbolKind::Input))
            .collect();
        let numbers: Vec<u128> = (0..2).map(|_| rng.random_range(0..5)).collect();
        let values = symbols.iter().zip(&numbers).map(|(symbol, number)| {
            let symbol = pool.as_symbol(*symbol).expect("a symbol");
            (symbol, Constant::bits(32, *number))
        });
        let model = CachedModel::new(values.collect::<Model>());
        let (mut table, mut expected) = (Table::default(), Members::new());
        for _ in 0..12 {
            let at = rng.random_range(0..4);
            let (key, known) = match symbols.get(at) {
                Some(symbol) => (Value::Term(*symbol), Value::bits(32, numbers[at])),
                None => {
                    let key = random_key(&mut rng);
                    (key.clone(), key)
                }
            };
            let value = random_value(&mut rng);
            let guards = Guards {
                here: Term::TRUE,
                path: Term::TRUE,
            };
            table.set(&mut pool, guards, &key, &value);
            set(&mut expected, &known, &value);
            for number in 0..5 {
                let key = Value::bits(32, number);
                let held = table.get(&mut pool, &key);
                let held = resolve(&mut pool, &model, &held);
                let wanted = expected.iter().find(|(other, _)| *other == key);
                let wanted = wanted.map_or(Value::EMPTY, |(_, value)| value.clone());
                assert_eq!(held, wanted, "seed {seed}");
            }
        }
        let found = members(&mut pool, &model, &table);
        assert_eq!(found, sorted(&expected), "seed {seed}");
    }
}

/// Writing known members gives the same table, or changes nothing.
#[test]
fn known_members_are_set_as_others() {
    let mut rng = SmallRng::seed_from_u64(11);
    let mut pool = Pool::new();
    let guards = Guards {
        here: Term::TRUE,
        path: Term::TRUE,
    };
    let mut known = 0;
    for _ in 0..200 {
        let mut table = Table::default();
        for _ in 0..20 {
            let key = match rng.random_range(0..3) {
                0 => Value::Str(Rc::new(Text::from(["a", "b", "c"][rng.random_range(0..3)]))),
                _ => Value::bits(32, rng.random_range(0..6)),
            };
            let value = match rng.random_range(0..4) {
                0 => Value::EMPTY,
                _ => Value::bits(32, rng.random_range(0..9)),
            };
            let before = table.clone();
            let mut quickly = table.clone();
            table.set(&mut pool, guards, &key, &value);
            match quickly.set_known(&key, &value) {
                true => {
                    known += 1;
                    assert_eq!(quickly, table);
                    assert_eq!(quickly.known(&key), Some(Some(&value)));
                }
                false => assert_eq!(quickly, before),
            }
            let found = table.known(&key).expect("no key is symbolic").cloned();
            assert_eq!(found.unwrap_or(Value::EMPTY), table.get(&mut pool, &key));
        }
    }
    assert!(known > 1000, "{known}");
}
