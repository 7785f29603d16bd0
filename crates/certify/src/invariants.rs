//! Invariants of loops, found by trying. At first a loop forgets nothing and has no facts. Where an
//! iteration changes a value, the loop forgets it, and simple facts about it are tried: bounds by its
//! first value, by constants of the function and by other values, the low bits, the few constants
//! that it may be. Facts that do not hold are dropped, and the walk begins again, until nothing
//! changes (Flanagan and Leino: Houdini, an annotation assistant, FME 2001). Where proofs are still
//! missing, [`Relation`]s are looked for.

use crate::graph::targets;
use crate::relations::{Part, Relation, Tuple};
use sheaf_proof_check::cut::{Expression, Forgotten, Loop, OPERATORS, Plan};
use sheaf_proof_check::program::{Constant, Func, Op, Operand, Program, Terminator};
use sheaf_proof_check::state::State;
use sheaf_proof_check::term::{Operator, Pool, Term, mask};
use sheaf_proof_check::value::Value;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Most constants of a function that bound a value.
const MOST_CONSTANTS: usize = 16;

/// Most other values that bound a value.
const MOST_OTHERS: usize = 12;

/// Visits of a loop's head in one call, with branches in it, from which on it is cut.
pub const MOST_VISITS: u64 = 40;

/// A loop, by its function and its head.
type Key = (usize, usize);

/// What is known of the loops of a program, from walk to walk.
#[derive(Default)]
pub struct Invariants {
    /// The loops that are cut.
    pub loops: Vec<Loop>,
    forgotten: HashMap<Key, BTreeSet<Forgotten>>,
    dropped: HashMap<Key, HashSet<Expression>>,
    /// Whether facts are tried. Many loops need none.
    tries_facts: bool,
    /// Whether relations are looked for.
    tries_relations: bool,
    /// The relations of loops; `None` where there are none.
    relations: HashMap<Key, Option<Relation>>,
    /// Whether something was learned in this walk, so that there must be another one.
    pub learned: bool,
    /// Loops whose changes cannot be forgotten.
    hopeless: HashSet<Key>,
}

fn key(of: &Loop) -> Key {
    (of.func, of.head)
}

impl Invariants {
    /// Tries more than in the walks before, if there is more. Returns whether there is. Relations
    /// do not help where only rules are missing.
    pub fn try_more(&mut self, misses_proofs: bool) -> bool {
        let tried = match self.tries_facts {
            false => &mut self.tries_facts,
            true if misses_proofs => &mut self.tries_relations,
            true => return false,
        };
        !self.loops.is_empty() && !std::mem::replace(tried, true)
    }

    /// Starts another walk, if there must be one: something was learned in the last one.
    pub fn goes_on(&mut self) -> bool {
        let relations = self.relations.values_mut().flatten();
        let explores = relations.fold(false, |any, it| it.advance() | any);
        std::mem::take(&mut self.learned) | explores
    }

    /// Cuts a loop from the next walk on; returns whether that is new.
    pub fn cut(&mut self, of: Loop) -> bool {
        let is_new = !self.loops.contains(&of) && !self.hopeless.contains(&key(&of));
        if is_new {
            self.loops.push(of);
            self.learned = true;
        }
        is_new
    }

    /// Notes what an iteration has changed.
    pub fn changed(&mut self, of: &Loop, changed: &[Forgotten]) {
        let known = self.forgotten.entry(key(of)).or_default();
        let before = known.len();
        for forgotten in changed {
            if let Forgotten::Bytes(object, at, bytes) = *forgotten {
                // A word of which a byte may be uninitialized is no word.
                known.retain(|it| match *it {
                    Forgotten::Word(other, start, count) => {
                        other != object
                            || at + u64::from(bytes) <= start
                            || start + u64::from(count) <= at
                    }
                    _ => true,
                });
            }
            known.insert(forgotten.clone());
        }
        match known.len() != before {
            true => self.learned = true,
            // Another iteration of this walk may have changed the same.
            false if self.learned => {}
            false => {
                // Nothing helps: it is not cut any more.
                self.loops.retain(|it| key(it) != key(of));
                self.hopeless.insert(key(of));
                self.learned = true;
            }
        }
    }

    /// Drops a fact that has no proof.
    pub fn refuted(&mut self, of: &Loop, fact: &Expression) {
        let dropped = self.dropped.entry(key(of)).or_default();
        self.learned |= dropped.insert(fact.clone());
    }

    /// The relation of a loop, if this fact states it.
    pub fn relation(&self, of: &Loop, fact: &Expression) -> Option<&Relation> {
        let relation = self.relations.get(&key(of))?.as_ref()?;
        (relation.fact() == *fact).then_some(relation)
    }

    /// Adds tuples to the relation of a loop.
    pub fn relates(&mut self, of: &Loop, tuples: Vec<Tuple>) {
        if let Some(Some(relation)) = self.relations.get_mut(&key(of)) {
            self.learned |= relation.add(tuples);
        }
    }

    /// Leaves a part out of the relation of a loop.
    pub fn unrelated(&mut self, of: &Loop, part: &Part) {
        if let Some(Some(relation)) = self.relations.get_mut(&key(of))
            && let Some(at) = relation.parts.iter().position(|it| it == part)
        {
            relation.leave_out(at);
            self.learned = true;
        }
    }

    /// The plan for a visit of a loop.
    pub fn plan(&mut self, program: &Program, pool: &Pool, state: &State, of: &Loop) -> Plan {
        let exists = |it: &&Forgotten| match it {
            Forgotten::Local(local) => {
                let values = state.frame().map(|it| &it.values[..]).unwrap_or(&[]);
                values.get(*local as usize).is_some_and(Option::is_some)
            }
            Forgotten::Word(object, ..) | Forgotten::Bytes(object, ..) => {
                state.memory.object(*object).is_ok()
            }
        };
        let forgotten = self.forgotten.get(&key(of));
        let forgotten: Vec<Forgotten> = forgotten
            .into_iter()
            .flatten()
            .filter(exists)
            .cloned()
            .collect();
        let dropped = self.dropped.get(&key(of));
        let mut facts = Vec::new();
        if !self.tries_facts {
            return Plan { forgotten, facts };
        }
        let candidates = Candidates::new(program, pool, state, of, &forgotten);
        for fact in candidates.all() {
            let is_dropped = dropped.is_some_and(|it| it.contains(&fact));
            if !is_dropped && !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        if self.tries_relations {
            let relation = self.relations.entry(key(of)).or_insert_with(|| {
                Relation::new(&program.funcs[of.func], pool, state, of, &forgotten)
            });
            facts.extend(relation.as_ref().map(Relation::fact));
        }
        Plan { forgotten, facts }
    }
}

/// A value that facts are about, with its width and its value at the first visit, if that is known.
#[derive(Clone)]
struct Subject {
    expression: Expression,
    width: u32,
    first: Option<u128>,
}

struct Candidates {
    changing: Vec<Subject>,
    others: Vec<Subject>,
    constants: Vec<u128>,
}

impl Candidates {
    fn new(
        program: &Program,
        pool: &Pool,
        state: &State,
        of: &Loop,
        forgotten: &[Forgotten],
    ) -> Candidates {
        let of_term = |expression, term: Term| Subject {
            expression,
            width: pool.width(term),
            first: pool.constant(term),
        };
        let values = state.frame().map(|it| &it.values[..]).unwrap_or(&[]);
        let local = |number: usize| {
            let expression = Expression::Local(number as u32);
            match values.get(number)?.as_ref()? {
                Value::Bits(term) => Some(of_term(expression, *term)),
                Value::Ptr(places) if places.len() == 1 => {
                    Some(of_term(expression, places[0].offset))
                }
                _ => None,
            }
        };
        let mut changing = Vec::new();
        for it in forgotten {
            match *it {
                Forgotten::Local(number) => changing.extend(local(number as usize)),
                Forgotten::Word(object, at, bytes @ (1 | 2 | 4 | 8)) => {
                    changing.push(Subject {
                        expression: Expression::Memory(object, at, bytes),
                        width: 8 * bytes,
                        first: state.memory.known(pool, object, at, bytes),
                    });
                }
                _ => {}
            }
        }
        let is_forgotten = |number: usize| forgotten.contains(&Forgotten::Local(number as u32));
        let others = (0..values.len())
            .filter(|it| !is_forgotten(*it))
            .filter_map(local);
        let others = others.filter(|it| it.first.is_none()).take(MOST_OTHERS);
        let constants = constants(&program.funcs[of.func]);
        Candidates {
            changing,
            others: others.collect(),
            constants: constants.into_iter().take(MOST_CONSTANTS).collect(),
        }
    }

    fn all(&self) -> Vec<Expression> {
        let mut facts = Vec::new();
        for (at, subject) in self.changing.iter().enumerate() {
            let own =
                |value: u128| Expression::Constant(subject.width, value & mask(subject.width));
            let it = || subject.expression.clone();
            let mut bounds: Vec<Expression> = subject.first.map(own).into_iter().collect();
            bounds.extend(self.constants.iter().map(|value| own(*value)));
            let is_like = |other: &&Subject| other.width == subject.width;
            let others = self.others.iter().chain(&self.changing[..at]);
            bounds.extend(others.filter(is_like).map(|other| other.expression.clone()));
            for bound in bounds {
                for operator in [Operator::Slt, Operator::Ult] {
                    facts.push(not(apply(operator, it(), bound.clone())));
                    facts.push(not(apply(operator, bound.clone(), it())));
                }
            }
            if subject.width > 1 && self.constants.len() > 1 {
                let possible = subject
                    .first
                    .into_iter()
                    .chain(self.constants.iter().copied());
                let equal = possible.map(|value| apply(Operator::Eq, it(), own(value)));
                facts.extend(equal.reduce(|all, one| apply(Operator::Or, all, one)));
            }
            if let Some(first) = subject.first {
                for low in [1, 3, 7] {
                    let bits = apply(Operator::And, it(), own(low));
                    facts.push(apply(Operator::Eq, bits, own(first & low)));
                }
                let pairs = self.changing[..at]
                    .iter()
                    .filter(|it| it.width == subject.width);
                for other in pairs {
                    let Some(start) = other.first else { continue };
                    for factor in [1u128, 2, 4, 8] {
                        let scaled = apply(Operator::Mul, other.expression.clone(), own(factor));
                        let difference = apply(Operator::Sub, it(), scaled);
                        let at_first = first.wrapping_sub(start.wrapping_mul(factor));
                        facts.push(apply(Operator::Eq, difference, own(at_first)));
                    }
                    let sum = apply(Operator::Add, it(), other.expression.clone());
                    facts.push(apply(Operator::Eq, sum, own(first.wrapping_add(start))));
                }
            }
        }
        facts
    }
}

/// An operator on two operands.
pub fn apply(operator: Operator, a: Expression, b: Expression) -> Expression {
    let number = OPERATORS.iter().position(|it| *it == operator).unwrap_or(0);
    Expression::Apply(number as u32, vec![a, b])
}

/// All bits inverted, which negates a condition.
pub fn not(a: Expression) -> Expression {
    Expression::Apply(0, vec![a])
}

/// The constants in a function.
pub fn constants(func: &Func) -> BTreeSet<u128> {
    let mut found = BTreeSet::new();
    let mut note = |operand: &Operand| {
        if let Operand::Constant(Constant::Bits(2..=64, value)) = operand {
            found.insert(*value);
        }
    };
    for block in &func.blocks {
        for inst in &block.insts {
            match &inst.op {
                Op::Scalar(_, operands) | Op::Call(_, operands) => {
                    operands.iter().for_each(&mut note)
                }
                Op::Checked(_, operands) => operands.iter().for_each(&mut note),
                Op::Select(operands) => operands.iter().for_each(&mut note),
                Op::Store(_, value) => note(value),
                _ => {}
            }
        }
        let args = targets(&block.terminator)
            .into_iter()
            .flat_map(|it| &it.args);
        args.for_each(&mut note);
        if let Terminator::Switch(_, cases, _) = &block.terminator {
            let values = cases.iter().flat_map(|(values, _)| values);
            values.for_each(|it| note(&Operand::Constant(it.clone())));
        }
    }
    found
}
