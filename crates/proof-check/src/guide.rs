//! What a certificate says while the checker walks through a program: how branches are decided, and
//! the proofs. A guide is not trusted. The one that reads a certificate is in
//! [`crate::certificate`]; whoever writes certificates has another one, which looks for proofs.

use crate::claims::{Proof, Question};
use crate::cut::{Expression, Forgotten, Loop, Plan};
use crate::state::State;
use crate::term::{Pool, Term};

/// How a branch is decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Both ways are followed.
    Both,
    /// Both ways are followed until they reach this block of the same call, where they become one.
    Join(u32),
    /// The condition always has this value: its complement contradicts the path.
    Only(bool, Proof),
    /// No run takes the path.
    Neither(Proof),
}

/// Answers about paths.
pub trait Guide {
    /// How the path goes on at the end of a block: the condition is the question's goal.
    ///
    /// # Errors
    /// When there is no answer.
    fn decide(&mut self, question: &Question, at: Point) -> Result<Decision, String>;

    /// How a loop is cut whose head the path visits, not in an iteration; `None` if it is not.
    ///
    /// # Errors
    /// When there is no answer.
    fn cut(&mut self, pool: &Pool, state: &State, of: &Loop) -> Result<Option<Plan>, String>;

    /// Hears that an iteration has changed what should be kept.
    fn changed(&mut self, _: &Loop, _: &[Forgotten]) {}

    /// Hears that a fact has no proof: that it fails if a condition holds, in a state.
    fn refuted(&mut self, _: &Pool, _: &State, _: &Loop, _: &Expression, _: Term) {}

    /// Hears that a path starts a block of a call.
    ///
    /// # Errors
    /// When the walk is to be given up.
    fn reached(&mut self, _: Point, _: u64) -> Result<(), String> {
        Ok(())
    }

    /// A number that the goal, a term of several bits, does not exceed on the path. What follows
    /// asks for the proof.
    ///
    /// # Errors
    /// When there is no answer.
    fn bound(&mut self, question: &Question) -> Result<u64, String>;

    /// Why the path contradicts the goal; `None` if there is no proof.
    ///
    /// # Errors
    /// When there is no answer.
    fn refute(&mut self, question: &Question) -> Result<Option<Proof>, String>;
}

/// A block of a function, both by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// The function.
    pub func: usize,
    /// Its number.
    pub block: usize,
}
