//! A module prepared for execution: constants as values, intrinsics resolved, globals allocated.

use crate::intrinsic::{Effect, Intrinsic, Quick, QuickCall};
use crate::machine::Machine;
use crate::memory::{Bytes, Content, Heap, Life, Object, Scalars, Size, Storage, Width};
use crate::step::{Decoded, lasting_objects};
use crate::value::{ObjectId, Text, Value};
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Behaviours, BlockId, Callee, Const, FuncId, Global, GlobalId, Init, Inst, LocId, Module,
    NameId, Op,
};
use sheaf_term::Pool;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The function of an intrinsic.
pub type Run = fn(&mut Machine<'_>, &[Value]) -> Effect;

/// The intrinsic by which models of the library say what they assume of the environment.
pub const ASSUMES: &str = "__sheaf_assumes";

/// A module with the data for execution. Immutable; states refer to it by index.
pub struct Program {
    module: Module,
    /// For each function and constant, its value.
    consts: Vec<Vec<Value>>,
    /// For each name, the intrinsic of that name.
    intrinsics: Vec<Option<Run>>,
    /// For each name, the shorter way of the intrinsic of that name.
    quick: Vec<Option<Quick>>,
    /// The same for the one that enters a function.
    quick_calls: Vec<Option<QuickCall>>,
    /// For each name, whether it is that of an intrinsic that does not access memory.
    behaviours: Behaviours,
    entry: FuncId,
    width: Width,
    calls: OnceLock<CallGraph>,
    /// The ends of the calls of [`ASSUMES`], as numbers of instructions of their blocks.
    assuming: Vec<(FuncId, BlockId, usize)>,
    /// For each function of the user, the number of objects that last as long as a call.
    lasting: Vec<Option<usize>>,
    /// The functions as the fast path executes them, once they were entered.
    decoded: Vec<OnceCell<Decoded>>,
}

fn assuming(module: &Module) -> Vec<(FuncId, BlockId, usize)> {
    let mut found = Vec::new();
    for (id, func) in module.funcs.enumerate() {
        for (block, body) in func.blocks.enumerate() {
            let says_so = |inst: &Inst| {
                matches!(&inst.op, Op::Call(call) if matches!(call.callee,
                    Callee::Intrinsic(name) if &*module.names[name] == ASSUMES))
            };
            let calls = body.insts.iter().enumerate();
            let calls = calls.filter(|(_, inst)| says_so(inst));
            found.extend(calls.map(|(at, _)| (id, block, at + 1)));
        }
    }
    found
}

impl Program {
    /// Prepares a module, which [`sheaf_ir::verify`] must accept.
    ///
    /// # Errors
    /// When the module has no entry with a body, its entry has parameters, or the pointer size is
    /// neither 4 nor 8 bytes.
    pub fn new(module: Module, intrinsics: &[Intrinsic]) -> Result<Program, String> {
        debug_assert_eq!(sheaf_ir::verify::verify(&module), Ok(()));
        let entry = module.entry.ok_or("the program has no entry function")?;
        let func = &module.funcs[entry];
        if func.is_declaration() {
            return Err(format!("the entry function `{}` has no body", func.name));
        }
        if !func.params.is_empty() {
            return Err(format!("the entry function `{}` has parameters", func.name));
        }
        let width = Width::of_bytes(module.pointer_bytes).ok_or_else(|| {
            let bytes = module.pointer_bytes;
            format!("pointers of {bytes} bytes are not supported, only of 4 and 8")
        })?;
        let by_name: HashMap<&str, &Intrinsic> =
            intrinsics.iter().map(|it| (it.name, it)).collect();
        let names = module.names.iter();
        let found: Vec<Option<&Intrinsic>> =
            names.map(|name| by_name.get(&**name).copied()).collect();
        let consts = constants(&module);
        Ok(Program {
            intrinsics: found.iter().map(|it| it.map(|it| it.run)).collect(),
            quick: found.iter().map(|it| it.and_then(|it| it.quick)).collect(),
            quick_calls: found
                .iter()
                .map(|it| it.and_then(|it| it.quick_call))
                .collect(),
            behaviours: Behaviours::new(
                &module,
                intrinsics.iter().map(|it| (it.name, it.behaviour)),
            ),
            decoded: module.funcs.iter().map(|_| OnceCell::new()).collect(),
            lasting: module
                .funcs
                .iter()
                .map(|func| func.user.then(|| lasting_objects(func)))
                .collect(),
            assuming: assuming(&module),
            module,
            consts,
            entry,
            width,
            calls: OnceLock::new(),
        })
    }

    /// The calls of [`ASSUMES`]: functions, blocks, and instructions up to the call.
    pub fn assuming(&self) -> &[(FuncId, BlockId, usize)] {
        &self.assuming
    }

    /// What was loaded, in Sheaf's representation.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The call graph, which the first call builds.
    pub fn calls(&self) -> &CallGraph {
        self.calls.get_or_init(|| CallGraph::new(&self.module))
    }

    /// The number of the first local objects of a function of the user that last as long as a call;
    /// `None` for the library's functions, whose objects take no room on the stack.
    pub fn lasting_objects(&self, func: FuncId) -> Option<usize> {
        self.lasting[func.index()]
    }

    /// A function as the fast path executes it.
    #[inline]
    pub fn decoded(&self, func: FuncId) -> &Decoded {
        self.decoded[func.index()].get_or_init(|| Decoded::new(self, func))
    }

    /// The entry function.
    pub fn entry(&self) -> FuncId {
        self.entry
    }

    /// The constants of a function.
    #[inline]
    pub fn consts(&self, func: FuncId) -> &[Value] {
        &self.consts[func.index()]
    }

    /// The intrinsic of a name.
    pub fn intrinsic(&self, name: NameId) -> Option<Run> {
        self.intrinsics[name.index()]
    }

    /// The shorter way of the intrinsic of a name: see [`Intrinsic::quick`].
    #[inline]
    pub fn quick(&self, name: NameId) -> Option<Quick> {
        self.quick[name.index()]
    }

    /// The shorter way of the intrinsic of a name: see [`Intrinsic::quick_call`].
    #[inline]
    pub fn quick_call(&self, name: NameId) -> Option<QuickCall> {
        self.quick_calls[name.index()]
    }

    /// What intrinsics may do.
    pub fn behaviours(&self) -> &Behaviours {
        &self.behaviours
    }

    /// The initial heap of the program: its globals.
    pub fn initial_heap(&self, pool: &mut Pool) -> Heap {
        let mut heap = Heap::new(self.width);
        for global in self.module.globals.iter() {
            let content = initial_content(pool, &heap, global);
            let object = Object {
                size: Size::Known(global.bytes),
                storage: match (global.constant, global.unnamed_addr) {
                    (true, true) => Storage::Literal,
                    (true, false) => Storage::Constant,
                    (false, _) => Storage::Global,
                },
                element: global.element,
                loc: None,
                life: Life::Alive,
                begun: 0,
                ended: u32::MAX,
                content,
                unexplored: Vec::new(),
            };
            heap.add(object, global.align);
        }
        heap
    }

    /// The function that has an instruction at this location.
    pub fn function_of(&self, loc: LocId) -> Option<FuncId> {
        let mut funcs = self.module.funcs.enumerate();
        let found = funcs.find(|(_, func)| {
            let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
            insts.any(|inst| inst.loc == Some(loc))
        });
        found.map(|(id, _)| id)
    }

    /// The address of the global with this name, if the program has it.
    pub fn global_named(&self, name: &str) -> Option<Value> {
        let mut globals = self.module.globals.enumerate();
        let found = globals.find(|(_, global)| &*global.name == name);
        found.map(|(id, _)| constant(&Const::Global(id, 0)))
    }

    /// The name of the global with this object.
    pub fn global_name(&self, object: ObjectId) -> Option<&str> {
        let id = GlobalId(object.0.checked_sub(1)?);
        self.module.globals.get(id).map(|global| &*global.name)
    }
}

/// The number of programs that were made.
static PROGRAMS: AtomicU32 = AtomicU32::new(0);

/// The values of all constants. Equal strings are one string, so that they are compared quickly.
fn constants(module: &Module) -> Vec<Vec<Value>> {
    let program = PROGRAMS.fetch_add(1, Relaxed) + 1;
    let mut texts: FxHashMap<&[u16], Value> = FxHashMap::default();
    let mut all = Vec::with_capacity(module.funcs.len());
    for func in module.funcs.iter() {
        let values = func.consts.iter().map(|it| match it {
            Const::Str(units) => {
                let text = || Value::Str(Rc::new(Text::constant(units, program)));
                texts.entry(units).or_insert_with(text).clone()
            }
            it => constant(it),
        });
        all.push(values.collect());
    }
    all
}

/// The object of a global: globals are the first objects of the heap.
pub fn global_object(id: GlobalId) -> ObjectId {
    ObjectId(id.0 + 1)
}

/// The value of a constant.
pub fn constant(value: &Const) -> Value {
    match value {
        Const::Bool(value) => Value::Bool(*value),
        Const::Bits { width, value } => Value::bits(*width, *value),
        Const::Int(value) => Value::int(value.clone()),
        Const::Float(kind, bits) => Value::bits(kind.width(), *bits),
        Const::Null => Value::NULL,
        Const::Unit(unit) => Value::Unit(*unit),
        Const::Str(units) => Value::Str(Rc::new(Text::from(&units[..]))),
        Const::Global(id, offset) => Value::Ptr {
            object: global_object(*id),
            offset: *offset as u64,
        },
        Const::Func(id) => Value::Func(*id),
        Const::Uninitialized(_) => Value::Uninitialized,
        Const::Tuple(members) => Value::Tuple(Rc::new(members.iter().map(constant).collect())),
    }
}

/// The initial content of a global. No value is split: relocations do not overlap.
fn initial_content(pool: &mut Pool, heap: &Heap, global: &Global) -> Content {
    match &global.init {
        Init::Zero => Content::Bytes(Bytes::zeroed(global.bytes as usize)),
        Init::External => Content::External,
        Init::Data { bytes, relocs } => {
            let mut content = Bytes::concrete(bytes.to_vec());
            let layout = heap.layout();
            let mut scalars = Scalars::new(pool, layout);
            for reloc in relocs {
                let value = constant(&reloc.value);
                let bytes = layout.width().bytes() as usize;
                content.write(&mut scalars, reloc.offset as usize, bytes, value);
            }
            Content::Bytes(content)
        }
    }
}
