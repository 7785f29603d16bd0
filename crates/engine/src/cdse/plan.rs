//! Plans: paths to targets, for states to follow.

use super::abstraction::Variable;
use crate::path::ProgramPoint;
use crate::segment::Edge;
use sheaf_ir::FuncId;
use std::rc::Rc;

/// A step of a path that changes the block or the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Along this edge.
    Edge(Edge),
    /// Into this function.
    Call(FuncId),
    /// Back to the caller.
    Return,
}

/// A path to a target that the search could not exclude.
#[derive(Clone)]
pub struct Plan {
    /// The number of the target.
    pub target: usize,
    /// How many variables were tracked for the target when the plan was made.
    pub version: usize,
    /// The moves to the target.
    pub moves: Rc<[Move]>,
    /// Number of moves that a path has made.
    pub done: usize,
    /// Maximum length of the path to the target, detours included. Beyond it, a deviation is
    /// learned.
    pub patience: usize,
}

/// A path that could not follow its plan.
#[derive(Clone)]
pub struct Stray {
    pub target: usize,
    /// Remaining moves, detours included, before a deviation is learned.
    pub patience: usize,
    /// The variables that decided the deviation, or that nothing failed.
    pub variables: Vec<Variable>,
    /// The program point of the deviation.
    pub at: ProgramPoint,
    /// Whether the path made all moves of the plan.
    pub at_end: bool,
}

impl Plan {
    /// The next move, unless all are made.
    pub fn next(&self) -> Option<Move> {
        self.moves.get(self.done).copied()
    }

    /// Whether all moves are made.
    pub fn is_done(&self) -> bool {
        self.done == self.moves.len()
    }
}
