//! Guards of comparisons: the choices link answers like the backends.

use std::rc::Rc;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use sheaf_solver::{Answer, Links, Options, Query, Solver};
use sheaf_term::{CachedModel, Model, Pool, Sort, SymbolKind, Term};

/// Numbers of a sort that are compared with each other and with constants, at random.
struct Guards {
    rng: SmallRng,
    pool: Pool,
    numbers: Vec<Term>,
    conditions: Vec<Term>,
}

impl Guards {
    fn new(seed: u64, sort: Sort) -> Guards {
        let mut pool = Pool::new();
        pool.use_diagrams(1 << 20);
        let numbers = (0..5)
            .map(|_| pool.symbol("number", sort, SymbolKind::Input))
            .collect();
        let mut guards = Guards {
            rng: SmallRng::seed_from_u64(seed),
            pool,
            numbers,
            conditions: Vec::new(),
        };
        let few = guards.rng.random_range(4..24);
        guards.conditions = (0..few).map(|_| guards.comparison(sort)).collect();
        guards
    }

    fn number(&mut self) -> Term {
        self.numbers[self.rng.random_range(0..self.numbers.len())]
    }

    /// A comparison, sometimes of a sum, which is unrelated to its parts for the order.
    fn comparison(&mut self, sort: Sort) -> Term {
        let [a, b, c] = [(); 3].map(|()| self.number());
        let small = self.rng.random_range(-2..3i32);
        let kind = self.rng.random_range(0..12);
        let pool = &mut self.pool;
        let Sort::Bits(width) = sort else {
            let small = pool.int(small.into());
            let sum = pool.int_add(a, small);
            return match kind {
                0..4 => pool.int_lt(a, b),
                4..6 => pool.int_lt(sum, b),
                6 => pool.int_lt(b, sum),
                7 => pool.eq(sum, b),
                8 => pool.eq(a, small),
                _ => pool.eq(a, b),
            };
        };
        let small = pool.bits(width, small as u128);
        let sum = pool.add(a, c);
        match kind {
            0..3 => pool.slt(a, b),
            3 => pool.slt(a, small),
            4 => pool.slt(small, b),
            5 | 6 => pool.ult(a, b),
            7 => pool.slt(sum, b),
            8 => pool.eq(a, small),
            _ => pool.eq(a, b),
        }
    }

    /// A guard with this many levels of choices.
    fn guard(&mut self, levels: u32) -> Term {
        let condition = self.conditions[self.rng.random_range(0..self.conditions.len())];
        if levels == 0 {
            return condition;
        }
        let (a, b) = (self.guard(levels - 1), self.guard(levels - 1));
        match self.rng.random_range(0..4) {
            0 => self.pool.guard_and(a, b),
            1 => self.pool.guard_or(a, b),
            2 => self.pool.guard_not(a),
            _ => {
                let choice = self.pool.ite(condition, a, b);
                self.pool.guard_or(choice, Term::FALSE)
            }
        }
    }
}

fn solver(links: Links) -> Solver {
    Solver::new(Options {
        links,
        ..Options::default()
    })
    .expect("a solver")
}

/// Decides conjunctions of random guards with this link and without any; returns how many were
/// answered by the link, and how many of these are unsatisfiable.
fn compare(seed: u64, sort: Sort) -> (u64, u64) {
    let mut guards = Guards::new(seed, sort);
    let (mut choosing, mut plain) = (
        solver("none,choices".parse().expect("names of links")),
        solver(Links::none()),
    );
    let hint = Rc::new(CachedModel::new(Model::new()));
    let mut impossible = 0;
    for _ in 0..20 {
        let goal: Vec<Term> = (0..6).map(|_| guards.guard(3)).collect();
        let query = Query {
            path: &[],
            goal: &goal,
            hint: Some(&hint),
        };
        let before = choosing.stats().answered_by("choices");
        let answer = choosing.check(&mut guards.pool, &query);
        if let Answer::Sat(model) = &answer {
            assert!(goal.iter().all(|&term| model.eval_bool(&guards.pool, term)));
        }
        if let Answer::Unsat { core } = &answer {
            assert!(core.iter().all(|term| goal.contains(term)));
            let query = Query {
                path: &[],
                goal: core,
                hint: None,
            };
            assert!(plain.check(&mut guards.pool, &query).is_unsat());
        }
        impossible +=
            u64::from(answer.is_unsat() && choosing.stats().answered_by("choices") > before);
        let expected = plain.check(&mut guards.pool, &query);
        assert_eq!(
            (answer.is_sat(), answer.is_unsat()),
            (expected.is_sat(), expected.is_unsat()),
            "seed {seed}"
        );
    }
    assert_eq!(
        (choosing.stats().disagreements, plain.stats().disagreements),
        (0, 0)
    );
    (choosing.stats().answered_by("choices"), impossible)
}

fn compare_many(seeds: std::ops::Range<u64>, sort: Sort) {
    let counts = seeds.map(|seed| compare(seed, sort));
    let (answered, impossible) = counts.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    assert!(
        answered > 300 && impossible > 50,
        "{answered} answered, {impossible} of them impossible"
    );
}

#[test]
fn orders_of_words_are_decided_as_a_backend_does() {
    compare_many(0..60, Sort::Bits(16));
    compare_many(100..160, Sort::Bits(3));
}

#[test]
fn orders_of_integers_are_decided_as_a_backend_does() {
    compare_many(0..40, Sort::Int);
}
