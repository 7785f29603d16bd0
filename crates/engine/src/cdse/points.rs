//! Flow-insensitive points-to analysis (Andersen). An object stands for all objects that one
//! instruction allocates, or for a global.
//!
//! Here the instructions become inclusions; [`super::inclusions`] solves them. What is the same by
//! its definition, such as a pointer and the one that it is computed from, is one variable.

use super::inclusions::{Inclusions, Node, Objects};
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BlockId, Callee, CastOp, Const, ConstId, Func, FuncId, GlobalId, Init, Inst, Module, Op,
    Operand, Terminator, Type,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

pub use super::inclusions::ObjectSite;

/// The result of the analysis.
pub struct Points {
    inclusions: Inclusions,
    sites: FxHashMap<(FuncId, BlockId, u32), ObjectSite>,
    /// The variables of the locals that may hold pointers.
    locals: Vec<Vec<Option<Node>>>,
    results: Vec<Node>,
    /// The variables of constants that are pointers: the addresses of globals, and others.
    addresses: FxHashMap<GlobalId, Node>,
    constants: FxHashMap<(FuncId, ConstId), Node>,
    /// Cached answers of [`Points::reachable`].
    reachable: RefCell<FxHashMap<Node, Rc<Objects>>>,
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
        let mut inclusions = Inclusions::new(globals + sites.len() as ObjectSite);
        for (id, global) in module.globals.enumerate() {
            match &global.init {
                Init::External => inclusions.include(global_site(id), &Objects::any()),
                Init::Data { relocs, .. } => {
                    for reloc in relocs {
                        inclusions.include(global_site(id), &pointed_to(&reloc.value));
                    }
                }
                Init::Zero => {}
            }
        }
        let calls = CallGraph::new(module);
        let mut points = Points {
            locals: Vec::new(),
            results: module.funcs.iter().map(|_| inclusions.add()).collect(),
            inclusions,
            sites,
            addresses: FxHashMap::default(),
            constants: FxHashMap::default(),
            reachable: RefCell::default(),
        };
        for func in module.funcs.iter() {
            let locals = func.locals.iter();
            let mut variable = |ty| holds_pointers(ty).then(|| points.inclusions.add());
            let locals = locals.map(|local| variable(&local.ty)).collect();
            points.locals.push(locals);
        }
        // Intrinsics may call these with unknown arguments.
        for func in calls.address_taken() {
            for param in &module.funcs[*func].params {
                if let Some(node) = points.locals[func.index()][param.index()] {
                    points.inclusions.include(node, &Objects::any());
                }
            }
        }
        for id in module.funcs.enumerate().map(|(id, _)| id) {
            points.function(module, &calls, id);
        }
        points.inclusions.solve();
        points
    }

    /// The objects that an operand may point to.
    pub fn of(&self, module: &Module, func: FuncId, operand: Operand) -> Cow<'_, Objects> {
        match self.known_node(module, func, operand) {
            Some(node) => Cow::Borrowed(self.inclusions.of(node)),
            None => Cow::Owned(constant(module, func, operand)),
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
        self.of(module, func, operand).may_be(site)
    }

    /// All objects that are reachable from an operand.
    pub fn reachable(&self, module: &Module, func: FuncId, operand: Operand) -> Rc<Objects> {
        let Some(node) = self.known_node(module, func, operand) else {
            return Rc::new(self.closure(&constant(module, func, operand)));
        };
        let node = self.inclusions.first(node);
        if let Some(known) = self.reachable.borrow().get(&node) {
            return known.clone();
        }
        let reachable = Rc::new(self.closure(self.inclusions.of(node)));
        self.reachable.borrow_mut().insert(node, reachable.clone());
        reachable
    }

    fn closure(&self, from: &Objects) -> Objects {
        let mut all = from.clone();
        let mut pending: Vec<usize> = from.known.ones().collect();
        while let Some(site) = pending.pop() {
            let inside = self.inclusions.of(site as Node);
            pending.extend(inside.known.difference(&all.known));
            all.join(inside);
        }
        all
    }

    /// The variable of an operand, if it has one.
    fn known_node(&self, module: &Module, func: FuncId, operand: Operand) -> Option<Node> {
        match operand {
            Operand::Local(local) => self.locals[func.index()][local.index()],
            Operand::Const(id) => match &module.funcs[func].consts[id] {
                Const::Global(global, _) => self.addresses.get(global).copied(),
                _ => self.constants.get(&(func, id)).copied(),
            },
        }
    }

    /// The variable of an operand that may be a pointer.
    fn node(&mut self, module: &Module, func: FuncId, operand: Operand) -> Option<Node> {
        let known = self.known_node(module, func, operand);
        let (None, Operand::Const(id)) = (known, operand) else {
            return known;
        };
        let objects = constant(module, func, operand);
        if objects.known.is_clear() && !objects.others {
            return None;
        }
        let node = self.inclusions.add();
        self.inclusions.include(node, &objects);
        match &module.funcs[func].consts[id] {
            Const::Global(global, _) => drop(self.addresses.insert(*global, node)),
            _ => drop(self.constants.insert((func, id), node)),
        }
        Some(node)
    }

    fn function(&mut self, module: &Module, calls: &CallGraph, id: FuncId) {
        let func = &module.funcs[id];
        for (block_id, block) in func.blocks.enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                let site = self.sites.get(&(id, block_id, at as u32)).copied();
                self.instruction(module, calls, id, inst, site);
            }
            for target in block.terminator.targets() {
                let params = &func.blocks[target.block].params;
                for (param, arg) in params.iter().zip(&target.args) {
                    let param = self.locals[id.index()][param.index()];
                    self.assign(module, id, param, *arg);
                }
            }
            if let Terminator::Return(Some(value)) = block.terminator {
                let result = self.results[id.index()];
                self.assign(module, id, Some(result), value);
            }
        }
    }

    /// A variable includes an operand.
    fn assign(&mut self, module: &Module, func: FuncId, to: Option<Node>, value: Operand) {
        if let Some(to) = to
            && let Some(value) = self.node(module, func, value)
        {
            self.inclusions.copy(value, to);
        }
    }

    /// What is written through an operand.
    fn written(&mut self, module: &Module, func: FuncId, to: Operand) -> Option<Node> {
        let to = self.node(module, func, to)?;
        Some(self.inclusions.written(to))
    }

    fn instruction(
        &mut self,
        module: &Module,
        calls: &CallGraph,
        id: FuncId,
        inst: &Inst,
        site: Option<ObjectSite>,
    ) {
        let func = &module.funcs[id];
        let result = inst
            .result
            .and_then(|it| self.locals[id.index()][it.index()]);
        match &inst.op {
            Op::Alloc(_) | Op::NewCells(_) | Op::NewRecord(_) => {
                let allocated = site.map_or_else(Objects::any, Objects::only);
                if let Some(result) = result {
                    self.inclusions.include(result, &allocated);
                }
                // What the new object holds.
                inst.op
                    .operands(|value| self.assign(module, id, site, value));
            }
            Op::Load(from) | Op::LoadCell(from, _) | Op::LoadField(from, _) => {
                if let Some(result) = result
                    && let Some(from) = self.node(module, id, *from)
                {
                    let read = self.inclusions.read(from);
                    self.inclusions.unite(read, result);
                }
            }
            Op::Store { ptr: to, value }
            | Op::StoreCell { row: to, value, .. }
            | Op::StoreField {
                record: to, value, ..
            } => {
                let to = self.written(module, id, *to);
                self.assign(module, id, to, *value);
                // A number that is loaded as a pointer may point anywhere.
                self.write_number(func, to, *value);
            }
            Op::Copy { to, from, .. } => {
                let from = self.node(module, id, *from);
                if let Some(to) = self.written(module, id, *to)
                    && let Some(from) = from
                {
                    let read = self.inclusions.read(from);
                    self.inclusions.copy(read, to);
                }
            }
            Op::Set { to, byte, .. } => {
                let to = self.written(module, id, *to);
                self.write_number(func, to, *byte);
            }
            Op::Cast(CastOp::BitsToPtr, _) => {
                if let Some(result) = result {
                    self.inclusions.include(result, &Objects::any());
                }
            }
            Op::Call(call) => self.call(module, calls, id, result, call),
            op => {
                let Some(result) = result else { return };
                let mut nodes = Vec::new();
                op.operands(|operand| nodes.extend(self.node(module, id, operand)));
                match nodes[..] {
                    [node] => self.inclusions.unite(node, result),
                    _ => nodes
                        .into_iter()
                        .for_each(|node| self.inclusions.copy(node, result)),
                }
            }
        }
    }

    /// A value that may be a number is written.
    fn write_number(&mut self, func: &Func, to: Option<Node>, value: Operand) {
        if let Some(to) = to.filter(|_| is_number(func, value)) {
            self.inclusions.include(to, &Objects::any());
        }
    }

    fn call(
        &mut self,
        module: &Module,
        calls: &CallGraph,
        id: FuncId,
        result: Option<Node>,
        call: &sheaf_ir::Call,
    ) {
        if let Callee::Intrinsic(_) = call.callee {
            // An intrinsic may keep its arguments, and write anything to what they reach.
            call.args
                .iter()
                .for_each(|arg| self.escape(module, id, *arg));
            if let Some(result) = result {
                self.inclusions.include(result, &Objects::any());
            }
            return;
        }
        for callee in calls.targets(call) {
            let body = &module.funcs[callee];
            if let Some(result) = result {
                self.inclusions.copy(self.results[callee.index()], result);
                if body.is_declaration() {
                    self.inclusions.include(result, &Objects::any());
                }
            }
            for (param, arg) in body.params.iter().zip(&call.args) {
                let param = self.locals[callee.index()][param.index()];
                self.assign(module, id, param, *arg);
            }
            // Intrinsics read variadic arguments.
            let more = call.args.iter().skip(body.params.len());
            more.for_each(|arg| self.escape(module, id, *arg));
        }
    }

    fn escape(&mut self, module: &Module, func: FuncId, arg: Operand) {
        if let Some(node) = self.node(module, func, arg) {
            self.inclusions.escape(node);
        }
    }
}

/// The objects that an operand without a variable points to.
fn constant(module: &Module, func: FuncId, operand: Operand) -> Objects {
    match operand {
        Operand::Local(_) => Objects::default(),
        Operand::Const(id) => pointed_to(&module.funcs[func].consts[id]),
    }
}

/// The objects that a constant points to.
fn pointed_to(constant: &Const) -> Objects {
    match constant {
        Const::Global(id, _) => Objects::only(global_site(*id)),
        Const::Uninitialized(ty) if holds_pointers(ty) => Objects::any(),
        Const::Tuple(members) => {
            let mut objects = Objects::default();
            for member in members {
                objects.join(&pointed_to(member));
            }
            objects
        }
        _ => Objects::default(),
    }
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
