//! Control-flow graphs of the checker's programs: successors, joins of branches, loops.

use sheaf_proof_check::cut::Loop;
use sheaf_proof_check::program::{
    Block, Callee, Constant, Func, Inst, Op, Operand, Program, Target, Terminator,
};
use std::collections::BTreeSet;

/// Where a block's path may go on.
pub fn targets(terminator: &Terminator) -> Vec<&Target> {
    match terminator {
        Terminator::Jump(target) => vec![target],
        Terminator::Branch(_, targets) => targets.iter().collect(),
        Terminator::Switch(_, cases, default) => {
            let cases = cases.iter().map(|(_, target)| target);
            cases.chain([default]).collect()
        }
        Terminator::Return(_) | Terminator::Unreachable | Terminator::Other(_) => Vec::new(),
    }
}

fn successors(terminator: &Terminator) -> Vec<usize> {
    targets(terminator).iter().map(|it| it.block).collect()
}

/// Library functions that do not return.
const NEVER: &[&str] = &[
    "__VERIFIER_error",
    "__assert",
    "__assert_fail",
    "__sheaf_assert_fail",
    "__sheaf_exit",
    "abort",
    "klee_abort",
    "klee_report_error",
    "klee_silent_exit",
    "reach_error",
];

/// Calls that are followed to see whether a function returns.
const DEEPEST: u32 = 3;

/// Whether an instruction ends the program.
fn ends(program: &Program, inst: &Inst, depth: u32) -> bool {
    match &inst.op {
        Op::Check(Operand::Constant(Constant::Bits(_, 0)), _) => true,
        Op::Call(Callee::Intrinsic(name), _) => NEVER.contains(&&**name),
        Op::Call(Callee::Func(callee), _) if depth > 0 => {
            let func = &program.funcs[*callee];
            let graph = Graph::within(program, func, depth - 1);
            !func.blocks.is_empty() && !graph.can_return(func)
        }
        _ => false,
    }
}

/// Where paths through a function go.
pub struct Graph {
    next: Vec<Vec<usize>>,
    /// Whether each block ends the program.
    ends: Vec<bool>,
}

impl Graph {
    /// The graph of a function. Blocks that end the program lead nowhere.
    pub fn new(program: &Program, func: &Func) -> Graph {
        Graph::within(program, func, DEEPEST)
    }

    fn within(program: &Program, func: &Func, depth: u32) -> Graph {
        let is_end = |block: &Block| block.insts.iter().any(|it| ends(program, it, depth));
        let ends: Vec<bool> = func.blocks.iter().map(is_end).collect();
        let next = |(block, ends): (&Block, &bool)| match ends {
            true => Vec::new(),
            false => successors(&block.terminator),
        };
        Graph {
            next: func.blocks.iter().zip(&ends).map(next).collect(),
            ends,
        }
    }

    /// Whether the function returns from a block that does not end the program.
    fn can_return(&self, func: &Func) -> bool {
        !self.returns(func).is_empty()
    }

    /// The blocks from which a function returns.
    pub fn returns(&self, func: &Func) -> Vec<usize> {
        let reached = self.reachable(vec![0], None);
        let returns = |block: &usize| {
            let returns = matches!(func.blocks[*block].terminator, Terminator::Return(_));
            returns && reached[*block] && !self.ends[*block]
        };
        (0..func.blocks.len()).filter(returns).collect()
    }

    fn reversed(&self) -> Graph {
        let mut next = vec![Vec::new(); self.next.len()];
        for (block, targets) in self.next.iter().enumerate() {
            targets.iter().for_each(|target| next[*target].push(block));
        }
        Graph {
            next,
            ends: self.ends.clone(),
        }
    }

    /// The blocks that are reachable from these, without passing one.
    fn reachable(&self, from: Vec<usize>, but: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; self.next.len()];
        let mut waiting: Vec<usize> = from.into_iter().filter(|it| Some(*it) != but).collect();
        while let Some(block) = waiting.pop() {
            if !std::mem::replace(&mut seen[block], true) {
                let next = self.next[block].iter().copied();
                waiting.extend(next.filter(|it| Some(*it) != but));
            }
        }
        seen
    }

    /// The first block that all ways from a block to these ends reach, if there is one.
    pub fn join(&self, block: usize, ends: &[usize]) -> Option<usize> {
        let reaches = self.reversed().reachable(ends.to_vec(), None);
        let behind = self.reachable(self.next[block].clone(), None);
        let candidates =
            (0..self.next.len()).filter(|it| *it != block && behind[*it] && reaches[*it]);
        // All ways lead through a block if the ends cannot be reached without it.
        let is_passed = |it: &usize| {
            let without = self.reachable(self.next[block].clone(), Some(*it));
            ends.iter().all(|end| !without[*end])
        };
        let passed: Vec<usize> = candidates.filter(is_passed).collect();
        let is_first = |it: &&usize| {
            let before = self.reachable(self.next[block].clone(), Some(**it));
            passed.iter().all(|other| other == *it || !before[*other])
        };
        passed.iter().find(is_first).copied()
    }

    /// The loop that is entered at a block, if it is one's head: the blocks from which it is reached
    /// again without leaving those that it dominates.
    pub fn loop_at(&self, func: usize, head: usize) -> Option<Loop> {
        let around = self.reachable(vec![0], Some(head));
        let is_dominated = |block: usize| !around[block];
        let reversed = self.reversed();
        let mut body = BTreeSet::from([head]);
        let sources = reversed.next[head].iter().copied();
        let mut waiting: Vec<usize> = sources.filter(|it| is_dominated(*it)).collect();
        if waiting.is_empty() {
            return None;
        }
        while let Some(block) = waiting.pop() {
            if body.insert(block) {
                waiting.extend(reversed.next[block].iter().filter(|it| is_dominated(**it)));
            }
        }
        Some(Loop { func, head, body })
    }
}
