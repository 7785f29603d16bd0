//! The memory that paths use, and the instructions that write to it.
//!
//! A *cell* is a part of a global whose address is used for nothing but loads and stores of exactly
//! that part. It is tracked like a register. All other memory is tracked as whole *objects*
//! ([`Points`]): what an object holds, and whether it may be accessed, depends on everything
//! that was ever written to it.

use super::writes::{Writes, Written};
use crate::program::global_object;
use crate::segment::Cell;
use crate::value::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::analysis::{CallGraph, Objects, Points, Sites};
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Behaviours, BlockId, Call, Callee, Const, Func, FuncId, Gives, GlobalId, Init, Inst, Module,
    Op, Operand, Reach, Type,
};
use sheaf_term::cancel;

/// Members of a set of objects that are looked at in about the time of creating a term.
const MEMBERS_PER_STEP: u32 = 512;

/// Number of a cell, or of an object. Objects are numbered after all cells.
pub type CellId = u32;

/// A part of a global, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Part {
    global: GlobalId,
    offset: i64,
    bytes: i64,
}

impl Part {
    /// The offset of its end. An access may be at any offset, however far outside the global.
    fn end(&self) -> i64 {
        self.offset.saturating_add(self.bytes)
    }
}

/// The cells and objects of a program, and the code that writes to them.
pub struct Cells {
    ids: FxHashMap<Part, CellId>,
    parts: Vec<Part>,
    /// The code that writes to memory.
    writes: Writes,
    points: Points,
    behaviours: Behaviours,
    /// For each function, the global and offset of each constant.
    pointers: Vec<Vec<Option<(GlobalId, i64)>>>,
    /// Sizes in bytes: of pointers, and of the locals and constants of each function.
    pointer_bytes: i64,
    types: Vec<Vec<Option<i64>>>,
    constant_bytes: Vec<Vec<Option<i64>>>,
}

impl Cells {
    /// Finds the cells of a module, and the code that writes to them.
    pub fn new(module: &Module, behaviours: &Behaviours) -> Self {
        let calls = CallGraph::new(module);
        let sites = Sites::distinct(module, behaviours);
        let pointer_bytes = module.pointer_bytes as i64;
        let size = |ty: &Type| bytes_of(ty, pointer_bytes);
        let funcs = module.funcs.iter();
        let mut cells = Cells {
            ids: FxHashMap::default(),
            parts: Vec::new(),
            writes: Writes::default(),
            points: Points::new(module, &calls, behaviours, sites, cancel::steps),
            behaviours: behaviours.clone(),
            pointers: funcs.clone().map(global_pointers).collect(),
            pointer_bytes,
            types: funcs
                .clone()
                .map(|func| func.locals.iter().map(|local| size(&local.ty)).collect())
                .collect(),
            constant_bytes: funcs
                .map(|func| {
                    let types = func.consts.iter();
                    types.map(|it| constant_bytes(it, pointer_bytes)).collect()
                })
                .collect(),
        };
        let parts = cells.direct_parts(module);
        for part in parts {
            cells.ids.insert(part, cells.parts.len() as CellId);
            cells.parts.push(part);
        }
        cells.writes = Writes::new(module, &calls, behaviours, |func, inst| {
            cells.written_by_inst(module, func, inst)
        });
        cells
    }

    /// The parts of globals that are accessed directly, without globals that anything else may
    /// access.
    fn direct_parts(&self, module: &Module) -> Vec<Part> {
        let mut escaped: FxHashSet<GlobalId> = FxHashSet::default();
        let mut found: Vec<Part> = Vec::new();
        for (id, global) in module.globals.enumerate() {
            match &global.init {
                Init::External => drop(escaped.insert(id)),
                Init::Data { relocs, .. } => {
                    for reloc in relocs {
                        note_globals(&reloc.value, &mut escaped);
                    }
                }
                Init::Zero => {}
            }
        }
        for (id, func) in module.funcs.enumerate() {
            let mut escape = |operand: Operand| {
                if let Operand::Const(constant) = operand {
                    note_globals(&func.consts[constant], &mut escaped);
                }
            };
            for block in func.blocks.iter() {
                for inst in &block.insts {
                    match (&inst.op, self.part(id, inst)) {
                        (Op::Load(_), Some(part)) => found.push(part),
                        (Op::Store { value, .. }, Some(part)) => {
                            found.push(part);
                            escape(*value);
                        }
                        _ => inst.op.operands(&mut escape),
                    }
                }
                block.terminator.operands(&mut escape);
            }
        }
        found.sort_unstable_by_key(|part| (part.global, part.offset, part.bytes));
        found.dedup();
        for pair in found.windows(2) {
            if pair[0].global == pair[1].global && pair[0].end() > pair[1].offset {
                escaped.insert(pair[0].global);
            }
        }
        found.retain(|part| {
            let global = &module.globals[part.global];
            let inside = 0 <= part.offset && part.end() <= global.bytes as i64;
            if !inside || global.constant {
                escaped.insert(part.global);
            }
            true
        });
        found.retain(|part| !escaped.contains(&part.global));
        found
    }

    /// What an instruction writes to, not counting functions that it calls.
    fn written_by_inst(&self, module: &Module, func: FuncId, inst: &Inst) -> Written {
        match (&inst.op, self.of(func, inst)) {
            (Op::Call(call), _) => {
                self.objects(&self.written_by_intrinsic(module, func, inst, call))
            }
            (Op::Store { .. }, Some(cell)) => {
                let mut written = Written::default();
                written.insert(cell);
                written
            }
            (op, _) => match write_access(op) {
                Some(to) => self.objects(&self.points.of(module, func, to)),
                None => Written::default(),
            },
        }
    }

    /// The objects that a call of an intrinsic writes to, without the functions that it calls; none
    /// for other calls.
    fn written_by_intrinsic(
        &self,
        module: &Module,
        func: FuncId,
        inst: &Inst,
        call: &Call,
    ) -> Objects {
        let mut written = Objects::default();
        let Callee::Intrinsic(name) = call.callee else {
            return written;
        };
        let behaviour = self.behaviours.of(name);
        for arg in &call.args {
            match behaviour.writes {
                Reach::Nothing => {}
                Reach::Arguments => drop(written.join(&self.points.of(module, func, *arg))),
                Reach::Anything => drop(written.join(&self.points.reachable(module, func, *arg))),
            }
        }
        // A new object has initial values.
        if let Some(result) = inst.result.filter(|_| behaviour.gives == Gives::New) {
            written.join(&self.points.of(module, func, Operand::Local(result)));
        }
        written
    }

    fn objects(&self, objects: &Objects) -> Written {
        let first = self.parts.len() as CellId;
        let mut written = Written {
            any_object: objects.others,
            ..Written::default()
        };
        cancel::steps(1 + objects.known.len() as u32 / MEMBERS_PER_STEP);
        let known = objects.known.ones();
        known.for_each(|site| written.insert(first + site as CellId));
        written
    }

    /// The objects that a memory access depends on: those it reads, and those it writes to, because
    /// the access may fail. `None` if they are not known.
    pub fn accessed(&self, module: &Module, func: FuncId, inst: &Inst) -> Option<Vec<CellId>> {
        let mut all = Written::default();
        let pointers: &[Operand] = match &inst.op {
            Op::Load(a) | Op::LoadCell(a, _) | Op::LoadField(a, _) | Op::Free(a) => &[*a],
            Op::Store { ptr: a, .. }
            | Op::Set { to: a, .. }
            | Op::StoreCell { row: a, .. }
            | Op::StoreField { record: a, .. } => &[*a],
            Op::Copy { to, from, .. } => &[*to, *from],
            _ => return None,
        };
        for pointer in pointers {
            let objects = self.points.of(module, func, *pointer);
            all.join(&self.objects(&objects));
        }
        if all.any_object {
            return None;
        }
        Some(all.known.ones().map(|cell| cell as CellId).collect())
    }

    /// Whether an instruction that calls no function may write to an object, or creates it with
    /// initial values.
    pub fn may_write(&self, module: &Module, func: FuncId, inst: &Inst, object: CellId) -> bool {
        if (object as usize) < self.parts.len() {
            return false;
        }
        let site = object - self.parts.len() as CellId;
        match &inst.op {
            Op::Call(call) => {
                let written = self.written_by_intrinsic(module, func, inst, call);
                written.may_be(site)
            }
            Op::NewCells(_) | Op::NewRecord(_) => inst.result.is_some_and(|result| {
                let result = Operand::Local(result);
                self.points.leads_to(module, func, result, site)
            }),
            op => write_access(op).is_some_and(|to| self.points.leads_to(module, func, to, site)),
        }
    }

    /// The memory of a cell; `None` for an object.
    pub fn part_of_memory(&self, cell: CellId) -> Option<Cell> {
        let part = self.parts.get(cell as usize)?;
        Some(Cell {
            object: global_object(part.global),
            offset: part.offset as u64,
            parts: part.bytes as u64,
        })
    }

    /// The cells in an object.
    pub fn parts_of(&self, object: ObjectId) -> impl Iterator<Item = CellId> + '_ {
        let parts = self.parts.iter().enumerate();
        parts
            .filter(move |(_, part)| global_object(part.global) == object)
            .map(|(number, _)| number as CellId)
    }

    /// The cell that a load or store accesses.
    pub fn of(&self, func: FuncId, inst: &Inst) -> Option<CellId> {
        self.ids.get(&self.part(func, inst)?).copied()
    }

    /// Whether a block may write to a cell, including in calls.
    pub fn written_in(&self, func: FuncId, block: BlockId, cell: CellId) -> bool {
        let mut written = self.writes.of_block(func, block);
        written.any(|it| self.contains(it, cell))
    }

    /// The globals that no instruction in functions of the user is known to write to, not counting
    /// calls.
    pub fn unwritten_by_user(&self, module: &Module) -> FxHashSet<GlobalId> {
        let mut written = Written::default();
        let funcs = module.funcs.enumerate().filter(|(_, func)| func.user);
        for (id, func) in funcs {
            for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                match (self.of(id, inst), write_access(&inst.op)) {
                    (Some(cell), _) => written.insert(cell),
                    (None, Some(to)) => {
                        written.join(&self.objects(&self.points.of(module, id, to)));
                    }
                    (None, None) => {}
                }
            }
        }
        let parts = self.parts.iter().enumerate();
        let written_parts: FxHashSet<GlobalId> = parts
            .filter(|(number, _)| written.contains(*number as CellId))
            .map(|(_, part)| part.global)
            .collect();
        let is_unwritten = |id: &GlobalId| {
            let object = self.parts.len() as CellId + self.points.of_global(*id);
            !written_parts.contains(id) && !written.contains(object)
        };
        let globals = module.globals.enumerate().map(|(id, _)| id);
        globals.filter(is_unwritten).collect()
    }

    /// Whether a function that a call may enter may write to a cell.
    pub fn written_by(&self, inst: &Inst, cell: CellId) -> bool {
        match &inst.op {
            Op::Call(call) => {
                let written = self.writes.of_call(call);
                written.is_none_or(|it| self.contains(it, cell))
            }
            _ => false,
        }
    }

    fn contains(&self, written: &Written, cell: CellId) -> bool {
        written.contains(cell) || written.any_object && cell as usize >= self.parts.len()
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the initial value of a cell is a number.
    pub fn starts_as_number(&self, module: &Module, cell: CellId) -> bool {
        let part = self.parts[cell as usize];
        match &module.globals[part.global].init {
            Init::Zero => true,
            Init::External => false,
            Init::Data { relocs, .. } => relocs.iter().all(|reloc| {
                let offset = reloc.offset as i64;
                offset + self.pointer_bytes <= part.offset || part.end() <= offset
            }),
        }
    }

    fn part(&self, func: FuncId, inst: &Inst) -> Option<Part> {
        let (pointer, bytes) = match &inst.op {
            Op::Load(pointer) => {
                let result = inst.result?;
                (*pointer, self.types[func.index()][result.index()]?)
            }
            Op::Store { ptr, value } => {
                let bytes = match value {
                    Operand::Local(local) => self.types[func.index()][local.index()]?,
                    Operand::Const(id) => self.constant_bytes[func.index()][id.index()]?,
                };
                (*ptr, bytes)
            }
            _ => return None,
        };
        let Operand::Const(pointer) = pointer else {
            return None;
        };
        let (global, offset) = self.pointers[func.index()][pointer.index()]?;
        Some(Part {
            global,
            offset,
            bytes,
        })
    }
}

/// The pointer through which an instruction writes to memory or frees it.
fn write_access(op: &Op) -> Option<Operand> {
    match op {
        Op::Store { ptr: to, .. }
        | Op::StoreCell { row: to, .. }
        | Op::StoreField { record: to, .. }
        | Op::Copy { to, .. }
        | Op::Set { to, .. }
        | Op::Free(to) => Some(*to),
        _ => None,
    }
}

fn bytes_of(ty: &Type, pointer_bytes: i64) -> Option<i64> {
    match ty {
        Type::Bits(width @ (8 | 16 | 32 | 64)) => Some(i64::from(width / 8)),
        Type::Ptr => Some(pointer_bytes),
        _ => None,
    }
}

fn constant_bytes(constant: &Const, pointer_bytes: i64) -> Option<i64> {
    match constant {
        Const::Bits { width, .. } => bytes_of(&Type::Bits(*width), pointer_bytes),
        Const::Null | Const::Global(..) | Const::Func(_) => Some(pointer_bytes),
        Const::Uninitialized(ty) => bytes_of(ty, pointer_bytes),
        _ => None,
    }
}

fn global_pointers(func: &Func) -> Vec<Option<(GlobalId, i64)>> {
    let pointer = |constant: &Const| match constant {
        Const::Global(id, offset) => Some((*id, *offset)),
        _ => None,
    };
    func.consts.iter().map(pointer).collect()
}

fn note_globals(constant: &Const, globals: &mut FxHashSet<GlobalId>) {
    match constant {
        Const::Global(id, _) => drop(globals.insert(*id)),
        Const::Tuple(members) => members.iter().for_each(|it| note_globals(it, globals)),
        _ => {}
    }
}
