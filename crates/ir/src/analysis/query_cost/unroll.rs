//! Costs with each loop executed at most `kappa` times (thesis, section 4.3.1), without enumerating
//! paths.
//!
//! With `k` iterations left, the header of a loop adds the costs of its successors in the body and
//! outside; the back edges of that iteration lead to the header with `k - 1` left, and with none
//! left only the successors outside remain. An iteration thus ends with the test that may leave the
//! loop; a header without such a test costs nothing more. One iteration is one pass over the blocks
//! of the loop, last ones first, and an inner loop runs all of its iterations in each pass. The
//! results are the costs in a first iteration.
//!
//! Edges that run back without entering a natural loop again (irreducible cycles) are ignored.

use super::function::{Equation, Values};
use super::walk::Cost;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::{LoopForest, LoopId};
use crate::index::Idx;
use crate::module::BlockId;
use std::collections::HashMap;

/// The costs of a function whose loops are unrolled.
pub struct Unrolling<'a> {
    equations: &'a [Equation],
    forest: LoopForest,
    /// Position of each block in reverse postorder.
    place: Vec<usize>,
    /// Blocks outside of all loops, and for each loop its blocks outside of inner loops together
    /// with the headers of the direct inner loops; the last ones first.
    outside: Vec<BlockId>,
    inside: Vec<Vec<BlockId>>,
    /// Costs at the start of each block.
    pub values: Values,
    /// Costs at the header of each loop with one iteration less.
    fewer: HashMap<BlockId, Vec<Cost>>,
    most: u32,
}

impl<'a> Unrolling<'a> {
    /// Prepares a function; `values` are the dependencies.
    pub fn new(cfg: &Cfg, equations: &'a [Equation], values: Values, most: u32) -> Self {
        let forest = LoopForest::new(cfg, &Dominators::new(cfg));
        let mut place = vec![usize::MAX; cfg.len()];
        let mut outside = Vec::new();
        let mut inside = vec![Vec::new(); forest.loops().len()];
        for (position, block) in cfg.reverse_postorder().iter().enumerate().rev() {
            place[block.index()] = position;
            let mut add = |within: Option<LoopId>| match within {
                None => outside.push(*block),
                Some(within) => inside[within.index()].push(*block),
            };
            add(forest.innermost(*block));
            if let Some(own) = forest.with_header(*block) {
                add(forest.loops()[own].parent);
            }
        }
        Unrolling {
            equations,
            forest,
            place,
            outside,
            inside,
            values,
            fewer: HashMap::new(),
            most,
        }
    }

    /// Runs each loop `kappa` times, and no loop more than `nest` times in all.
    pub fn run(&mut self, kappa: u32, nest: u32) {
        for block in self.outside.clone() {
            match self.forest.with_header(block) {
                Some(inner) => self.unroll(inner, kappa, nest),
                None => self.evaluate(block, |_, _| true),
            }
        }
    }

    /// The header and the blocks of each loop, and the header's costs with one iteration less.
    pub fn again(&self) -> impl Iterator<Item = (BlockId, Vec<BlockId>, &[Cost])> {
        self.forest.loops().iter().filter_map(|natural| {
            let costs = self.fewer.get(&natural.header)?;
            Some((natural.header, natural.body.clone(), &costs[..]))
        })
    }

    fn unroll(&mut self, id: LoopId, kappa: u32, nest: u32) {
        let header = self.forest.loops()[id].header;
        let leaves = |forest: &LoopForest, to| !forest.loops()[id].contains(to);
        let exits = self.equations[header.index()]
            .edges
            .iter()
            .any(|edge| leaves(&self.forest, edge.to));
        if exits {
            self.evaluate(header, leaves);
        } else {
            let costs = &mut self.values[header.index()];
            costs.iter_mut().for_each(|cost| cost.queries = 0);
        }
        let rounds = kappa.clamp(1, nest.max(1));
        for _ in 0..rounds {
            let before = self.values[header.index()].clone();
            self.fewer.insert(header, before);
            for position in 0..self.inside[id.index()].len() {
                let block = self.inside[id.index()][position];
                match self.forest.with_header(block) {
                    Some(inner) if inner != id => self.unroll(inner, kappa, nest / rounds),
                    _ => self.evaluate(block, |_, _| true),
                }
            }
            if self.fewer.get(&header) == Some(&self.values[header.index()]) {
                break;
            }
        }
    }

    /// Adds the costs of the selected successors of a block. The dependencies are known and stay
    /// unchanged.
    fn evaluate(&mut self, block: BlockId, follow: impl Fn(&LoopForest, BlockId) -> bool) {
        let equation = &self.equations[block.index()];
        let mut costs = equation.own.clone();
        for edge in equation
            .edges
            .iter()
            .filter(|edge| follow(&self.forest, edge.to))
        {
            let later = match self.forest.with_header(edge.to) {
                Some(id) if self.forest.loops()[id].contains(block) => self.fewer.get(&edge.to),
                _ if self.place[edge.to.index()] <= self.place[block.index()] => None,
                _ => self.values.get(edge.to.index()),
            };
            if let Some(later) = later {
                edge.add(later, &mut costs, self.most);
            }
        }
        for (value, cost) in self.values[block.index()].iter_mut().zip(&costs) {
            value.queries = cost.queries;
        }
    }
}
