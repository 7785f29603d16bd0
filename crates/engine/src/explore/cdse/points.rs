//! Flow-insensitive points-to analysis (Andersen). An object stands for all objects that one
//! instruction allocates, or for a global.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BlockId, Callee, CastOp, Const, Func, FuncId, GlobalId, Init, Inst, Local, Module, Op, Operand,
    Terminator, Type,
};

/// Number of an abstract object.
pub type ObjectSite = u32;

/// A set of objects that a pointer may point to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Objects {
    /// The known objects.
    pub known: FxHashSet<ObjectSite>,
    /// Whether it may point to other objects.
    pub others: bool,
}

impl Objects {
    /// The set of all objects.
    pub fn any() -> Objects {
        Objects {
            known: FxHashSet::default(),
            others: true,
        }
    }

    /// Adds the objects of another set. Returns whether any is new.
    fn join(&mut self, other: &Objects) -> bool {
        let before = (self.known.len(), self.others);
        self.known.extend(&other.known);
        self.others |= other.others;
        before != (self.known.len(), self.others)
    }
}

/// The result of the analysis.
pub struct Points {
    sites: FxHashMap<(FuncId, BlockId, u32), ObjectSite>,
    locals: Vec<Vec<Objects>>,
    results: Vec<Objects>,
    contents: Vec<Objects>,
}

impl Points {
    /// Analyzes a module.
    pub fn new(module: &Module) -> Self {
        let globals = module.globals.len() as ObjectSite;
        let mut sites = FxHashMap::default();
        for (id, func) in module.funcs.enumerate() {
            for (block_id, block) in func.blocks.enumerate() {
                for (at, inst) in block.insts.iter().enumerate() {
                    if matches!(inst.op, Op::Alloc(_) | Op::NewCells(_) | Op::NewRecord(_)) {
                        let site = globals + sites.len() as ObjectSite;
                        sites.insert((id, block_id, at as u32), site);
                    }
                }
            }
        }
        let nothing = |func: &Func| vec![Objects::default(); func.locals.len()];
        let mut contents = vec![Objects::default(); globals as usize + sites.len()];
        for (id, global) in module.globals.enumerate() {
            match &global.init {
                Init::External => contents[id.index()].others = true,
                Init::Data { relocs, .. } => {
                    for reloc in relocs {
                        contents[id.index()].join(&pointed_to(&reloc.value));
                    }
                }
                Init::Zero => {}
            }
        }
        let mut points = Points {
            sites,
            locals: module.funcs.iter().map(nothing).collect(),
            results: vec![Objects::default(); module.funcs.len()],
            contents,
        };
        let calls = CallGraph::new(module);
        // Intrinsics may call these with unknown arguments.
        for func in calls.address_taken() {
            for param in &module.funcs[*func].params {
                points.locals[func.index()][param.index()].others = true;
            }
        }
        while points.propagate(module, &calls) {}
        points
    }

    /// The objects that an operand may point to.
    pub fn of(&self, module: &Module, func: FuncId, operand: Operand) -> Objects {
        match operand {
            Operand::Local(local) => self.locals[func.index()][local.index()].clone(),
            Operand::Const(id) => pointed_to(&module.funcs[func].consts[id]),
        }
    }

    /// Whether an operand may point to an object.
    pub fn leads_to(
        &self,
        module: &Module,
        func: FuncId,
        operand: Operand,
        site: ObjectSite,
    ) -> bool {
        match operand {
            Operand::Local(local) => {
                let objects = &self.locals[func.index()][local.index()];
                objects.others || objects.known.contains(&site)
            }
            Operand::Const(id) => {
                let objects = pointed_to(&module.funcs[func].consts[id]);
                objects.others || objects.known.contains(&site)
            }
        }
    }

    /// All objects that are reachable from a set of objects.
    pub fn reachable(&self, from: &Objects) -> Objects {
        let mut all = from.clone();
        let mut pending: Vec<ObjectSite> = from.known.iter().copied().collect();
        while let Some(site) = pending.pop() {
            let inside = &self.contents[site as usize];
            all.others |= inside.others;
            let news = inside.known.iter().filter(|it| all.known.insert(**it));
            pending.extend(news);
        }
        all
    }

    /// One pass over all instructions. Returns whether anything changed.
    fn propagate(&mut self, module: &Module, calls: &CallGraph) -> bool {
        let mut changed = false;
        for (id, func) in module.funcs.enumerate() {
            for (block_id, block) in func.blocks.enumerate() {
                for (at, inst) in block.insts.iter().enumerate() {
                    let site = self.sites.get(&(id, block_id, at as u32)).copied();
                    changed |= self.instruction(module, calls, id, inst, site);
                }
                for target in block.terminator.targets() {
                    let params = &func.blocks[target.block].params;
                    for (param, arg) in params.iter().zip(&target.args) {
                        let value = self.of(module, id, *arg);
                        changed |= self.assign(func, id, *param, &value);
                    }
                }
                if let Terminator::Return(Some(value)) = block.terminator {
                    let value = self.of(module, id, value);
                    changed |= self.results[id.index()].join(&value);
                }
            }
        }
        changed
    }

    /// Adds pointers to a local.
    fn assign(&mut self, func: &Func, id: FuncId, local: Local, value: &Objects) -> bool {
        holds_pointers(&func.locals[local].ty) && self.locals[id.index()][local.index()].join(value)
    }

    /// Adds pointers to the contents of objects.
    fn write(&mut self, to: &Objects, value: &Objects) -> bool {
        let mut changed = false;
        for site in &to.known {
            changed |= self.contents[*site as usize].join(value);
        }
        if to.others {
            for inside in &mut self.contents {
                changed |= inside.join(value);
            }
        }
        changed
    }

    /// The pointers in objects.
    fn read(&self, from: &Objects) -> Objects {
        let mut value = Objects {
            others: from.others,
            ..Objects::default()
        };
        for site in &from.known {
            value.join(&self.contents[*site as usize]);
        }
        value
    }

    fn instruction(
        &mut self,
        module: &Module,
        calls: &CallGraph,
        id: FuncId,
        inst: &Inst,
        site: Option<ObjectSite>,
    ) -> bool {
        let func = &module.funcs[id];
        let mut changed = false;
        let value = match &inst.op {
            Op::Alloc(_) => only(site),
            Op::NewCells(values) => {
                for value in values {
                    let value = self.of(module, id, *value);
                    changed |= self.write(&only(site), &value);
                }
                only(site)
            }
            Op::NewRecord(fields) => {
                for (_, value) in fields {
                    let value = self.of(module, id, *value);
                    changed |= self.write(&only(site), &value);
                }
                only(site)
            }
            Op::Load(from) | Op::LoadCell(from, _) | Op::LoadField(from, _) => {
                self.read(&self.of(module, id, *from))
            }
            Op::Store { ptr: to, value }
            | Op::StoreCell { row: to, value, .. }
            | Op::StoreField {
                record: to, value, ..
            } => {
                let mut stored = self.of(module, id, *value);
                // A number that is loaded as a pointer may point anywhere.
                stored.others |= is_number(func, *value);
                changed |= self.write(&self.of(module, id, *to), &stored);
                Objects::default()
            }
            Op::Copy { to, from, .. } => {
                let copied = self.read(&self.of(module, id, *from));
                changed |= self.write(&self.of(module, id, *to), &copied);
                Objects::default()
            }
            Op::Set { to, byte, .. } => {
                let stored = Objects {
                    others: is_number(func, *byte),
                    ..Objects::default()
                };
                changed |= self.write(&self.of(module, id, *to), &stored);
                Objects::default()
            }
            Op::Cast(CastOp::BitsToPtr, _) => Objects::any(),
            Op::Call(call) => return self.call(module, calls, id, inst, call),
            op => {
                let mut value = Objects::default();
                op.operands(|operand| {
                    value.join(&self.of(module, id, operand));
                });
                value
            }
        };
        if let Some(result) = inst.result {
            changed |= self.assign(func, id, result, &value);
        }
        changed
    }

    fn call(
        &mut self,
        module: &Module,
        calls: &CallGraph,
        id: FuncId,
        inst: &Inst,
        call: &sheaf_ir::Call,
    ) -> bool {
        let mut changed = false;
        let args: Vec<Objects> = call
            .args
            .iter()
            .map(|arg| self.of(module, id, *arg))
            .collect();
        let mut value = Objects::default();
        if let Callee::Intrinsic(_) = call.callee {
            // An intrinsic may keep its arguments, and write anything to what they reach.
            for arg in &args {
                let reached = self.reachable(arg);
                let known = Objects {
                    others: false,
                    ..reached
                };
                changed |= self.write(&known, &Objects::any());
            }
            value.others = true;
        } else {
            for callee in calls.targets(call) {
                let body = &module.funcs[callee];
                value.join(&self.results[callee.index()]);
                value.others |= body.is_declaration();
                for (param, arg) in body.params.iter().zip(&args) {
                    changed |= self.assign(body, callee, *param, arg);
                }
                if args.len() > body.params.len() {
                    // Intrinsics read variadic arguments.
                    for arg in &args[body.params.len()..] {
                        let known = Objects {
                            others: false,
                            ..self.reachable(arg)
                        };
                        changed |= self.write(&known, &Objects::any());
                    }
                }
            }
        }
        if let Some(result) = inst.result {
            changed |= self.assign(&module.funcs[id], id, result, &value);
        }
        changed
    }
}

fn only(site: Option<ObjectSite>) -> Objects {
    Objects {
        known: site.into_iter().collect(),
        others: site.is_none(),
    }
}

/// The objects that a constant points to.
fn pointed_to(constant: &Const) -> Objects {
    let mut objects = Objects::default();
    match constant {
        Const::Global(id, _) => drop(objects.known.insert(global_site(*id))),
        Const::Uninitialized(ty) => objects.others = holds_pointers(ty),
        Const::Tuple(members) => {
            for member in members {
                objects.join(&pointed_to(member));
            }
        }
        _ => {}
    }
    objects
}

/// The object of a global.
pub fn global_site(id: GlobalId) -> ObjectSite {
    id.0
}

fn holds_pointers(ty: &Type) -> bool {
    match ty {
        Type::Ptr | Type::Any => true,
        Type::Tuple(members) => members.iter().any(holds_pointers),
        _ => false,
    }
}

/// Whether an operand is a number that may be a valid address when read as a pointer.
fn is_number(func: &Func, operand: Operand) -> bool {
    match operand {
        Operand::Local(local) => matches!(func.locals[local].ty, Type::Bits(_) | Type::Float(_)),
        Operand::Const(id) => match &func.consts[id] {
            Const::Bits { value, .. } => *value != 0,
            _ => false,
        },
    }
}
