//! Relations between values at the head of a loop, for loops that are state machines: all tuples of
//! values that these have there together. They are found from the first visit on, as explicit model
//! checkers do: each walk follows an iteration from the tuples that the last walk has found, and the
//! solver lists those at its ends. Only constants of the program are told apart. If there are too
//! many tuples, values are left out.

use crate::graph::targets;
use crate::invariants::{apply, constants, not};
use sheaf_proof_check::cut::{Expression, Forgotten, Loop};
use sheaf_proof_check::memory::Byte;
use sheaf_proof_check::program::{Constant, Func, Op, Operand, Terminator};
use sheaf_proof_check::state::State;
use sheaf_proof_check::term::{Operator, Pool, Term, mask};
use sheaf_proof_check::value::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Most tuples of a relation.
pub const MOST_TUPLES: usize = 600;

/// Most words of memory, and most tests of other values, in a relation.
const MOST_WORDS: usize = 8;
const MOST_TESTS: usize = 3;

/// What a relation is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A value of this width that the loop changes.
    Value(Expression, u32),
    /// Whether a value that the loop does not change equals a constant.
    Test(Expression, u32, u128),
}

impl Part {
    /// The value, with its width.
    pub fn subject(&self) -> (&Expression, u32) {
        match self {
            Part::Value(subject, width) | Part::Test(subject, width, _) => (subject, *width),
        }
    }

    /// The condition that this part has a value; that of a test is 0 or 1.
    fn is(&self, value: u128) -> Expression {
        let (subject, width) = self.subject();
        let equals = |constant| {
            let constant = Expression::Constant(width, constant);
            apply(Operator::Eq, subject.clone(), constant)
        };
        match self {
            Part::Value(..) => equals(value),
            Part::Test(_, _, constant) if value == 1 => equals(*constant),
            Part::Test(_, _, constant) => not(equals(*constant)),
        }
    }
}

/// The values of all parts; `None` where it is any.
pub type Tuple = Vec<Option<u128>>;

/// What is known of a loop.
#[derive(Clone, Debug)]
pub struct Relation {
    /// What it is about.
    pub parts: Vec<Part>,
    /// The values that are told apart.
    constants: BTreeSet<u128>,
    /// The tuples that were found.
    pub known: BTreeSet<Tuple>,
    /// Those among them from which an iteration is followed in this walk; all, if there are none.
    frontier: BTreeSet<Tuple>,
    /// Those that this walk has found.
    found: BTreeSet<Tuple>,
    /// Whether there is more to find from some of the tuples.
    explores: bool,
}

impl Relation {
    /// A relation of which nothing is known, for the loop that a state visits. `None` if there is
    /// nothing to relate.
    pub fn new(
        func: &Func,
        pool: &Pool,
        state: &State,
        of: &Loop,
        forgotten: &[Forgotten],
    ) -> Option<Relation> {
        let parts = parts(func, pool, state, of, forgotten);
        let first = parts.iter().filter_map(|part| {
            let term = term_of(pool, state, part.subject().0)?;
            pool.constant(term)
        });
        let constants = constants(func).into_iter().chain(first).collect();
        (!parts.is_empty()).then(|| Relation {
            parts,
            constants,
            known: BTreeSet::new(),
            frontier: BTreeSet::new(),
            found: BTreeSet::new(),
            explores: true,
        })
    }

    /// The fact that one of the tuples holds: in a walk that explores, one of those that are new.
    pub fn fact(&self) -> Expression {
        let tuples = match self.explores {
            true => &self.frontier,
            false => &self.known,
        };
        let holds = |tuple: &Tuple| {
            let all = self.parts.iter().zip(tuple);
            let known = all.filter_map(|(part, value)| value.map(|value| part.is(value)));
            balanced(Operator::And, known.collect()).unwrap_or(Expression::Constant(1, 1))
        };
        balanced(Operator::Or, tuples.iter().map(holds).collect())
            .unwrap_or(Expression::Constant(1, 0))
    }

    /// The tuple of these values.
    pub fn tuple(&self, values: &[u128]) -> Tuple {
        let told_apart = |(part, value): (&Part, &u128)| {
            let is_known = |width| self.constants.iter().any(|it| it & mask(width) == *value);
            let is_told = match part {
                Part::Value(_, width) => is_known(*width),
                Part::Test(..) => true,
            };
            is_told.then_some(*value)
        };
        self.parts.iter().zip(values).map(told_apart).collect()
    }

    /// Adds tuples; returns whether some are new.
    pub fn add(&mut self, tuples: Vec<Tuple>) -> bool {
        let before = self.known.len();
        for tuple in tuples {
            if self.known.insert(tuple.clone()) {
                self.found.insert(tuple);
            }
        }
        if self.known.len() > MOST_TUPLES {
            // The one that depends least on the others.
            let combinations = |at: &usize| {
                let all = self.known.iter();
                let values: BTreeSet<_> = all.clone().map(|tuple| tuple[*at]).collect();
                let others = all.map(|tuple| [&tuple[..*at], &tuple[*at + 1..]].concat());
                values.len() * others.collect::<BTreeSet<_>>().len()
            };
            if let Some(least) = (0..self.parts.len()).min_by_key(combinations) {
                self.leave_out(least);
            }
            return true;
        }
        self.known.len() > before
    }

    /// Leaves a part out.
    pub fn leave_out(&mut self, at: usize) {
        self.parts.remove(at);
        let known = std::mem::take(&mut self.known).into_iter();
        self.known = known
            .map(|mut tuple| {
                tuple.remove(at);
                tuple
            })
            .collect();
        self.found = self.known.clone();
        self.explores = true;
    }

    /// Goes on to what the last walk has found. Returns whether there must be another walk.
    pub fn advance(&mut self) -> bool {
        let explored = self.explores;
        self.frontier = std::mem::take(&mut self.found);
        self.explores &= !self.frontier.is_empty();
        explored || !self.frontier.is_empty()
    }
}

/// An operator on many operands, as a tree without long branches.
fn balanced(operator: Operator, mut all: Vec<Expression>) -> Option<Expression> {
    match all.len() {
        0 | 1 => all.pop(),
        length => {
            let right = all.split_off(length / 2);
            let (left, right) = (balanced(operator, all)?, balanced(operator, right)?);
            Some(apply(operator, left, right))
        }
    }
}

/// The term of a value in a state, if it is a whole one there.
pub fn term_of(pool: &Pool, state: &State, expression: &Expression) -> Option<Term> {
    match expression {
        Expression::Local(local) => match state.frame().ok()?.values.get(*local as usize)? {
            Some(Value::Bits(term)) => Some(*term),
            _ => None,
        },
        Expression::Memory(object, at, bytes) => {
            let range = *at as usize..*at as usize + *bytes as usize;
            let bytes = state.memory.object(*object).ok()?.bytes.get(range)?;
            let Byte::Bits(term, 0) = bytes.first()? else {
                return None;
            };
            let mut parts = bytes.iter().zip(0..);
            let is_whole = parts.all(|(byte, part)| *byte == Byte::Bits(*term, part));
            (is_whole && pool.width(*term) == 8 * bytes.len() as u32).then_some(*term)
        }
        _ => None,
    }
}

fn parts(func: &Func, pool: &Pool, state: &State, of: &Loop, forgotten: &[Forgotten]) -> Vec<Part> {
    let tests = tests(func, of);
    let tested = flowing_into(func, tests.keys().map(|(local, _)| *local).collect());
    let mut parts = Vec::new();
    let mut words = 0;
    for it in forgotten {
        let subject = match *it {
            Forgotten::Local(local) if tested.contains(&local) => Expression::Local(local),
            Forgotten::Word(object, at, bytes @ (1 | 2 | 4 | 8)) if words < MOST_WORDS => {
                words += 1;
                Expression::Memory(object, at, bytes)
            }
            _ => continue,
        };
        let term = term_of(pool, state, &subject);
        parts.extend(term.map(|term| Part::Value(subject, pool.width(term))));
    }
    let mut others: Vec<(u32, u32, u128)> = Vec::new();
    for ((local, constant), count) in tests {
        if count > 1 && !forgotten.contains(&Forgotten::Local(local)) {
            others.push((count, local, constant));
        }
    }
    others.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
    let others = others.into_iter().filter_map(|(_, local, constant)| {
        let subject = Expression::Local(local);
        let term = term_of(pool, state, &subject)?;
        let width = pool.width(term);
        let is_open = pool.constant(term).is_none();
        is_open.then(|| Part::Test(subject, width, constant & mask(width)))
    });
    parts.extend(others.take(MOST_TESTS));
    parts
}

/// How often each value is compared with each constant in a loop.
fn tests(func: &Func, of: &Loop) -> BTreeMap<(u32, u128), u32> {
    let mut found = BTreeMap::new();
    let mut note = |local: u32, constant| *found.entry((local, constant)).or_insert(0) += 1;
    for block in of.body.iter().filter_map(|block| func.blocks.get(*block)) {
        for inst in &block.insts {
            if let Op::Scalar(word, operands) = &inst.op
                && matches!(&**word, "eq" | "ne")
                && let [
                    Operand::Local(local),
                    Operand::Constant(Constant::Bits(_, constant)),
                ] = operands[..]
            {
                note(local, constant);
            }
        }
        match &block.terminator {
            Terminator::Branch(Operand::Local(local), _) => note(*local, 1),
            Terminator::Switch(Operand::Local(local), cases, _) => {
                for constant in cases.iter().flat_map(|(constants, _)| constants) {
                    if let Constant::Bits(_, constant) = constant {
                        note(*local, *constant);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Values that jumps and choices pass on to some of these, and these.
fn flowing_into(func: &Func, mut into: HashSet<u32>) -> HashSet<u32> {
    let mut flows: Vec<(u32, &Operand)> = Vec::new();
    for block in &func.blocks {
        for target in targets(&block.terminator) {
            let params = func.blocks[target.block].params.iter();
            flows.extend(params.map(|(param, _)| *param).zip(&target.args));
        }
        for inst in &block.insts {
            if let (Some((result, _)), Op::Select([_, a, b])) = (&inst.result, &inst.op) {
                flows.extend([(*result, a), (*result, b)]);
            }
        }
    }
    loop {
        let before = into.len();
        for (to, from) in &flows {
            if let Operand::Local(local) = from
                && into.contains(to)
            {
                into.insert(*local);
            }
        }
        if into.len() == before {
            return into;
        }
    }
}
