//! Whether a string of unknown units and length has a match, as one condition.
//!
//! A pattern without back references and conditions on what stands around describes a regular
//! language: its program is a nondeterministic automaton. It runs on all strings at once, and each
//! of its states holds the condition that it is reached (Thompson 1968, on terms).

use super::program::{Inst, Program};
use super::set::CharSet;
use sheaf_execution::value::SymText;
use sheaf_term::{Pool, Term};

/// The automaton on a text.
struct Run<'p> {
    pool: &'p mut Pool,
    program: &'p Program,
    text: &'p SymText,
    /// For each position, whether it is within the text.
    within: Vec<Term>,
}

/// Whether [`has_match`] applies.
pub fn is_regular(program: &Program) -> bool {
    let plain = |inst: &Inst| !matches!(inst, Inst::Same { .. } | Inst::Look { .. });
    !program.unicode && program.insts.iter().all(plain)
}

/// The number of terms that [`has_match`] creates at most, roughly.
pub fn cost(program: &Program, text: &SymText) -> u64 {
    4 * program.insts.len() as u64 * (text.units().len() as u64 + 1)
}

/// The condition that a match starts somewhere in the text.
pub fn has_match(pool: &mut Pool, program: &Program, text: &SymText) -> Term {
    let units = text.units().len();
    let within = (0..=units).map(|at| {
        let at = pool.bits(32, at as u128);
        pool.ult(at, text.length())
    });
    let within = within.collect();
    let mut run = Run {
        pool,
        program,
        text,
        within,
    };
    let mut reached = vec![Term::FALSE; program.insts.len()];
    let mut found = Term::FALSE;
    for at in 0..=units {
        // A match may start at the end, too.
        let starts = match at.checked_sub(1) {
            Some(before) => run.within[before],
            None => Term::TRUE,
        };
        reached[0] = run.pool.or(reached[0], starts);
        let (accepted, next) = run.step(at, reached);
        found = run.pool.or(found, accepted);
        reached = next;
    }
    found
}

impl Run<'_> {
    /// The condition that a match ends at a position, and the states that are reached by the unit
    /// there.
    fn step(&mut self, at: usize, mut reached: Vec<Term>) -> (Term, Vec<Term>) {
        let program = self.program;
        let mut next = vec![Term::FALSE; reached.len()];
        let mut accepted = Term::FALSE;
        // Each state forwards what is new; no path through all of them is longer than this.
        let mut forwarded = vec![Term::FALSE; reached.len()];
        for _ in 0..=program.insts.len() {
            let mut changed = false;
            for pc in 0..program.insts.len() {
                let here = reached[pc];
                if here == forwarded[pc] {
                    continue;
                }
                forwarded[pc] = here;
                match &program.insts[pc] {
                    Inst::Accept => accepted = self.pool.or(accepted, here),
                    Inst::Read { set, .. } => {
                        let set = &program.sets[*set];
                        let reads = self.reads(set, at);
                        let reads = self.pool.and(here, reads);
                        next[pc + 1] = self.pool.or(next[pc + 1], reads);
                    }
                    inst => {
                        let (targets, holds) = self.without_reading(inst, pc, at);
                        let here = self.pool.and(here, holds);
                        for target in targets {
                            changed |= target <= pc;
                            reached[target] = self.pool.or(reached[target], here);
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        (accepted, next)
    }

    /// Where an instruction that reads nothing continues, and the condition.
    fn without_reading(&mut self, inst: &Inst, pc: usize, at: usize) -> (Vec<usize>, Term) {
        match inst {
            Inst::Split(first, second) => (vec![*first, *second], Term::TRUE),
            Inst::Jump(target) => (vec![*target], Term::TRUE),
            Inst::Start { of_line } => {
                let holds = match (at, of_line) {
                    (0, _) => Term::TRUE,
                    (_, false) => Term::FALSE,
                    (at, true) => self.reads(&CharSet::line_ends(), at - 1),
                };
                (vec![pc + 1], holds)
            }
            Inst::End { of_line } => {
                let ends = self.pool.not(self.within[at]);
                let holds = match of_line {
                    true => {
                        let line = self.reads(&CharSet::line_ends(), at);
                        self.pool.or(ends, line)
                    }
                    false => ends,
                };
                (vec![pc + 1], holds)
            }
            Inst::Boundary { word, negative } => {
                let word = &self.program.sets[*word];
                let before = match at.checked_sub(1) {
                    Some(before) => self.reads(word, before),
                    None => Term::FALSE,
                };
                let after = self.reads(word, at);
                let same = self.pool.eq(before, after);
                let holds = match negative {
                    true => same,
                    false => self.pool.not(same),
                };
                (vec![pc + 1], holds)
            }
            _ => (vec![pc + 1], Term::TRUE),
        }
    }

    /// The condition that there is a unit of a set at a position.
    fn reads(&mut self, set: &CharSet, at: usize) -> Term {
        let Some(unit) = self.text.units().get(at) else {
            return Term::FALSE;
        };
        let is_one = set.condition(self.pool, *unit);
        self.pool.and(self.within[at], is_one)
    }
}
