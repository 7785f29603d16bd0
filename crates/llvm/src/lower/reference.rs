//! References to functions and globals, and the functions generated for them.

use super::outside::OF_BOTH;
use super::types::{lower_result, lower_type};
use super::{Labels, Lower, Lowering, Pending, unsupported};
use crate::ll::{BasicBlock, Module, Ty, Value, ValueKind};
use crate::platform;
use llvm_sys::LLVMLinkage;
use rustc_hash::FxHashMap;
use sheaf_ir::build::FuncBuilder;
use sheaf_ir::{
    Call, Callee, Const, Element, FuncId, Global, GlobalId, Init, Op, Operand, Terminator, Type,
};

/// The intrinsic for a function or label that must not be reached.
pub(super) const REACH_ERROR: &str = "reach_error";

/// The meaning of a symbol.
pub(super) enum Meaning {
    /// This definition.
    Defined(Value),
    /// An operation of the engine's host.
    Intrinsic(String),
    /// Unknown, but it exists.
    Unknown(Value),
    /// Undefined, and the program handles that (a weak reference).
    Null,
}

/// Functions that the library also calls if the program defines them. Its other functions call each
/// other directly, as in glibc.
const ALLOCATOR: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "free",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "malloc_usable_size",
];

impl Lowering<'_> {
    /// The meaning of a function, global or alias after linking.
    pub(super) fn meaning(&self, value: Value) -> Meaning {
        use LLVMLinkage::*;
        if self.is_error_function(value) {
            return Meaning::Intrinsic(REACH_ERROR.to_string());
        }
        if matches!(
            value.linkage(),
            LLVMInternalLinkage | LLVMPrivateLinkage | LLVMAppendingLinkage
        ) {
            return Meaning::Defined(value);
        }
        let name = value.name();
        let is_function = value.kind() == ValueKind::LLVMFunctionValueKind;
        let is_own = match is_function {
            true => self.is_library(&name),
            false => OF_BOTH.contains(&name.as_str()),
        };
        let is_own_of_library = is_own && !self.modules.contains(&value.module());
        if !is_own_of_library && let Some(definition) = self.symbols.user(&name) {
            return Meaning::Defined(definition);
        }
        if is_function && self.is_intrinsic(&name) {
            return Meaning::Intrinsic(name);
        }
        match self.symbols.runtime(&name) {
            Some(definition) => Meaning::Defined(definition),
            None if value.linkage() == LLVMExternalWeakLinkage && !self.is_of_platform(&name) => {
                Meaning::Null
            }
            None => Meaning::Unknown(value),
        }
    }

    /// Whether the C library or the linker defines a name that is not modelled.
    fn is_of_platform(&self, name: &str) -> bool {
        let has_section = |section: &str| {
            let symbols = self.modules.iter().copied().flat_map(Module::symbols);
            let mut defined = symbols.filter(|value| !value.is_declaration());
            defined.any(|value| value.section() == section)
        };
        platform::is_of_linker(name, has_section) || platform::is_of_library(name)
    }

    /// Whether the library has a function of this name that its own calls refer to, even if the
    /// program defines one.
    pub(super) fn is_library(&self, name: &str) -> bool {
        let has = self.intrinsics.contains(name) || self.symbols.runtime(name).is_some();
        has && !ALLOCATOR.contains(&name)
    }

    /// Whether a call of this is an error call.
    fn is_error_function(&self, value: Value) -> bool {
        let functions = self.options.error_functions;
        !functions.is_empty()
            && value.kind() == ValueKind::LLVMFunctionValueKind
            && functions.contains(&value.name().as_str())
    }

    /// The address of a function, global or alias.
    pub(super) fn address(&mut self, value: Value) -> Lower<Const> {
        match self.meaning(value) {
            Meaning::Defined(definition) => match definition.kind() {
                ValueKind::LLVMFunctionValueKind => Ok(Const::Func(self.function(definition))),
                ValueKind::LLVMGlobalVariableValueKind => {
                    Ok(Const::Global(self.global(definition), 0))
                }
                ValueKind::LLVMGlobalAliasValueKind => self.aliased(definition.aliasee()),
                // The target of an indirect function is known only at run time.
                _ => Ok(Const::Func(self.declare(&definition.name(), None))),
            },
            Meaning::Intrinsic(name) => Ok(Const::Func(self.wrapper(&name, value.value_type()))),
            Meaning::Null => Ok(Const::Null),
            Meaning::Unknown(value) if value.kind() == ValueKind::LLVMFunctionValueKind => {
                Ok(Const::Func(self.undefined_function(value)))
            }
            Meaning::Unknown(value) => Ok(Const::Global(self.external_global(value), 0)),
        }
    }

    /// The address that an alias has: the definition of its own module, even if another one of the
    /// name is linked.
    fn aliased(&mut self, aliasee: Value) -> Lower<Const> {
        match aliasee.kind() {
            ValueKind::LLVMFunctionValueKind if !self.is_error_function(aliasee) => {
                Ok(Const::Func(self.function(aliasee)))
            }
            ValueKind::LLVMGlobalVariableValueKind => Ok(Const::Global(self.global(aliasee), 0)),
            ValueKind::LLVMGlobalAliasValueKind => self.aliased(aliasee.aliasee()),
            ValueKind::LLVMConstantExprValueKind => {
                let address = self.aliased(aliasee.operand(0))?;
                match (address, self.constant_offset(aliasee)?) {
                    (Const::Global(id, start), Some(offset)) => {
                        Ok(Const::Global(id, start.wrapping_add(offset)))
                    }
                    _ => unsupported("alias"),
                }
            }
            _ => self.address(aliasee),
        }
    }

    /// A defined function; its body is lowered later.
    pub(super) fn function(&mut self, definition: Value) -> FuncId {
        if let Some(id) = self.funcs.get(&definition) {
            return *id;
        }
        let name = definition.name();
        let id = match signature(definition.value_type()) {
            Ok((params, result)) => {
                let name = self.unique_name(&name);
                let id = self.push_declaration(&name, &params, result);
                self.pending.push(Pending::Func(id, definition));
                id
            }
            Err(_) => self.declare(&name, None),
        };
        self.module.funcs[id].variadic |= definition.value_type().is_variadic();
        self.funcs.insert(definition, id);
        id
    }

    /// A function of this name and LLVM type without a body. Without a type, or with an unsupported
    /// one, it accepts anything and returns nothing.
    pub(super) fn declare(&mut self, name: &str, ty: Option<Ty>) -> FuncId {
        if let Some(id) = self.declared.get(name) {
            return *id;
        }
        let known = ty.and_then(|ty| Some((signature(ty).ok()?, ty.is_variadic())));
        let ((params, result), variadic) = known.unwrap_or(((Vec::new(), None), true));
        let unique = self.unique_name(name);
        let id = self.push_declaration(&unique, &params, result);
        self.module.funcs[id].variadic = variadic;
        self.declared.insert(name.to_string(), id);
        id
    }

    fn push_declaration(&mut self, name: &str, params: &[Type], result: Option<Type>) -> FuncId {
        let mut builder = FuncBuilder::new(name, result);
        for ty in params {
            builder.param(ty.clone(), None);
        }
        builder.func_mut().user = false;
        self.module.funcs.push(builder.finish())
    }

    /// A function that calls an intrinsic, for when its address is taken. Variable arguments cannot
    /// be forwarded, so a variadic one is only declared.
    fn wrapper(&mut self, name: &str, ty: Ty) -> FuncId {
        let id = self.declare(name, Some(ty));
        let func = &self.module.funcs[id];
        if func.variadic || !func.is_declaration() {
            return id;
        }
        let params: Vec<Type> = func
            .params
            .iter()
            .map(|param| func.locals[*param].ty.clone())
            .collect();
        let result = func.result.clone();
        let mut builder = FuncBuilder::new(&func.name, result.clone());
        let args: Box<[Operand]> = params
            .into_iter()
            .map(|ty| Operand::Local(builder.param(ty, None)))
            .collect();
        let block = builder.block();
        builder.switch_to(block);
        let callee = Callee::Intrinsic(self.names.intern(&mut self.module, name));
        let call = Op::Call(Box::new(Call {
            callee,
            args,
            catches: false,
        }));
        let value = match result {
            Some(ty) => Some(builder.push(call, ty)),
            None => {
                builder.push_void(call);
                None
            }
        };
        builder.terminate(Terminator::Return(value));
        builder.func_mut().user = false;
        self.module.funcs[id] = builder.finish();
        id
    }

    /// An undefined global.
    fn external_global(&mut self, value: Value) -> GlobalId {
        let name = value.name();
        if let Some(id) = self.external.get(&name) {
            return *id;
        }
        let id = match self.environment_global(&name) {
            Some(id) => id,
            None => self.undefined_global(value),
        };
        self.external.insert(name, id);
        id
    }

    /// The global of the models' environment with this name.
    pub(super) fn external_named(&mut self, name: &str) -> Option<GlobalId> {
        if let Some(id) = self.external.get(name) {
            return Some(*id);
        }
        let id = self.environment_global(name)?;
        self.external.insert(name.to_string(), id);
        Some(id)
    }

    /// A defined global; its content is lowered later.
    pub(super) fn global(&mut self, definition: Value) -> GlobalId {
        if let Some(id) = self.globals.get(&definition) {
            return *id;
        }
        let id = self.push_global(definition, Init::Zero);
        self.globals.insert(definition, id);
        self.pending.push(Pending::Global(id, definition));
        id
    }

    pub(super) fn push_global(&mut self, value: Value, init: Init) -> GlobalId {
        let ty = value.value_type();
        let align = value.align().max(self.layout.align(ty));
        let global = Global {
            name: self.unique_name(&value.name()).into(),
            bytes: self.layout.size(ty),
            align,
            constant: value.is_constant_global(),
            unnamed_addr: value.has_unnamed_address(),
            element: super::types::element(ty),
            init,
        };
        self.module.globals.push(global)
    }

    /// The global that represents the blocks of a function whose addresses are taken, and their
    /// numbers.
    ///
    /// The address of block number `n` is that of the global plus `n`: an ordinary address, which
    /// may be stored in tables and subtracted.
    pub(super) fn labels(&mut self, function: Value) -> &Labels {
        if !self.labels.contains_key(&function) {
            let mut numbers: FxHashMap<BasicBlock, u64> = FxHashMap::default();
            for block in function.blocks() {
                if block.has_address() {
                    numbers.insert(block, numbers.len() as u64);
                }
            }
            let name = self.unique_name(&format!("{}.labels", function.name()));
            let global = self.module.globals.push(Global {
                name: name.into(),
                bytes: numbers.len() as u64,
                align: 1,
                constant: true,
                unnamed_addr: false,
                element: Element::BYTE,
                init: Init::Zero,
            });
            self.labels.insert(function, Labels { global, numbers });
        }
        &self.labels[&function]
    }
}

/// Parameters and result of a function type.
pub(super) fn signature(ty: Ty) -> Lower<(Vec<Type>, Option<Type>)> {
    let params: Lower<Vec<Type>> = ty.params().into_iter().map(lower_type).collect();
    Ok((params?, lower_result(ty.result())?))
}
