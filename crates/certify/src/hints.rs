//! Turns learned clauses into a refutation with hints. Each learned clause follows from earlier
//! clauses by unit propagation. Going backwards from the contradiction, only the clauses that are
//! needed are kept, with the clauses that were propagated.

use sheaf_proof_check::cnf::{Cnf, Literal};
use sheaf_proof_check::lrat::Step;

/// The refutation of clauses by clauses that a solver learned from them in this order. `None` if
/// they are no refutation.
pub fn refutation(cnf: &Cnf, learned: &[Vec<Literal>]) -> Option<Vec<Step>> {
    let learned = learned.iter().filter(|it| !it.is_empty());
    let all = cnf.clauses().chain(learned.map(Vec::as_slice));
    let clauses: Vec<Vec<Literal>> = all.map(distinct).collect();
    let given = cnf.count();
    let count = clauses.len();
    let mut propagation = Propagation::new(clauses, cnf.variables());
    let mut needed = vec![false; count];
    let mut kept: Vec<(usize, Vec<usize>)> = Vec::new();
    let last = propagation.hints(&[], count)?;
    last.iter().for_each(|hint| needed[*hint] = true);
    for number in (given..count).rev() {
        if needed[number] {
            let clause = propagation.clauses[number].clone();
            let hints = propagation.hints(&clause, number)?;
            hints.iter().for_each(|hint| needed[*hint] = true);
            kept.push((number, hints));
        }
    }
    kept.reverse();
    // Numbers of clauses in the refutation, from 1 on.
    let mut numbers: Vec<u32> = (1..=given as u32).collect();
    numbers.resize(count, 0);
    let mut steps = Vec::with_capacity(kept.len() + 1);
    for (number, hints) in kept {
        steps.push(Step {
            clause: std::mem::take(&mut propagation.clauses[number]),
            hints: hints.iter().map(|hint| numbers[*hint]).collect(),
        });
        numbers[number] = (given + steps.len()) as u32;
    }
    steps.push(Step {
        clause: Vec::new(),
        hints: last.iter().map(|hint| numbers[*hint]).collect(),
    });
    Some(steps)
}

/// The literals of a clause, each once: a clause watches two different ones.
fn distinct(clause: &[Literal]) -> Vec<Literal> {
    let mut literals = clause.to_vec();
    literals.sort_unstable();
    literals.dedup();
    literals
}

/// Unit propagation with two watched literals for each clause.
struct Propagation {
    clauses: Vec<Vec<Literal>>,
    units: Vec<usize>,
    watches: Vec<Vec<usize>>,
    values: Vec<i8>,
    reasons: Vec<Option<usize>>,
    trail: Vec<Literal>,
}

fn slot(literal: Literal) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Propagation {
    fn new(clauses: Vec<Vec<Literal>>, variables: i32) -> Propagation {
        let variables = variables as usize + 1;
        let mut watches = vec![Vec::new(); 2 * variables];
        let mut units = Vec::new();
        for (number, clause) in clauses.iter().enumerate() {
            match clause[..] {
                [] => {}
                [_] => units.push(number),
                [a, b, ..] => {
                    watches[slot(a)].push(number);
                    watches[slot(b)].push(number);
                }
            }
        }
        Propagation {
            clauses,
            units,
            watches,
            values: vec![0; variables],
            reasons: vec![None; variables],
            trail: Vec::new(),
        }
    }

    fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.unsigned_abs() as usize] == -literal.signum() as i8
    }

    fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.unsigned_abs() as usize] == literal.signum() as i8
    }

    fn set(&mut self, literal: Literal, reason: Option<usize>) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = literal.signum() as i8;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// The clauses before `limit` that show a clause, in the order in which they are unit.
    fn hints(&mut self, clause: &[Literal], limit: usize) -> Option<Vec<usize>> {
        let conflict = self.conflict(clause, limit);
        let hints = conflict.map(|number| self.used(number));
        for literal in self.trail.drain(..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        hints
    }

    fn conflict(&mut self, clause: &[Literal], limit: usize) -> Option<usize> {
        for literal in clause {
            if !self.is_false(*literal) {
                self.set(-literal, None);
            }
        }
        for at in 0..self.units.len() {
            let number = self.units[at];
            let literal = self.clauses[number][0];
            match () {
                () if number >= limit || self.is_true(literal) => {}
                () if self.is_false(literal) => return Some(number),
                () => self.set(literal, Some(number)),
            }
        }
        let mut next = 0;
        while let Some(literal) = self.trail.get(next).copied() {
            next += 1;
            if let Some(number) = self.propagate(-literal, limit) {
                return Some(number);
            }
        }
        None
    }

    /// Visits the clauses that watch a literal that became false; returns one without others.
    fn propagate(&mut self, literal: Literal, limit: usize) -> Option<usize> {
        let mut watching = std::mem::take(&mut self.watches[slot(literal)]);
        let mut conflict = None;
        let mut at = 0;
        while at < watching.len() && conflict.is_none() {
            let number = watching[at];
            at += 1;
            if number >= limit {
                continue;
            }
            let clause = &mut self.clauses[number];
            if clause[0] == literal {
                clause.swap(0, 1);
            }
            let first = clause[0];
            if self.is_true(first) {
                continue;
            }
            let clause = &self.clauses[number];
            let other = (2..clause.len()).find(|it| !self.is_false(clause[*it]));
            match other {
                Some(position) => {
                    let clause = &mut self.clauses[number];
                    clause.swap(1, position);
                    self.watches[slot(clause[1])].push(number);
                    at -= 1;
                    watching.swap_remove(at);
                }
                None if self.is_false(first) => conflict = Some(number),
                None => self.set(first, Some(number)),
            }
        }
        self.watches[slot(literal)] = watching;
        conflict
    }

    /// The clauses that a conflict needs, in the order of the trail, and the conflict itself.
    fn used(&self, conflict: usize) -> Vec<usize> {
        let mut seen = vec![false; self.values.len()];
        let mut mark = |number: usize| {
            for literal in &self.clauses[number] {
                seen[literal.unsigned_abs() as usize] = true;
            }
        };
        mark(conflict);
        let mut used = vec![conflict];
        for literal in self.trail.iter().rev() {
            let variable = literal.unsigned_abs() as usize;
            if !seen[variable] {
                continue;
            }
            if let Some(reason) = self.reasons[variable] {
                used.push(reason);
                for literal in &self.clauses[reason] {
                    seen[literal.unsigned_abs() as usize] = true;
                }
            }
        }
        used.reverse();
        used
    }
}
