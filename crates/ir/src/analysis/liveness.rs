//! Live variables: which locals may still be read.
//!
//! A local is live at a point if some path from there reads it before it is defined again.
//! Parameters of a block are defined on entry to it, so they are not live before it; the arguments
//! of a jump are read at the end of the block that jumps.

use crate::analysis::cfg::Cfg;
use crate::index::{Idx, IndexVec};
use crate::module::{Block, BlockId, Func, Local};
use crate::op::Operand;
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// The live locals at both ends of each block, ascending.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Vec<Box<[Local]>>,
    live_out: Vec<Box<[Local]>>,
}

impl Liveness {
    /// Computes them for all blocks, unreachable ones included.
    pub fn new(func: &Func, cfg: &Cfg) -> Self {
        // Most locals stay within their block; only the others take part in the search, as bits of
        // dense sets.
        let shared = Shared::new(func);
        let mut live_in = vec![shared.empty(); cfg.len()];
        let mut live_out = live_in.clone();
        // Backwards facts settle fastest in postorder. Blocks are visited again when what is live
        // after them grows.
        let mut pending: Vec<BlockId> = func
            .blocks
            .ids()
            .filter(|id| !cfg.is_reachable(*id))
            .collect();
        pending.extend(cfg.reverse_postorder());
        let mut waiting = vec![true; cfg.len()];
        while let Some(id) = pending.pop() {
            waiting[id.index()] = false;
            let mut live = live_out[id.index()].clone();
            shared.through(&func.blocks[id], &mut live);
            if live == live_in[id.index()] {
                continue;
            }
            for before in cfg.predecessors(id) {
                let after = &mut live_out[before.index()];
                if live.is_subset(after) {
                    continue;
                }
                after.union_with(&live);
                if !std::mem::replace(&mut waiting[before.index()], true) {
                    pending.push(*before);
                }
            }
            live_in[id.index()] = live;
        }
        let list = |sets: Vec<FixedBitSet>| sets.iter().map(|set| shared.list(set)).collect();
        Liveness {
            live_in: list(live_in),
            live_out: list(live_out),
        }
    }

    /// Locals live before the first instruction of a block, its parameters not included.
    pub fn live_in(&self, block: BlockId) -> &[Local] {
        &self.live_in[block.index()]
    }

    /// Locals live after the terminator of a block; what only the terminator reads is not among
    /// them.
    pub fn live_out(&self, block: BlockId) -> &[Local] {
        &self.live_out[block.index()]
    }

    /// Locals live just before the instruction at a position of a block; the terminator has the
    /// position after the last.
    pub fn live_before(&self, func: &Func, block: BlockId, position: usize) -> Vec<Local> {
        let mut live: BTreeSet<Local> = self.live_out(block).iter().copied().collect();
        backwards(&func.blocks[block], position, |event| {
            match event {
                Event::Read(local) => live.insert(local),
                Event::Define(local) => live.remove(&local),
            };
        });
        live.into_iter().collect()
    }
}

/// What an instruction does to a local.
enum Event {
    Read(Local),
    Define(Local),
}

/// Calls `visit` with the reads and definitions from the end of a block back to the instruction at
/// `position`.
fn backwards(block: &Block, position: usize, mut visit: impl FnMut(Event)) {
    let read = |operand, visit: &mut dyn FnMut(Event)| {
        if let Operand::Local(local) = operand {
            visit(Event::Read(local));
        }
    };
    block
        .terminator
        .operands(|operand| read(operand, &mut visit));
    for inst in block.insts.iter().skip(position).rev() {
        inst.result
            .into_iter()
            .for_each(|local| visit(Event::Define(local)));
        inst.op.operands(|operand| read(operand, &mut visit));
    }
}

/// The locals that some block reads without having defined them before.
struct Shared {
    /// The bit of each local that has one.
    bits: IndexVec<Local, Option<u32>>,
    locals: Vec<Local>,
}

impl Shared {
    fn new(func: &Func) -> Self {
        let mut bits: IndexVec<Local, Option<u32>> = func.locals.iter().map(|_| None).collect();
        let mut locals = Vec::new();
        let mut exposed: IndexVec<Local, bool> = func.locals.iter().map(|_| false).collect();
        for block in func.blocks.iter() {
            let mut read = Vec::new();
            backwards(block, 0, |event| match event {
                Event::Read(local) => {
                    exposed[local] = true;
                    read.push(local);
                }
                Event::Define(local) => exposed[local] = false,
            });
            block
                .params
                .iter()
                .for_each(|param| exposed[*param] = false);
            for local in read {
                if std::mem::replace(&mut exposed[local], false) && bits[local].is_none() {
                    bits[local] = Some(locals.len() as u32);
                    locals.push(local);
                }
            }
        }
        Shared { bits, locals }
    }

    /// An empty set of shared locals.
    fn empty(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.locals.len())
    }

    /// Turns what is live after a block into what is live before it.
    fn through(&self, block: &Block, live: &mut FixedBitSet) {
        let mut set = |local: Local, value: bool| {
            if let Some(bit) = self.bits[local] {
                live.set(bit as usize, value);
            }
        };
        backwards(block, 0, |event| match event {
            Event::Read(local) => set(local, true),
            Event::Define(local) => set(local, false),
        });
        block.params.iter().for_each(|param| set(*param, false));
    }

    fn list(&self, set: &FixedBitSet) -> Box<[Local]> {
        let mut members: Vec<Local> = set.ones().map(|bit| self.locals[bit]).collect();
        members.sort_unstable();
        members.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::FuncId;
    use crate::text::parse;

    #[test]
    fn a_loop_keeps_what_its_next_round_reads() {
        let module = parse(
            "module ptr 8
            func @f(%n: bits8, %unused: bits8) -> bits8 {
            entry: %k: bits8 = add %n, bits8 1
              jump loop(bits8 0)
            loop(%i: bits8): %c: bool = ult %i, %n
              br %c, body, done(%i)
            body: %next: bits8 = add %i, %k
              jump loop(%next)
            done(%r: bits8): %s: bits8 = add %r, bits8 1
              ret %s
            }",
        )
        .expect("parses");
        let func = &module.funcs[FuncId(0)];
        let liveness = Liveness::new(func, &Cfg::new(func));
        let names = |set: &[Local]| {
            let name = |local: Local| {
                func.locals[local]
                    .name
                    .clone()
                    .unwrap_or_default()
                    .to_string()
            };
            set.iter().copied().map(name).collect::<Vec<_>>().join(" ")
        };
        let [entry, looping, body, done] = [0, 1, 2, 3].map(BlockId);
        assert_eq!(names(liveness.live_in(entry)), "n");
        assert_eq!(names(liveness.live_out(entry)), "n k");
        assert_eq!(names(liveness.live_in(looping)), "n k");
        assert_eq!(names(liveness.live_out(looping)), "n k i");
        assert_eq!(names(liveness.live_in(body)), "n k i");
        assert_eq!(names(liveness.live_in(done)), "");
        assert_eq!(names(&liveness.live_before(func, looping, 0)), "n k i");
        assert_eq!(names(&liveness.live_before(func, looping, 1)), "n k i c");
        assert_eq!(names(&liveness.live_before(func, done, 1)), "s");
        assert!(!liveness.live_in(entry).contains(&Local(1)));
    }

    /// A local is live before a point exactly if a way from there reads it before defining it.
    fn by_search(func: &crate::Func, block: BlockId, position: usize, local: Local) -> bool {
        let mut seen = vec![false; func.blocks.len()];
        let mut pending = vec![(block, position)];
        while let Some((id, start)) = pending.pop() {
            let code = &func.blocks[id];
            let mut outcome = None;
            if start == 0 && (id, start) != (block, position) && code.params.contains(&local) {
                continue;
            }
            for inst in &code.insts[start..] {
                let mut reads = false;
                inst.op
                    .operands(|operand| reads |= operand == Operand::Local(local));
                outcome = outcome
                    .or(reads.then_some(true))
                    .or((inst.result == Some(local)).then_some(false));
            }
            let mut reads = false;
            code.terminator
                .operands(|operand| reads |= operand == Operand::Local(local));
            match outcome.or(reads.then_some(true)) {
                Some(true) => return true,
                Some(false) => continue,
                None => {}
            }
            for target in code.terminator.targets() {
                if !std::mem::replace(&mut seen[target.block.index()], true) {
                    pending.push((target.block, 0));
                }
            }
        }
        false
    }

    proptest::proptest! {
        #[test]
        fn liveness_is_by_definition(
            blocks in proptest::collection::vec(proptest::collection::vec(0usize..6, 6), 1..6)
        ) {
            // Each block takes a parameter, defines a local from any two and jumps with any to any
            // two blocks.
            let count = blocks.len();
            let mut text = "module ptr 8 func @f(%c: bool, %v9: bool) { e: jump b0(%c)\n".to_string();
            for (number, picks) in blocks.iter().enumerate() {
                let local = |pick: usize| match pick {
                    0 => "%c".to_string(),
                    1 => format!("%p{}", pick % count),
                    _ => format!("%v{}", pick % count),
                };
                let [a, b, c, d] = [0, 1, 2, 3].map(|at| local(picks[at]));
                let (x, y) = (picks[4] % count, picks[5] % count);
                text += &format!("b{number}(%p{number}: bool): %v{number}: bool = xor {a}, {b} br {c}, b{x}({d}), b{y}({c})\n");
            }
            let module = parse(&(text + "}")).expect("parses");
            let func = &module.funcs[FuncId(0)];
            let liveness = Liveness::new(func, &Cfg::new(func));
            for (id, block) in func.blocks.enumerate() {
                for local in func.locals.ids() {
                    let inside = !block.params.contains(&local) && by_search(func, id, 0, local);
                    proptest::prop_assert_eq!(liveness.live_in(id).contains(&local), inside);
                    for position in 0..=block.insts.len() {
                        let expected = by_search(func, id, position, local);
                        let live = liveness.live_before(func, id, position);
                        proptest::prop_assert_eq!(live.contains(&local), expected);
                    }
                }
            }
        }
    }
}
