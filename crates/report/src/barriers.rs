//! What stands before branches that were never taken: branches of which one side was taken and
//! another one was not, and calls that no path returned from. A user who wants more coverage
//! changes an option of the environment, or a harness, so that a path passes them.
//!
//! What is behind a barrier is what can be reached from it through code that was not executed,
//! called functions included. The same branch may be behind several barriers.

use crate::place::SourceLine;
use serde::Serialize;
use sheaf_engine::outcome::Coverage;
use sheaf_ir::analysis::{CallGraph, Feasible};
use sheaf_ir::{Block, BlockId, Callee, Func, FuncId, LocId, Module, Op};
use std::collections::{HashMap, HashSet};

/// The barriers, and the targets of branches that were never taken.
#[derive(Serialize, Debug)]
pub(crate) struct Barriers {
    /// Those with most targets behind them first.
    pub barriers: Vec<Barrier>,
    /// The lines of the targets; barriers refer to them by position.
    targets: Vec<SourceLine>,
    /// The barriers that a block is behind, by position: those with the fewest targets behind them,
    /// which are nearest.
    #[serde(skip)]
    before: HashMap<At, Vec<usize>>,
}

/// The maximum number of barriers that are told of a block.
const NEAREST: usize = 3;

impl Barriers {
    /// The barriers that a block which was not executed is behind, the nearest ones.
    pub fn before(&self, at: At) -> impl Iterator<Item = &Barrier> {
        let positions = self.before.get(&at).into_iter().flatten();
        positions.map(|position| &self.barriers[*position])
    }
}

/// What no path has passed, although paths came to it.
#[derive(Serialize, Debug)]
pub(crate) struct Barrier {
    #[serde(flatten)]
    pub place: SourceLine,
    /// The target that was never taken; `None` for an instruction that no path passed.
    target: Option<usize>,
    /// The function whose call no path returned from, if it is known.
    call: Option<String>,
    /// The targets that are behind, by position, itself included.
    pub behind: Vec<usize>,
}

impl Barrier {
    /// `a.c:3 in f, after the call of g`.
    pub fn text(&self) -> String {
        let place = self.place.text();
        match (&self.call, self.target) {
            (Some(call), _) => format!("{place}, after the call of {call}"),
            (None, None) => format!("{place}, after an instruction that ended all paths"),
            (None, Some(_)) => place,
        }
    }
}

/// A block of a function.
pub(crate) type At = (FuncId, BlockId);

/// What was executed, and numbers of the targets that were not.
struct Search<'a> {
    module: &'a Module,
    calls: CallGraph,
    coverage: &'a Coverage,
    feasible: Vec<Feasible>,
    /// For each function and block, the number of its first missed target, and which are missed.
    missed: Vec<Vec<(usize, Vec<usize>)>>,
}

/// The barriers of the user's functions.
pub(crate) fn barriers(module: &Module, coverage: &Coverage) -> Barriers {
    let mut search = Search {
        module,
        calls: CallGraph::new(module),
        coverage,
        feasible: module.funcs.iter().map(Feasible::new).collect(),
        missed: Vec::new(),
    };
    let targets = search.number_targets();
    let mut found = Vec::new();
    for (id, func) in module.funcs.enumerate().filter(|(_, func)| func.user) {
        for (block_id, block) in func.blocks.enumerate() {
            search.add_barriers((id, block_id), block, &mut found);
        }
    }
    found.sort_by_key(|(barrier, _)| std::cmp::Reverse(barrier.behind.len()));
    let mut before: HashMap<At, Vec<usize>> = HashMap::new();
    for (position, (_, blocks)) in found.iter().enumerate().rev() {
        for block in blocks {
            let nearest = before.entry(*block).or_default();
            if nearest.len() < NEAREST {
                nearest.push(position);
            }
        }
    }
    Barriers {
        barriers: found.into_iter().map(|(barrier, _)| barrier).collect(),
        targets,
        before,
    }
}

/// A barrier, and the blocks behind it that were not executed.
type Found = (Barrier, HashSet<At>);

impl Search<'_> {
    /// Numbers the missed targets; returns their lines.
    fn number_targets(&mut self) -> Vec<SourceLine> {
        let mut targets = Vec::new();
        for (id, func) in self.module.funcs.enumerate() {
            let mut blocks = Vec::new();
            for (block, code) in func.blocks.enumerate() {
                let missed = match func.user && code.loc.is_some() {
                    true => self.missed_targets((id, block)),
                    false => Vec::new(),
                };
                let first = targets.len();
                let line = || SourceLine::new(self.module, id, code.loc);
                targets.extend(missed.iter().map(|_| line()));
                blocks.push((first, missed));
            }
            self.missed.push(blocks);
        }
        targets
    }

    /// The targets of a branch that constants allow, and that were not taken.
    fn missed_targets(&self, (func, block): At) -> Vec<usize> {
        let code = &self.module.funcs[func];
        let possible = self.feasible[func.0 as usize].branches(code, block);
        let row = self.coverage.taken.get(func.0 as usize);
        let row = row.and_then(|blocks| blocks.get(block.0 as usize));
        let taken = |target: &usize| row.is_some_and(|row| row.get(*target) == Some(&true));
        possible.into_iter().filter(|it| !taken(it)).collect()
    }

    /// The number of instructions of a block that were executed, its terminator included.
    fn executed(&self, (func, block): At) -> usize {
        let blocks = self.coverage.executed.get(func.0 as usize);
        let row = blocks.and_then(|blocks| blocks.get(block.0 as usize));
        row.map_or(0, |row| row.iter().filter(|it| **it).count())
    }

    fn add_barriers(&self, at: At, code: &Block, barriers: &mut Vec<Found>) {
        let executed = self.executed(at);
        if executed == 0 {
            return;
        }
        let (func, block) = at;
        if executed <= code.insts.len() {
            let last = &code.insts[executed - 1];
            let behind = self.behind(vec![], vec![at]);
            let call = callee(self.module, &last.op);
            self.add(at, last.loc, (None, call), behind, barriers);
            return;
        }
        let (first, missed) = &self.missed[func.0 as usize][block.0 as usize];
        for (position, target) in missed.iter().enumerate() {
            let to = (func, code.terminator.targets()[*target].block);
            let start = match self.executed(to) {
                0 => vec![to],
                _ => Vec::new(),
            };
            let behind = self.behind(vec![first + position], start);
            self.add(at, code.loc, (Some(*target), None), behind, barriers);
        }
    }

    fn add(
        &self,
        (func, _): At,
        loc: Option<LocId>,
        (target, call): (Option<usize>, Option<String>),
        (behind, blocks): (Vec<usize>, HashSet<At>),
        barriers: &mut Vec<Found>,
    ) {
        if !behind.is_empty() {
            let barrier = Barrier {
                place: SourceLine::new(self.module, func, loc),
                target,
                call,
                behind,
            };
            barriers.push((barrier, blocks));
        }
    }

    /// Adds the missed targets that are reached from blocks that were not executed to the end; also
    /// these blocks.
    fn behind(&self, mut found: Vec<usize>, start: Vec<At>) -> (Vec<usize>, HashSet<At>) {
        let mut seen: HashSet<At> = start.iter().copied().collect();
        let mut waiting = start;
        while let Some(at) = waiting.pop() {
            let (func, block) = at;
            let (first, missed) = &self.missed[func.0 as usize][block.0 as usize];
            found.extend(*first..first + missed.len());
            let code = &self.module.funcs[func].blocks[block];
            for next in self.next(at, code) {
                if self.executed(next) == 0 && seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        (found, seen)
    }

    /// The blocks that follow a block directly, or by a call of a user's function.
    fn next(&self, (func, block): At, code: &Block) -> Vec<At> {
        let feasible = &self.feasible[func.0 as usize];
        let targets = code.terminator.targets().iter().enumerate();
        let targets = targets.filter(|(number, _)| feasible.target(block, *number));
        let mut next: Vec<At> = targets.map(|(_, target)| (func, target.block)).collect();
        for inst in &code.insts {
            if let Op::Call(call) = &inst.op {
                let is_body = |id: &FuncId| is_body(&self.module.funcs[*id]);
                let callees = self.calls.targets(call).filter(is_body);
                next.extend(callees.map(|id| (id, BlockId(0))));
            }
        }
        next
    }
}

fn is_body(func: &Func) -> bool {
    func.user && !func.is_declaration()
}

/// The name of the function that an instruction calls.
fn callee(module: &Module, op: &Op) -> Option<String> {
    match op {
        Op::Call(call) => match call.callee {
            Callee::Func(id) => Some(module.funcs[id].name.to_string()),
            Callee::Value(_) | Callee::Intrinsic(_) => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use sheaf_ir::text::parse;

    #[test]
    fn what_is_behind_a_branch_includes_what_it_calls() {
        let text = "module ptr 8
            file 0 \"a.c\"
            func @main(%c: bool) !0:1:1 {
            b0: br %c, b1, b2 !0:2:1
            b1: call @f(%c) !0:3:1 jump b2 !0:3:1
            b2: ret !0:4:1 }
            func @f(%c: bool) !0:6:1 {
            b0: br %c, b1, b2 !0:7:1
            b1: br true, b2, b3 !0:8:1
            b2: ret !0:9:1
            b3: ret !0:9:1 }";
        let coverage = Coverage {
            executed: vec![
                vec![vec![true], vec![false; 2], vec![true]],
                vec![vec![false]; 4],
            ],
            taken: vec![
                vec![vec![false, true], vec![false], vec![]],
                vec![vec![false; 2], vec![false; 2], vec![], vec![]],
            ],
        };
        let found = barriers(&parse(text).unwrap(), &coverage);
        // The branch in `main`, and both sides of the one in `f`; constants decide the other one.
        assert_eq!(found.targets.len(), 3);
        let [barrier] = &found.barriers[..] else {
            panic!("{found:?}");
        };
        assert_eq!((barrier.target, barrier.behind.len()), (Some(0), 3));
        assert_eq!(barrier.text(), "a.c:2 in main");
    }

    #[test]
    fn a_call_that_no_path_returned_from() {
        let text = "module ptr 8
            file 0 \"a.c\"
            func @main(%c: bool) !0:1:1 {
            b0: call @f() !0:2:1 jump b1 !0:3:1
            b1: br %c, b2, b3 !0:4:1
            b2: ret !0:5:1
            b3: ret !0:6:1 }
            func @f()";
        let coverage = Coverage {
            executed: vec![vec![
                vec![true, false],
                vec![false],
                vec![false],
                vec![false],
            ]],
            taken: vec![vec![vec![false], vec![false; 2], vec![], vec![]]],
        };
        let found = barriers(&parse(text).unwrap(), &coverage);
        let texts: Vec<String> = found.barriers.iter().map(Barrier::text).collect();
        assert_eq!(texts, ["a.c:2 in main, after the call of f"]);
        assert_eq!(found.barriers[0].behind, [0, 1]);
    }
}
