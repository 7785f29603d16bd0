//! Time for building and evaluating terms, in nanoseconds per operation: `cargo bench -p
//! sheaf-term`.

use std::hint::black_box;
use std::time::Instant;

use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, SymbolKind, Term};

/// Runs `work`, which performs `operations` operations, and prints the time of one.
fn measure(name: &str, operations: usize, work: impl FnOnce() -> Term) {
    let start = Instant::now();
    black_box(work());
    let nanoseconds = start.elapsed().as_nanos() as f64 / operations as f64;
    println!("{name:44} {nanoseconds:8.1} ns");
}

fn symbols(pool: &mut Pool, count: usize, width: u32) -> Vec<Term> {
    (0..count)
        .map(|i| pool.symbol(&format!("s{i}"), Sort::Bits(width), SymbolKind::Input))
        .collect()
}

/// The terms of a program with many branches: character loads, promotions, sums, comparisons.
fn program(pool: &mut Pool, bytes: &[Term], rounds: usize) -> Term {
    let mut sum = pool.bits(32, 0);
    let mut path = Term::TRUE;
    for round in 0..rounds {
        let byte = pool.sext(bytes[round % bytes.len()], 32);
        let space = pool.bits(32, (round % 120) as u128);
        let equal = pool.eq(byte, space);
        let weighted = pool.mul(byte, space);
        sum = pool.add(sum, weighted);
        let limit = pool.bits(32, 5000);
        let below = pool.slt(sum, limit);
        let both = pool.or(equal, below);
        path = pool.and(path, both);
    }
    path
}

fn main() {
    const MANY: usize = 1_000_000;
    const DISTINCT: usize = 20_000;
    let mut pool = Pool::new();
    let bytes = symbols(&mut pool, 64, 8);
    let words = symbols(&mut pool, 1024, 32);
    // 20,000 different pairs: what one path of a program has.
    let pair = |i: usize| (words[i % 200], words[200 + i / 200 % 100]);

    measure("constant, known", MANY, || {
        (0..MANY).fold(Term::TRUE, |_, i| pool.bits(32, (i & 255) as u128))
    });
    measure("constants folded", MANY, || {
        let (a, b) = (pool.bits(32, 3), pool.bits(32, 4));
        (0..MANY).fold(Term::TRUE, |_, _| pool.add(black_box(a), b))
    });
    for (name, builder) in [
        ("add", Pool::add as fn(&mut Pool, Term, Term) -> Term),
        ("mul", Pool::mul),
        ("bit_and", Pool::bit_and),
        ("ult", Pool::ult),
        ("slt", Pool::slt),
        ("eq", Pool::eq),
    ] {
        let all = |pool: &mut Pool, count: usize| {
            (0..count).fold(Term::TRUE, |_, i| {
                let (a, b) = pair(i);
                builder(pool, a, b)
            })
        };
        measure(&format!("{name}, new"), DISTINCT, || {
            all(&mut pool, DISTINCT)
        });
        measure(&format!("{name}, known"), MANY, || all(&mut pool, MANY));
    }
    measure("comparison with a constant, known", MANY, || {
        let limit = pool.bits(32, 77);
        (0..MANY).fold(Term::TRUE, |_, i| pool.ult(words[i & 1023], limit))
    });
    measure("rewritten: zext(x) == k", MANY, || {
        let limit = pool.bits(32, 77);
        let wide: Vec<Term> = bytes.iter().map(|&byte| pool.zext(byte, 32)).collect();
        (0..MANY).fold(Term::TRUE, |_, i| pool.eq(wide[i & 63], limit))
    });
    measure("rewritten: byte of a concatenation", MANY, || {
        let word = bytes[..4]
            .iter()
            .copied()
            .reduce(|low, high| pool.concat(high, low))
            .unwrap();
        (0..MANY).fold(Term::TRUE, |_, i| {
            let low = 8 * (i as u32 & 3);
            pool.extract(word, low + 7, low)
        })
    });
    guards();
    const ROUNDS: usize = 100_000;
    let mut path = Term::TRUE;
    let mut fresh = Pool::new();
    let inputs = symbols(&mut fresh, 64, 8);
    measure("program, new (8 operations a round)", 8 * ROUNDS, || {
        path = program(&mut fresh, &inputs, ROUNDS);
        path
    });
    measure("program, again", 8 * ROUNDS, || {
        program(&mut fresh, &inputs, ROUNDS)
    });
    println!("{:44} {:8}", "terms of the program", fresh.len());
    let values = inputs.iter().enumerate();
    let model: Model = values
        .map(|(i, &input)| {
            (
                fresh.as_symbol(input).unwrap(),
                Constant::bits(8, (i * 37 % 256) as u128),
            )
        })
        .collect();
    let cached = CachedModel::new(model);
    let terms: Vec<Term> = conjuncts(&fresh, path);
    measure("evaluation, first time, per conjunct", terms.len(), || {
        terms.iter().fold(Term::TRUE, |_, &term| {
            fresh.bool(cached.eval_bool(&fresh, term))
        })
    });
    measure("evaluation, known", terms.len(), || {
        terms.iter().fold(Term::TRUE, |_, &term| {
            fresh.bool(cached.eval_bool(&fresh, term))
        })
    });
    measure("symbols, first time, per conjunct", terms.len(), || {
        terms.iter().fold(Term::TRUE, |_, &term| {
            fresh.bool(fresh.symbols(term).is_empty())
        })
    });
    measure("copy of a model of 64 symbols", 10_000, || {
        let models = (0..10_000).map(|_| CachedModel::new(cached.model().clone()));
        fresh.bool(models.map(|model| model.model().len()).sum::<usize>() > 0)
    });
}

/// Guards as diagrams: the values that a counter can have after 40 conditional steps.
fn guards() {
    let mut pool = Pool::new();
    pool.use_diagrams(1_000_000);
    let conditions = symbols(&mut pool, 40, 8).into_iter();
    let zero = pool.bits(8, 0);
    let conditions: Vec<Term> = conditions.map(|symbol| pool.ult(zero, symbol)).collect();
    const OPERATIONS: usize = 40 * 41 / 2 * 4;
    for name in ["guards of a counter, new", "guards of a counter, known"] {
        measure(name, OPERATIONS, || counter(&mut pool, &conditions));
    }
    println!("{:44} {:8}", "nodes of the guards", pool.guard_nodes());
}

/// The guard of an even value after counting the conditions that hold.
fn counter(pool: &mut Pool, conditions: &[Term]) -> Term {
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
    let even = exactly.iter().step_by(2);
    even.fold(Term::FALSE, |any, &guard| pool.guard_or(any, guard))
}

/// The arguments of nested conjunctions.
fn conjuncts(pool: &Pool, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut at = term;
    while pool.op(at) == sheaf_term::Op::And {
        found.push(pool.args(at)[1]);
        at = pool.args(at)[0];
    }
    found.reverse();
    found
}
