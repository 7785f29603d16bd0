//! Results of the loop analysis, compared with executing single iterations on random 8-bit numbers,
//! where everything overflows.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_engine::loops::{Acceleration, Effect, Knowledge, Loops, Oracle};
use sheaf_engine::machine::Settings;
use sheaf_engine::path::ProgramPoint;
use sheaf_engine::segment::{Entry, Slot};
use sheaf_engine::{Options, Program};
use sheaf_ir::{BlockId, FuncId};
use sheaf_solver::Solver;
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, Term};
use std::collections::BTreeMap;

/// Iterations after which a loop counts as endless: more than there are 8-bit values.
const MAX_ROUNDS: u64 = 600;

/// Number of random assignments.
const TRIALS: usize = 300;

/// Loops over `i`, `n`, `a`, `b` and `d`: the loop condition, and the body, whose last instructions
/// define the new `%i2`, `%a2` and `%b2`.
const LOOPS: [(&str, &str); 20] = [
    (
        "slt %i, %n",
        "%i2: bits8 = add %i, bits8 1\n%a2: bits8 = add %a, bits8 2\n%b2: bits8 = add %b, %a",
    ),
    (
        "slt %i, %n",
        "%i2: bits8 = add.nsw %i, bits8 1\n%a2: bits8 = add.nsw %a, bits8 2\n%b2: bits8 = add %b, %a",
    ),
    (
        "ult %i, %n",
        "%i2: bits8 = add %i, bits8 3\n%a2: bits8 = add %a, %d\n%b2: bits8 = add %a, %i",
    ),
    (
        "ult %i, %n",
        "%i2: bits8 = add %i, %d\n%a2: bits8 = add %i, bits8 0\n%b2: bits8 = add %a, bits8 0",
    ),
    (
        "slt %i, %n",
        "%i2: bits8 = add %i, %d\n%a2: bits8 = mul %a, bits8 2\n%b2: bits8 = add %b, %b",
    ),
    (
        "sle %i, %n",
        "%i2: bits8 = add %i, bits8 1\n%a2: bits8 = sub %a, bits8 1\n%b2: bits8 = sub %n, %d",
    ),
    (
        "ule %i, %n",
        "%i2: bits8 = add %i, bits8 1\n%a2: bits8 = add %b, bits8 0\n%b2: bits8 = add %a, bits8 0",
    ),
    (
        "ne %i, %n",
        "%i2: bits8 = add %i, bits8 1\n%a2: bits8 = add %a, bits8 2\n%b2: bits8 = add %b, %a",
    ),
    (
        "ne %i, %n",
        "%i2: bits8 = add %i, bits8 2\n%a2: bits8 = mul %a, bits8 4\n%b2: bits8 = mul %i, %i",
    ),
    (
        "ne %i, %n",
        "%i2: bits8 = sub %i, bits8 1\n%a2: bits8 = sub %n, %a\n%b2: bits8 = add %b, %d",
    ),
    (
        "eq %i, %n",
        "%i2: bits8 = add %i, %d\n%a2: bits8 = add %a, bits8 1\n%b2: bits8 = add %b, %a",
    ),
    (
        "slt %n, %i",
        "%i2: bits8 = sub %i, bits8 1\n%a2: bits8 = add %a, %i\n%b2: bits8 = add %b, %a",
    ),
    (
        "ult %n, %i",
        "%i2: bits8 = sub %i, bits8 5\n%a2: bits8 = add %a, %n\n%b2: bits8 = add %b, bits8 1",
    ),
    (
        "sle %n, %i",
        "%i2: bits8 = sub.nsw %i, bits8 1\n%a2: bits8 = add.nsw %a, %n\n%b2: bits8 = sub %b, bits8 1",
    ),
    (
        "slt %i, %a",
        "%i2: bits8 = add %i, bits8 1\n%a2: bits8 = sub %a, bits8 1\n%b2: bits8 = add %b, bits8 2",
    ),
    (
        "ult %i, %a",
        "%i2: bits8 = add %i, bits8 2\n%a2: bits8 = add %a, bits8 1\n%b2: bits8 = add %b, %i",
    ),
    (
        "slt %a, %n",
        "%i2: bits8 = add %i, bits8 1\n%a2: bits8 = add %a, %i\n%b2: bits8 = add %b, bits8 2",
    ),
    (
        "ult %i, bits8 100",
        "%i2: bits8 = add %i, bits8 7\n%a2: bits8 = add %a, bits8 3\n%b2: bits8 = xor %b, bits8 1",
    ),
    (
        "slt %i, %n",
        "%i2: bits8 = add %i, %a\n%a2: bits8 = add %a, bits8 0\n%b2: bits8 = shl %b, bits8 1",
    ),
    (
        "ult %i, %n",
        "%i2: bits8 = sub %i, bits8 1\n%a2: bits8 = mul %a, bits8 3\n%b2: bits8 = add %b, bits8 1",
    ),
];

fn program(condition: &str, round: &str) -> Program {
    let text = format!(
        "module ptr 8
        entry @main
        func @main() -> bits8 {{
        start: ret bits8 0
        }}
        func @f(%i0: bits8, %n: bits8, %a0: bits8, %b0: bits8, %d: bits8) -> bits8 {{
        start: jump head(%i0, %a0, %b0)
        head(%i: bits8, %a: bits8, %b: bits8): %c: bool = {condition}
          br %c, body, done
        body: {round}
          jump head(%i2, %a2, %b2)
        done: %s: bits8 = add %a, %b
          %t: bits8 = add %s, %i
          ret %t
        }}"
    );
    let module = sheaf_ir::text::parse(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    sheaf_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    Program::new(module, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn know(program: &Program, pool: &mut Pool) -> Knowledge {
    let mut solver = Solver::new(sheaf_solver::Options::default()).expect("it starts");
    let mut oracle = Oracle::new(&mut solver);
    let func = FuncId(1);
    let (block, inst) = (BlockId(1), 0);
    let entry = Entry::Point(ProgramPoint { func, block, inst });
    let mut loops = Loops::new(program, Settings::new(&Options::default()));
    loops
        .know(pool, &mut oracle, entry)
        .expect("there is a loop")
}

fn model(values: &BTreeMap<Slot, Constant>, symbols: &BTreeMap<Slot, Term>, pool: &Pool) -> Model {
    let mut model = Model::default();
    for (slot, symbol) in symbols {
        if let (Some(symbol), Some(value)) = (pool.as_symbol(*symbol), values.get(slot)) {
            model.set(symbol, value.clone());
        }
    }
    model
}

/// The values after one iteration along a path; `None` if that is not taken.
fn round(
    pool: &mut Pool,
    path: &Effect,
    values: &BTreeMap<Slot, Constant>,
) -> Option<BTreeMap<Slot, Constant>> {
    let model = CachedModel::new(model(values, &path.symbols, pool));
    let taken = path
        .guard
        .iter()
        .all(|part| model.eval_bool(pool, part.term));
    taken.then(|| after(pool, path.updates.clone(), &model, values))
}

fn after(
    pool: &mut Pool,
    updates: BTreeMap<Slot, sheaf_engine::Value>,
    model: &CachedModel,
    values: &BTreeMap<Slot, Constant>,
) -> BTreeMap<Slot, Constant> {
    let mut values = values.clone();
    for (slot, value) in updates {
        let term = value.fold(pool).expect("a scalar");
        values.insert(slot, model.eval(pool, term));
    }
    values
}

/// Whether the effect of repeated iterations agrees with single ones.
fn compare(pool: &mut Pool, known: &Acceleration, start: &BTreeMap<Slot, Constant>) -> bool {
    let path = &known.effect;
    let variables = model(start, &path.symbols, pool);
    let before = CachedModel::new(variables.clone());
    if !known
        .region
        .iter()
        .all(|term| before.eval_bool(pool, *term))
    {
        return false;
    }
    let is_here = |pool: &mut Pool, values: &BTreeMap<Slot, Constant>| {
        let model = CachedModel::new(model(values, &path.symbols, pool));
        known.region.iter().all(|term| model.eval_bool(pool, *term))
    };
    let mut values = start.clone();
    let mut rounds = 0;
    while rounds < MAX_ROUNDS && is_here(pool, &values) {
        values = round(pool, path, &values).expect("the region implies the path");
        rounds += 1;
    }
    if rounds == MAX_ROUNDS {
        assert!(known.stops.is_empty() || known.stops.iter().all(|stop| stop.is_open));
        return false;
    }
    let mut agreeing = 0;
    for stop in &known.stops {
        let counts = match stop.is_open {
            true => 1..=255,
            false => match before.eval(pool, stop.count) {
                Constant::Bits(count) => {
                    let count = count.to_u128().expect("small") as u64;
                    count..=count
                }
                other => panic!("{other:?}"),
            },
        };
        for count in counts {
            let mut model = variables.clone();
            if let Some(counter) = pool.as_symbol(stop.count) {
                let Sort::Bits(width) = pool.sort(stop.count) else {
                    panic!("a machine integer");
                };
                model.set(counter, Constant::bits(width, count.into()));
            }
            let model = CachedModel::new(model);
            if !stop
                .conditions
                .iter()
                .all(|term| model.eval_bool(pool, *term))
            {
                continue;
            }
            agreeing += 1;
            assert_eq!(count, rounds, "rounds from {start:?}");
            let reached = after(pool, stop.updates.clone(), &model, start);
            assert_eq!(reached, values, "after {rounds} rounds from {start:?}");
        }
    }
    assert_eq!(
        agreeing, 1,
        "ways to stop after {rounds} rounds from {start:?}"
    );
    true
}

#[test]
fn many_rounds_are_as_many_single_ones() {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut unknown = Vec::new();
    for (number, (condition, body)) in LOOPS.iter().enumerate() {
        let program = program(condition, body);
        let mut pool = Pool::new();
        let knowledge = know(&program, &mut pool);
        if knowledge.accelerations.is_empty() {
            unknown.push((number, knowledge.irregular()));
            continue;
        }
        let mut compared = 0;
        for (_, known) in &knowledge.accelerations {
            for _ in 0..TRIALS {
                let slots = known
                    .effect
                    .symbols
                    .keys()
                    .chain(known.effect.updates.keys());
                let near = rng.random_range(0..=255u32);
                let values = slots.map(|slot| {
                    let value = match rng.random_bool(0.5) {
                        true => rng.random_range(0..=255),
                        false => (near + rng.random_range(0..6)) % 256,
                    };
                    (*slot, Constant::bits(8, value.into()))
                });
                let values = values.collect();
                compared += usize::from(compare(&mut pool, known, &values));
            }
        }
        let endless = knowledge
            .accelerations
            .iter()
            .all(|(_, it)| it.stops.is_empty());
        assert!(compared > 10 || endless, "{condition}: {compared}");
    }
    // The step of a variable in the condition has a sign that changes; powers of three have no
    // term.
    let numbers: Vec<usize> = unknown.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [16, 19], "{unknown:?}");
}
