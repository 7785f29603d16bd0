//! Functions that suspend: generators, async functions, and modules.
//!
//! Such a function is lowered like any other; where it suspends, a block hands out a value by a
//! jump to the block that goes on. [`split`] makes two functions of it: the first runs up to the
//! first suspension, the second goes on from any. What is needed after a suspension is kept in a
//! frame, an array of cells that belongs to one call. The frame also says where to go on, and what
//! was sent to the function.

use crate::abi::frame::{FIRST_SAVED, MODE, SENT, STATE};
use oxc_ast::ast::Function;
use sheaf_ir::analysis::{Cfg, Liveness};
use sheaf_ir::index::{Idx, IndexVec};
use sheaf_ir::{Block, BlockId, Call, Callee, Const, Func, FuncId, Inst, LocId, Local, LocalInfo};
use sheaf_ir::{NameId, Op, Operand, Switch, Target, Terminator, Type, Unit};
use std::collections::HashMap;

/// Why a function suspends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suspends {
    /// A generator: at each `yield`.
    Generator,
    /// An async function: at each `await`.
    Async,
    /// At both.
    AsyncGenerator,
    /// A module, when its functions exist and before its first statement.
    Module,
}

impl Suspends {
    /// Why a function of the program suspends, if it does.
    pub fn of(function: &Function) -> Option<Suspends> {
        match (function.generator, function.r#async) {
            (true, false) => Some(Suspends::Generator),
            (false, true) => Some(Suspends::Async),
            (true, true) => Some(Suspends::AsyncGenerator),
            (false, false) => None,
        }
    }
}

/// The suspensions of a function that is being lowered.
pub struct Coroutine {
    pub suspends: Suspends,
    /// Stands for the frame.
    pub frame: Local,
    /// The blocks that suspend, each with the block that goes on. It has one parameter: the value
    /// handed out.
    pub suspensions: Vec<(BlockId, BlockId)>,
}

/// What [`split`] needs to know about the program.
pub struct Names {
    /// The intrinsic that makes an object of a callee, a frame and the second function.
    pub create: NameId,
    /// The second function and its name.
    pub resume: FuncId,
    pub resume_name: String,
}

/// The function that is called, and the one that goes on. The second one takes the frame, how to go
/// on (`Bits(8)`), and the value sent.
pub fn split(func: Func, coroutine: &Coroutine, names: &Names) -> (Func, Func) {
    let cfg = Cfg::new(&func);
    let liveness = Liveness::new(&func, &cfg);
    let reached = coroutine.suspensions.iter().copied();
    let reached: Vec<_> = reached
        .filter(|(from, _)| cfg.is_reachable(*from))
        .collect();
    let live = |block: BlockId| {
        let live = liveness.live_in(block).iter().copied();
        live.filter(|local| *local != coroutine.frame)
    };
    let mut saved: Vec<Local> = reached.iter().flat_map(|(_, to)| live(*to)).collect();
    saved.sort_unstable();
    saved.dedup();
    let mut first = Rewriter::new(func.clone(), coroutine.frame, saved.clone());
    let mut second = Rewriter::new(func, coroutine.frame, saved);
    if let Some((from, to)) = reached.first() {
        first.create(*from, &live(*to).collect::<Vec<_>>(), names);
    }
    second.resume(&reached, &names.resume_name);
    (pruned(first.func, BlockId(0)), second.finish())
}

/// Rewrites one of the two functions.
struct Rewriter {
    func: Func,
    frame: Operand,
    /// The locals that are kept in the frame, by cell.
    saved: Vec<Local>,
    entry: BlockId,
}

impl Rewriter {
    fn new(func: Func, frame: Local, saved: Vec<Local>) -> Rewriter {
        Rewriter {
            func,
            frame: Operand::Local(frame),
            saved,
            entry: BlockId(0),
        }
    }

    fn constant(&mut self, value: Const) -> Operand {
        Operand::Const(self.func.consts.push(value))
    }

    fn bits(&mut self, width: u32, value: u32) -> Operand {
        let value = u128::from(value);
        self.constant(Const::Bits { width, value })
    }

    fn local(&mut self, ty: Type) -> Local {
        self.func.locals.push(LocalInfo { ty, name: None })
    }

    fn frame_local(&self) -> Local {
        match self.frame {
            Operand::Local(local) => local,
            Operand::Const(_) => unreachable!("the frame is a local"),
        }
    }

    fn store(&mut self, cell: u32, value: Operand, loc: Option<LocId>) -> Inst {
        let (row, index) = (self.frame, self.bits(32, cell));
        let op = Op::StoreCell { row, index, value };
        let result = None;
        Inst { result, op, loc }
    }

    fn load(&mut self, cell: u32, ty: Type, loc: Option<LocId>) -> (Local, Inst) {
        let local = self.local(ty);
        let op = Op::LoadCell(self.frame, self.bits(32, cell));
        let result = Some(local);
        (local, Inst { result, op, loc })
    }

    /// Ends the first function where it suspends first: it creates the frame with the live locals.
    fn create(&mut self, from: BlockId, live: &[Local], names: &Names) {
        let loc = self.func.blocks[from].loc;
        let mut cells = vec![self.bits(32, 1), self.bits(8, 0)];
        let undefined = self.constant(Const::Unit(Unit::Undefined));
        cells.extend([undefined, self.bits(32, 0)]);
        for local in self.saved.clone() {
            cells.push(match live.contains(&local) {
                true => Operand::Local(local),
                false => undefined,
            });
        }
        let callee = Operand::Local(self.func.params[0]);
        let call = Call {
            callee: Callee::Intrinsic(names.create),
            args: Box::new([callee, self.frame, self.constant(Const::Func(names.resume))]),
            catches: false,
        };
        let created = self.local(Type::Any);
        let frame = Some(self.frame_local());
        let ops = [
            (frame, Op::NewCells(cells.into())),
            (Some(created), Op::Call(Box::new(call))),
        ];
        let block = &mut self.func.blocks[from];
        let insts = ops.map(|(result, op)| Inst { result, op, loc });
        block.insts.extend(insts);
        block.terminator = Terminator::Return(Some(Operand::Local(created)));
    }

    /// Makes the second function: its entry goes on at the suspension that the frame names.
    fn resume(&mut self, suspensions: &[(BlockId, BlockId)], name: &str) {
        self.func.name = name.into();
        let (mode, sent) = (self.local(Type::Bits(8)), self.local(Type::Any));
        self.func.params = vec![self.frame_local(), mode, sent];
        for (number, (from, to)) in suspensions.iter().enumerate() {
            let block = &mut self.func.blocks[*from];
            let value = block.terminator.targets()[0].args[0];
            let loc = block.loc;
            block.terminator = Terminator::Return(Some(value));
            let number = self.bits(32, number as u32 + 1);
            let store = self.store(STATE, number, loc);
            self.func.blocks[*from].insts.push(store);
            self.func.blocks[*to].params.clear();
        }
        for block in self.func.blocks.ids() {
            self.keep_saved(block);
        }
        let loc = self.func.loc;
        let (state, load) = self.load(STATE, Type::Bits(32), loc);
        let running = self.bits(32, 0);
        let insts = vec![
            self.store(MODE, Operand::Local(mode), loc),
            self.store(SENT, Operand::Local(sent), loc),
            load,
            self.store(STATE, running, loc),
        ];
        let terminator = self.dispatch(state, suspensions);
        self.entry = self.func.blocks.push(Block {
            params: Vec::new(),
            insts,
            terminator,
            loc,
            role: None,
        });
    }

    /// The jump to the block at which a state goes on.
    fn dispatch(&mut self, state: Local, suspensions: &[(BlockId, BlockId)]) -> Terminator {
        let target = |block: &BlockId| Target {
            block: *block,
            args: Box::default(),
        };
        let mut targets: Vec<Target> = suspensions.iter().map(|(_, to)| target(to)).collect();
        match targets.len() {
            0 => Terminator::Unreachable,
            1 => Terminator::Jump(targets.remove(0)),
            _ => {
                let default = targets.remove(0);
                let cases = (2..).zip(targets);
                let cases = cases.map(|(number, target)| match self.bits(32, number) {
                    Operand::Const(id) => (id, target),
                    Operand::Local(_) => unreachable!("a constant"),
                });
                let state = Operand::Local(state);
                Terminator::Switch(Box::new(Switch::new(state, cases, default, true)))
            }
        }
    }

    /// Stores saved locals where a block defines them, and loads them where it needs them.
    fn keep_saved(&mut self, id: BlockId) {
        let loc = self.func.blocks[id].loc;
        let insts = std::mem::take(&mut self.func.blocks[id].insts);
        let mut known: HashMap<Local, Operand> = HashMap::new();
        let mut all = Vec::with_capacity(insts.len());
        for param in self.func.blocks[id].params.clone() {
            self.keep(param, &mut known, &mut all, loc);
        }
        for mut inst in insts {
            let loc = inst.loc;
            inst.op.operands_mut(|operand| {
                *operand = self.available(*operand, &mut known, &mut all, loc);
            });
            let result = inst.result;
            all.push(inst);
            if let Some(local) = result {
                self.keep(local, &mut known, &mut all, loc);
            }
        }
        let unreachable = Terminator::Unreachable;
        let mut terminator = std::mem::replace(&mut self.func.blocks[id].terminator, unreachable);
        if let Some(subject) = terminator.subject_mut() {
            *subject = self.available(*subject, &mut known, &mut all, loc);
        }
        for target in terminator.targets_mut() {
            for arg in &mut target.args {
                *arg = self.available(*arg, &mut known, &mut all, loc);
            }
        }
        let block = &mut self.func.blocks[id];
        (block.insts, block.terminator) = (all, terminator);
    }

    /// The cell of a local, if it has one.
    fn cell(&self, local: Local) -> Option<u32> {
        let at = self.saved.binary_search(&local).ok()?;
        Some(FIRST_SAVED + at as u32)
    }

    /// Stores a local that was just defined, if it is kept in the frame.
    fn keep(
        &mut self,
        local: Local,
        known: &mut HashMap<Local, Operand>,
        insts: &mut Vec<Inst>,
        loc: Option<LocId>,
    ) {
        if let Some(cell) = self.cell(local) {
            let value = Operand::Local(local);
            insts.push(self.store(cell, value, loc));
            known.insert(local, value);
        }
    }

    /// An operand, loaded from the frame if it is kept there and the block has not loaded it.
    fn available(
        &mut self,
        operand: Operand,
        known: &mut HashMap<Local, Operand>,
        insts: &mut Vec<Inst>,
        loc: Option<LocId>,
    ) -> Operand {
        let Operand::Local(local) = operand else {
            return operand;
        };
        if let Some(value) = known.get(&local) {
            return *value;
        }
        let Some(cell) = self.cell(local) else {
            return operand;
        };
        let ty = self.func.locals[local].ty.clone();
        let (loaded, load) = self.load(cell, ty, loc);
        insts.push(load);
        known.insert(local, Operand::Local(loaded));
        Operand::Local(loaded)
    }

    fn finish(self) -> Func {
        pruned(self.func, self.entry)
    }
}

/// A function with its reachable blocks only, from a block on, and without locals that are defined
/// nowhere.
fn pruned(mut func: Func, entry: BlockId) -> Func {
    let mut order = vec![entry];
    let mut numbers: HashMap<BlockId, BlockId> = HashMap::from([(entry, BlockId(0))]);
    let mut at = 0;
    while let Some(block) = order.get(at).copied() {
        at += 1;
        for target in func.blocks[block].terminator.targets() {
            numbers.entry(target.block).or_insert_with(|| {
                order.push(target.block);
                BlockId(order.len() as u32 - 1)
            });
        }
    }
    let mut blocks: IndexVec<BlockId, Block> = IndexVec::new();
    for old in order {
        let mut block = func.blocks[old].clone();
        for target in block.terminator.targets_mut() {
            target.block = numbers[&target.block];
        }
        blocks.push(block);
    }
    func.blocks = blocks;
    without_unused_locals(func)
}

/// Renumbers the locals that are defined.
fn without_unused_locals(mut func: Func) -> Func {
    let mut numbers: Vec<Option<Local>> = vec![None; func.locals.len()];
    let mut locals = IndexVec::new();
    let infos = &func.locals;
    let mut define = |local: &mut Local| {
        let new = locals.push(infos[*local].clone());
        numbers[local.index()] = Some(new);
        *local = new;
    };
    func.params.iter_mut().for_each(&mut define);
    for block in func.blocks.iter_mut() {
        block.params.iter_mut().for_each(&mut define);
        let results = block.insts.iter_mut().filter_map(|it| it.result.as_mut());
        results.for_each(&mut define);
    }
    let renumber = |operand: &mut Operand| {
        if let Operand::Local(local) = operand {
            *local = numbers[local.index()].expect("a local that is read is defined");
        }
    };
    for block in func.blocks.iter_mut() {
        for inst in &mut block.insts {
            inst.op.operands_mut(renumber);
        }
        if let Some(subject) = block.terminator.subject_mut() {
            renumber(subject);
        }
        for target in block.terminator.targets_mut() {
            target.args.iter_mut().for_each(renumber);
        }
    }
    func.locals = locals;
    func
}
