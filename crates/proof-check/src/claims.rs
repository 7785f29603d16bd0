//! Claims: sets of conditions that contradict each other. A claim is shown by a refutation of its
//! clauses, or is a part of one that was shown before.

use crate::blast::Blaster;
use crate::lrat::{self, Step};
use crate::program::Place;
use crate::state::Conditions;
use crate::term::{Pool, Term};

/// Why conditions contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// They contain the conditions of an earlier claim, by its number.
    Known(usize),
    /// Some of them are refuted.
    New {
        /// The positions of these conditions on the path.
        used: Vec<u32>,
        /// The refutation of their clauses and the goal.
        steps: Vec<Step>,
    },
}

/// What is asked about a path.
pub struct Question<'a> {
    /// The terms.
    pub pool: &'a Pool,
    /// The conditions of the path.
    pub conditions: &'a Conditions,
    /// A further condition.
    pub goal: Term,
    /// Its complement, where that is asked for, too.
    pub complement: Option<Term>,
    /// What was shown before.
    pub claims: &'a Claims,
    /// What does not happen if there is a proof, for people.
    pub kind: &'a str,
    /// Where it does not happen.
    pub place: Option<Place>,
}

/// The claims that were shown.
#[derive(Default)]
pub struct Claims {
    shown: Vec<Vec<Term>>,
    /// Number of checked proofs, with those by an earlier claim.
    pub checked: u64,
}

impl Claims {
    /// The conditions of a claim, which contradict each other.
    pub fn get(&self, number: usize) -> Option<&[Term]> {
        self.shown.get(number).map(|it| &it[..])
    }

    /// Number of different claims.
    pub fn count(&self) -> usize {
        self.shown.len()
    }

    /// Checks that the conditions of a path contradict a goal.
    ///
    /// # Errors
    /// What is wrong with the proof.
    pub fn check(
        &mut self,
        pool: &Pool,
        conditions: &Conditions,
        goal: Term,
        proof: &Proof,
    ) -> Result<(), String> {
        self.checked += 1;
        let (used, steps) = match proof {
            Proof::Known(number) => {
                let claim = self.get(*number).ok_or("an unknown claim is named")?;
                let holds = |term: &Term| {
                    *term == goal || *term == Term::TRUE || conditions.contains(*term)
                };
                return match claim.iter().all(holds) {
                    true => Ok(()),
                    false => Err("an earlier claim has other conditions".to_string()),
                };
            }
            Proof::New { used, steps } => (used, steps),
        };
        let terms = claim(conditions, goal, used).ok_or("an unknown condition is named")?;
        lrat::check(&clauses(pool, &terms).cnf, steps)?;
        self.shown.push(terms);
        Ok(())
    }
}

/// The conditions of a claim: those at these positions, and the goal. `None` if there is no such
/// position.
pub fn claim(conditions: &Conditions, goal: Term, used: &[u32]) -> Option<Vec<Term>> {
    let of = |at: &u32| conditions.terms.get(*at as usize).copied();
    used.iter().map(of).chain([Some(goal)]).collect()
}

/// The clauses of conditions.
pub fn clauses(pool: &Pool, terms: &[Term]) -> Blaster {
    let mut blaster = Blaster::default();
    for term in terms {
        blaster.require(pool, *term);
    }
    blaster
}
