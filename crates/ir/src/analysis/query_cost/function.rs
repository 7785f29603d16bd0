//! The costs of one function: an equation for each block and value, solved backwards.

use super::memory::each;
use super::unroll::Unrolling;
use super::walk::{Cost, Var, Walk};
use super::{Estimate, QueryCosts};
use crate::analysis::cfg::Cfg;
use crate::analysis::liveness::Liveness;
use crate::index::Idx;
use crate::module::{BlockId, Func, FuncId};
use crate::op::Terminator;
use std::collections::{BTreeSet, HashMap};

/// The costs of values at the start of a block, ascending; values without cost are left out.
pub type Entry = Box<[(Var, Cost)]>;

/// The costs of a function at the starts of its blocks.
#[derive(Clone, Default, Debug)]
pub struct FuncCosts {
    blocks: Vec<Entry>,
    /// For the header of each unrolled loop, the loop's blocks and the costs with one iteration
    /// less.
    again: HashMap<BlockId, (Vec<BlockId>, Entry)>,
}

/// Relates the costs at the start of a block to its own queries and to the costs of its successors.
pub struct Equation {
    /// The parameters of the block, the locals live before it, and the classes of memory that
    /// matter.
    pub vars: Vec<Var>,
    /// What its own instructions contribute to each of them.
    pub own: Vec<Cost>,
    /// One for each block that it leads to.
    pub edges: Vec<Edge>,
}

/// The dependencies of a successor's variables on those of a block.
pub struct Edge {
    /// The later block.
    pub to: BlockId,
    /// A variable of the earlier block, and one of the later block that depends on it.
    pub pairs: Vec<(u32, u32)>,
}

/// The costs of each block's variables.
pub type Values = Vec<Vec<Cost>>;

impl FuncCosts {
    /// Solves a function, given the results of its callees. Numbers are at most `most`, and the
    /// iterations of nested loops `nest`.
    pub fn new(known: &QueryCosts, id: FuncId, most: u32, nest: u32) -> Self {
        let func = &known.module.funcs[id];
        let cfg = Cfg::new(func);
        let equations = equations(known, id, func, &cfg);
        let entry = |block: usize, values: &[Cost]| -> Entry {
            let pairs = equations[block].vars.iter().zip(values);
            let costs = pairs.filter(|(_, cost)| **cost != Cost::default());
            costs.map(|(var, cost)| (*var, *cost)).collect()
        };
        let mut values: Values = equations.iter().map(|equation| equation.none()).collect();
        let mut again = HashMap::new();
        match known.estimate {
            Estimate::Recursive { kappa } if most > 0 => {
                // Dependencies do not involve numbers: they are a fixpoint in any case.
                fixpoint(&cfg, &equations, &mut values, 0, known.estimate);
                let mut unrolling = Unrolling::new(&cfg, &equations, values, most);
                unrolling.run(kappa, nest);
                for (header, body, values) in unrolling.again() {
                    again.insert(header, (body, entry(header.index(), values)));
                }
                values = unrolling.values;
            }
            _ => fixpoint(&cfg, &equations, &mut values, most, known.estimate),
        }
        let blocks = values.iter().enumerate();
        FuncCosts {
            blocks: blocks.map(|(block, values)| entry(block, values)).collect(),
            again,
        }
    }

    /// Costs at the start of the function.
    pub fn entry(&self) -> &[(Var, Cost)] {
        self.blocks.first().map_or(&[], |entry| entry)
    }

    /// The successors of a block, without duplicates, with their costs.
    pub fn behind<'a>(
        &'a self,
        from: BlockId,
        terminator: &'a Terminator,
    ) -> impl Iterator<Item = (BlockId, &'a [(Var, Cost)])> {
        distinct(terminator).map(move |to| match self.again.get(&to) {
            Some((body, entry)) if body.binary_search(&from).is_ok() => (to, &entry[..]),
            _ => (to, &self.blocks[to.index()][..]),
        })
    }
}

impl Equation {
    /// No costs.
    pub fn none(&self) -> Vec<Cost> {
        vec![Cost::default(); self.vars.len()]
    }
}

impl Edge {
    /// Adds what the later block's costs contribute.
    pub fn add(&self, later: &[Cost], costs: &mut [Cost], most: u32) {
        for (from, to) in &self.pairs {
            costs[*from as usize].add(later[*to as usize], most);
        }
    }
}

/// The successors of a terminator, without duplicates. Parallel edges count as one.
fn distinct(terminator: &Terminator) -> impl Iterator<Item = BlockId> {
    let targets = terminator.targets();
    let first =
        |(index, to): &(usize, BlockId)| targets[..*index].iter().all(|other| other.block != *to);
    let blocks = targets.iter().map(|target| target.block).enumerate();
    blocks.filter(first).map(|(_, block)| block)
}

fn equations(known: &QueryCosts, id: FuncId, func: &Func, cfg: &Cfg) -> Vec<Equation> {
    let liveness = Liveness::new(func, cfg);
    let classes = || each(known.reads[id.index()]).map(Var::Memory);
    let vars: Vec<Vec<Var>> = func
        .blocks
        .enumerate()
        .map(|(block, code)| {
            let locals = code.params.iter().chain(liveness.live_in(block));
            locals.copied().map(Var::Local).chain(classes()).collect()
        })
        .map(|mut vars: Vec<Var>| {
            vars.sort_unstable();
            vars
        })
        .collect();
    let blocks = func.blocks.enumerate().map(|(block, code)| {
        let vars_here = vars[block.index()].clone();
        let mut walk = Walk::new(known, id, vars_here.len());
        for (number, var) in vars_here.iter().enumerate() {
            walk.begin(*var, number);
        }
        walk.finish(code, 0);
        let edges = distinct(&code.terminator).map(|to| {
            let mut pairs = Vec::new();
            for (later, var) in vars[to.index()].iter().enumerate() {
                let row = walk.at_start_of(&code.terminator, to, *var);
                pairs.extend(
                    walk.members(row)
                        .map(|member| (member as u32, later as u32)),
                );
            }
            Edge { to, pairs }
        });
        let edges = edges.collect();
        Equation {
            own: walk.found,
            vars: vars_here,
            edges,
        }
    });
    blocks.collect()
}

/// The least solution with numbers of at most `most`, processing later blocks first.
fn fixpoint(cfg: &Cfg, equations: &[Equation], values: &mut Values, most: u32, estimate: Estimate) {
    let order = cfg.reverse_postorder();
    let mut place = vec![None; cfg.len()];
    for (position, block) in order.iter().enumerate() {
        place[block.index()] = Some(position);
    }
    let mut pending: BTreeSet<usize> = (0..order.len()).collect();
    while let Some(position) = pending.pop_last() {
        let block = order[position];
        let equation = &equations[block.index()];
        let mut costs = equation.none();
        for edge in &equation.edges {
            let mut way = equation.none();
            edge.add(&values[edge.to.index()], &mut way, most);
            for (cost, way) in costs.iter_mut().zip(way) {
                estimate.join(cost, way, most);
            }
        }
        for (cost, own) in costs.iter_mut().zip(&equation.own) {
            cost.add(*own, most);
        }
        if costs != values[block.index()] {
            values[block.index()] = costs;
            let before = cfg.predecessors(block).iter();
            pending.extend(before.filter_map(|block| place[block.index()]));
        }
    }
}
