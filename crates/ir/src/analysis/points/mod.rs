//! Points-to analysis, insensitive to flow, context and fields (Andersen, "Program Analysis and
//! Specialization for the C Programming Language", 1994). An object stands for all objects to which
//! [`Sites`] gives the same number.
//!
//! Here the instructions become inclusions; [`inclusions`] solves them. What is the same by
//! its definition, such as a pointer and the one that it is computed from, is one variable.

mod inclusions;

use crate::analysis::CallGraph;
use crate::behaviour::{Behaviours, Gives, Reach};
use crate::index::Idx;
use crate::module::{Const, ConstId, Func, FuncId, GlobalId, Init, Inst, Local, Module};
use crate::op::{Call, Callee, CastOp, Op, Operand, Terminator};
use crate::types::Type;
use inclusions::{Inclusions, Node};
pub use inclusions::{ObjectSite, Objects};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// Which objects an analysis distinguishes.
#[derive(Clone, Debug)]
pub struct Sites {
    /// The number of each global.
    pub globals: Vec<ObjectSite>,
    /// The number of the objects that an instruction allocates, by its result.
    pub allocated: FxHashMap<(FuncId, Local), ObjectSite>,
    /// How many numbers there are.
    pub count: ObjectSite,
}

/// The instructions that make an object and give a pointer to it, as their results.
pub fn allocations<'m>(
    module: &'m Module,
    behaviours: &Behaviours,
) -> impl Iterator<Item = (FuncId, &'m Inst, Local)> {
    module.funcs.enumerate().flat_map(move |(id, func)| {
        let insts = func.blocks.iter().flat_map(|block| &block.insts);
        insts.filter_map(move |inst| {
            let result = inst.result.filter(|_| allocates(func, behaviours, inst))?;
            Some((id, inst, result))
        })
    })
}

/// Whether the result of an instruction may lead to an object that it makes.
fn allocates(func: &Func, behaviours: &Behaviours, inst: &Inst) -> bool {
    match &inst.op {
        Op::Alloc(_) | Op::NewCells(_) | Op::NewRecord(_) => true,
        Op::Call(call) => match call.callee {
            Callee::Intrinsic(name) => {
                let gives = inst.result.map(|local| &func.locals[local].ty);
                let makes = matches!(behaviours.of(name).gives, Gives::New | Gives::Anything);
                makes && gives == Some(&Type::Ptr)
            }
            _ => false,
        },
        _ => false,
    }
}

impl Sites {
    /// One number for each global, and one for each instruction that allocates.
    pub fn distinct(module: &Module, behaviours: &Behaviours) -> Sites {
        let globals = module.globals.len() as ObjectSite;
        let mut allocated = FxHashMap::default();
        for (func, _, result) in allocations(module, behaviours) {
            let site = globals + allocated.len() as ObjectSite;
            allocated.insert((func, result), site);
        }
        Sites {
            globals: (0..globals).collect(),
            count: globals + allocated.len() as ObjectSite,
            allocated,
        }
    }

    /// The objects that a constant points to.
    fn pointed_to(&self, constant: &Const) -> Objects {
        match constant {
            Const::Global(id, _) => Objects::only(self.globals[id.index()]),
            Const::Uninitialized(ty) if holds_pointers(ty) => Objects::any(),
            Const::Tuple(members) => {
                let mut objects = Objects::default();
                for member in members {
                    objects.join(&self.pointed_to(member));
                }
                objects
            }
            _ => Objects::default(),
        }
    }
}

/// The result of the analysis.
pub struct Points {
    sites: Sites,
    inclusions: Inclusions,
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
    /// Analyzes a module. Work is counted by `steps`.
    pub fn new(
        module: &Module,
        calls: &CallGraph,
        behaviours: &Behaviours,
        sites: Sites,
        steps: fn(u32),
    ) -> Self {
        let mut inclusions = Inclusions::new(sites.count, steps);
        for (id, global) in module.globals.enumerate() {
            let content = sites.globals[id.index()];
            match &global.init {
                Init::External => inclusions.include(content, &Objects::any()),
                Init::Data { relocs, .. } => {
                    for reloc in relocs {
                        inclusions.include(content, &sites.pointed_to(&reloc.value));
                    }
                }
                Init::Zero => {}
            }
        }
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
        let program = Context {
            module,
            calls,
            behaviours,
        };
        for id in module.funcs.enumerate().map(|(id, _)| id) {
            points.function(program, id);
        }
        points.inclusions.solve();
        points
    }

    /// The number of a global.
    pub fn of_global(&self, global: GlobalId) -> ObjectSite {
        self.sites.globals[global.index()]
    }

    /// The number of the objects that an instruction allocates.
    pub fn allocated(&self, func: FuncId, inst: &Inst) -> Option<ObjectSite> {
        self.sites.allocated.get(&(func, inst.result?)).copied()
    }

    /// The objects that an operand may point to.
    pub fn of(&self, module: &Module, func: FuncId, operand: Operand) -> Cow<'_, Objects> {
        match self.known_node(module, func, operand) {
            Some(node) => Cow::Borrowed(self.inclusions.of(node)),
            None => Cow::Owned(self.constant(module, func, operand)),
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
            return Rc::new(self.closure(&self.constant(module, func, operand)));
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
        let objects = self.constant(module, func, operand);
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

    fn function(&mut self, program: Context<'_>, id: FuncId) {
        let module = program.module;
        let func = &module.funcs[id];
        for block in func.blocks.iter() {
            for inst in &block.insts {
                self.instruction(program, id, inst);
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

    fn instruction(&mut self, program: Context<'_>, id: FuncId, inst: &Inst) {
        let module = program.module;
        let func = &module.funcs[id];
        let result = inst
            .result
            .and_then(|it| self.locals[id.index()][it.index()]);
        let site = self.allocated(id, inst);
        if let Some((result, site)) = result.zip(site) {
            self.inclusions.include(result, &Objects::only(site));
        }
        match &inst.op {
            // What the new object holds.
            Op::Alloc(_) | Op::NewCells(_) | Op::NewRecord(_) => inst
                .op
                .operands(|value| self.assign(module, id, site, value)),
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
            Op::Call(call) => self.call(program, id, result, call),
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
        self.write_any(to.filter(|_| is_number(func, value)));
    }

    /// A number that may be read as any pointer is written.
    fn write_any(&mut self, to: Option<Node>) {
        if let Some(to) = to {
            self.inclusions.include(to, &Objects::any());
        }
    }

    fn call(&mut self, program: Context<'_>, id: FuncId, result: Option<Node>, call: &Call) {
        let module = program.module;
        if let Callee::Intrinsic(name) = call.callee {
            let behaviour = program.behaviours.of(name);
            for arg in &call.args {
                match behaviour.writes {
                    Reach::Nothing => {}
                    Reach::Arguments => {
                        let written = self.written(module, id, *arg);
                        self.write_any(written);
                    }
                    Reach::Anything => self.escape(module, id, *arg),
                }
            }
            let Some(result) = result else { return };
            if behaviour.gives == Gives::Anything {
                self.inclusions.include(result, &Objects::any());
            }
            if matches!(behaviour.gives, Gives::Argument | Gives::Anything) {
                for arg in &call.args {
                    self.assign(module, id, Some(result), *arg);
                }
            }
            return;
        }
        for callee in program.calls.targets(call) {
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

    /// The objects that an operand without a variable points to.
    fn constant(&self, module: &Module, func: FuncId, operand: Operand) -> Objects {
        match operand {
            Operand::Local(_) => Objects::default(),
            Operand::Const(id) => self.sites.pointed_to(&module.funcs[func].consts[id]),
        }
    }
}

/// What the analysis knows of a program.
#[derive(Clone, Copy)]
struct Context<'a> {
    module: &'a Module,
    calls: &'a CallGraph,
    behaviours: &'a Behaviours,
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
