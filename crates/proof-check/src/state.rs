//! The state of a path: calls, memory, and the conditions under which a run takes it.

use crate::cut::Cut;
use crate::memory::Memory;
use crate::program::{Local, Place};
use crate::term::Term;
use crate::value::{ObjectId, Value};
use std::collections::HashSet;
use std::rc::Rc;

/// Why a path does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It ended as programs end.
    End,
    /// No run takes it: its conditions contradict each other.
    Impossible,
    /// There is no rule for what it does next, or no proof. The rest of it is not certified.
    Missing(String),
    /// The certificate is wrong.
    Wrong(String),
}

impl Stop {
    /// A rule is missing for this.
    pub fn missing(what: impl Into<String>) -> Stop {
        Stop::Missing(what.into())
    }
}

/// A call that has not returned.
#[derive(Clone, Debug)]
pub struct Frame {
    /// A number that no other call has.
    pub number: u64,
    /// Which function, by number.
    pub func: usize,
    /// Where it is.
    pub block: usize,
    /// The number of the next instruction.
    pub inst: usize,
    /// Its values, where they are known.
    pub values: Vec<Option<Value>>,
    /// Arguments behind the parameters.
    pub further: Rc<[Value]>,
    /// Its objects, which die with it.
    pub objects: Vec<ObjectId>,
    /// The value of the caller that gets the result.
    pub result: Option<Local>,
}

/// The conditions under which a run takes a path.
#[derive(Clone, Default, Debug)]
pub struct Conditions {
    /// In the order of the path.
    pub terms: Vec<Term>,
    known: HashSet<Term>,
}

impl Conditions {
    /// Adds one.
    pub fn push(&mut self, condition: Term) {
        if condition != Term::TRUE && self.known.insert(condition) {
            self.terms.push(condition);
        }
    }

    /// Adds one that the others imply.
    pub fn learn(&mut self, condition: Term) {
        self.known.insert(condition);
    }

    /// Those that two paths share, of which the first ones in order are equal.
    pub fn common(&self, other: &Conditions, equal: usize) -> Conditions {
        let shared = self.known.intersection(&other.known);
        Conditions {
            terms: self.terms[..equal].to_vec(),
            known: shared.copied().collect(),
        }
    }

    /// Whether a term is one of them, or was shown to follow.
    pub fn contains(&self, term: Term) -> bool {
        self.known.contains(&term)
    }
}

/// All that the rest of a path depends on.
#[derive(Clone, Debug)]
pub struct State {
    /// The calls, the latest last.
    pub frames: Vec<Rc<Frame>>,
    /// Its objects.
    pub memory: Memory,
    /// When a run takes it.
    pub conditions: Conditions,
    /// Bytes of live objects of calls.
    pub stack_bytes: u64,
    /// The loops that it is in, if they are cut, the innermost last.
    pub loops: Vec<Rc<Cut>>,
    /// Whether it has just come to its block.
    pub arrived: bool,
    /// Where the instruction that is executed is in the source.
    pub place: Option<Place>,
}

impl State {
    /// The latest call.
    ///
    /// # Errors
    /// When there is none.
    pub fn frame(&self) -> Result<&Frame, Stop> {
        self.frames.last().map(|it| &**it).ok_or(Stop::End)
    }

    /// The latest call, to change it.
    ///
    /// # Errors
    /// When there is none.
    pub fn frame_mut(&mut self) -> Result<&mut Frame, Stop> {
        self.frames.last_mut().map(Rc::make_mut).ok_or(Stop::End)
    }
}
