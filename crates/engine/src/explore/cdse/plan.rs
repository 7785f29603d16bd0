//! Ways to targets, for paths to follow.

use super::abstraction::Variable;
use crate::path::ProgramPoint;
use crate::segment::Edge;
use sheaf_ir::FuncId;
use std::rc::Rc;

/// A step of a path that changes the block or the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Along an edge.
    Edge(Edge),
    /// Into a function.
    Call(FuncId),
    /// Back to the caller.
    Return,
}

/// A way to a target that the search knows no reason against.
#[derive(Clone)]
pub struct Plan {
    /// The number of the target.
    pub target: usize,
    /// How many variables were tracked for the target.
    pub version: usize,
    /// The way.
    pub moves: Rc<[Move]>,
    /// How many moves a path has made.
    pub done: usize,
    /// Moves until the target, detours included, beyond which something must be learned.
    pub patience: usize,
}

/// A path could not follow a plan.
#[derive(Clone)]
pub struct Stray {
    /// The target.
    pub target: usize,
    /// Moves that were left until something must be learned.
    pub patience: usize,
    /// What decided that the path took another way, or that nothing failed.
    pub variables: Vec<Variable>,
    /// Where that was.
    pub at: ProgramPoint,
    /// Whether the path went all the way.
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
