//! Checks refutations in the LRAT format, without the clauses that need more than resolution. A step
//! adds a clause that follows from earlier ones: with the complement of its literals, each of the
//! named clauses in turn has one literal that is not false, which becomes true, and the last one has
//! none.

use crate::cnf::{Cnf, Literal};

/// A clause that a refutation adds, and why it follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The clause that follows; the empty one ends the refutation.
    pub clause: Vec<Literal>,
    /// The clauses that show it: numbers of clauses of the formula, from 1 on, then of steps.
    pub hints: Vec<u32>,
}

/// Whether the steps show that the clauses contradict each other.
///
/// # Errors
/// The first step that does not follow, from 1 on, and what is wrong with it.
pub fn check(cnf: &Cnf, steps: &[Step]) -> Result<(), String> {
    let mut clauses: Vec<&[Literal]> = cnf.clauses().collect();
    let mut values = Assignment::new(cnf.variables());
    for (at, step) in steps.iter().enumerate() {
        follows(&clauses, &mut values, step)
            .map_err(|problem| format!("step {} of a refutation {problem}", at + 1))?;
        values.clear();
        if step.clause.is_empty() {
            return Ok(());
        }
        clauses.push(&step.clause);
    }
    Err("a refutation does not end with the empty clause".to_string())
}

fn follows(clauses: &[&[Literal]], values: &mut Assignment, step: &Step) -> Result<(), String> {
    for literal in &step.clause {
        values.set(-literal).ok_or("names an unknown variable")?;
    }
    for hint in &step.hints {
        let number = (*hint as usize).checked_sub(1);
        let clause = number.and_then(|it| clauses.get(it));
        let clause = clause.ok_or("names an unknown clause")?;
        let mut open = None;
        for literal in *clause {
            match values.get(*literal) {
                Some(false) => {}
                _ if open.is_some_and(|it| it != *literal) => {
                    return Err(format!(
                        "names clause {hint}, which has several open literals"
                    ));
                }
                _ => open = Some(*literal),
            }
        }
        match open {
            None => return Ok(()),
            Some(literal) => values.set(literal).ok_or("names an unknown variable")?,
        }
    }
    Err("does not follow".to_string())
}

/// Values of variables.
struct Assignment {
    values: Vec<i8>,
    set: Vec<usize>,
}

impl Assignment {
    fn new(variables: i32) -> Assignment {
        Assignment {
            values: vec![0; variables as usize + 1],
            set: Vec::new(),
        }
    }

    fn get(&self, literal: Literal) -> Option<bool> {
        let value = self.values.get(literal.unsigned_abs() as usize)?;
        (*value != 0).then_some((*value > 0) == (literal > 0))
    }

    /// Makes a literal true; `None` if there is no such variable. A literal that is false stays so,
    /// which only makes a step fail.
    fn set(&mut self, literal: Literal) -> Option<()> {
        let at = literal.unsigned_abs() as usize;
        let value = self.values.get_mut(at).filter(|_| at > 0)?;
        if *value == 0 {
            *value = literal.signum() as i8;
            self.set.push(at);
        }
        Some(())
    }

    fn clear(&mut self) {
        for at in self.set.drain(..) {
            self.values[at] = 0;
        }
    }
}
