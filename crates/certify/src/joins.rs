//! Where the ways of a branch become one.

use crate::graph::Graph;
use sheaf_proof_check::guide::Point;
use sheaf_proof_check::program::Program;
use std::collections::HashMap;

/// Blocks where branches join, found as they are asked for.
#[derive(Default)]
pub struct Joins {
    known: HashMap<Point, Option<u32>>,
}

impl Joins {
    /// Where the ways of the branch at the end of a block become one, if they do: the first block on
    /// all of them. Ways that end the program do not count.
    pub fn of(&mut self, program: &Program, at: Point) -> Option<u32> {
        *self.known.entry(at).or_insert_with(|| {
            let func = &program.funcs[at.func];
            let graph = Graph::new(program, func);
            let join = graph.join(at.block, &graph.returns(func));
            join.map(|block| block as u32)
        })
    }
}
