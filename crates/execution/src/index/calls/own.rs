//! Functions of the program itself that have tables.
//!
//! A run that gives an entry has objects of its own for its arguments. What such a run reads and
//! writes is noted, but not what it learns of addresses: whether pointers are equal or ordered, or
//! their value as a number. So a function whose code, or that of a function that it calls, may look
//! at addresses has no table. Functions of strings and numbers of the library do not.

use super::{Function, Parameter};
use crate::options::{IndexKind, Indexing, TextParameter};
use sheaf_ir::{
    Call, Callee, CastOp, Const, Func, FuncId, Init, Inst, Module, Op, Operand, Type, index::Idx,
};
use std::collections::HashSet;

/// A function of the program itself that is to have a table.
pub(super) fn of_program(module: &Module, indexing: &Indexing, id: FuncId) -> Option<Function> {
    let func = &module.funcs[id];
    let is_named = indexing.functions.iter().any(|name| **name == *func.name);
    let has_table = is_named && is_own(func) && refusal(module, indexing, id).is_none();
    has_table.then(|| Function {
        name: (*func.name).into(),
        parameters: parameters_of(func).unwrap_or_default(),
        has_few_paths: false,
    })
}

/// The first function that cannot have a table, and why; `None` if all can. Where the alignment of
/// accesses counts, accesses look at addresses.
pub fn refused(
    module: &Module,
    indexing: &Indexing,
    counts_alignment: bool,
) -> Option<(String, String)> {
    indexing.functions.iter().find_map(|name| {
        let is_named = |id: &FuncId| *module.funcs[*id].name == **name;
        let mut own = ids(module).filter(|id| is_own(&module.funcs[*id]));
        let why = match own.find(is_named) {
            None => Some("the program does not define it, or does not use it".to_string()),
            Some(id) if counts_alignment && takes_pointer(&module.funcs[id]) => {
                Some("its alignment failures depend on addresses".to_string())
            }
            Some(id) => refusal(module, indexing, id),
        };
        Some((name.clone(), why?))
    })
}

fn takes_pointer(func: &Func) -> bool {
    let mut types = func.params.iter().map(|local| &func.locals[*local].ty);
    types.any(|ty| *ty == Type::Ptr)
}

fn ids(module: &Module) -> impl Iterator<Item = FuncId> + use<> {
    (0..module.funcs.len()).map(FuncId::new)
}

fn is_own(func: &Func) -> bool {
    func.user && !func.is_declaration()
}

/// Why a function of the program cannot have a table.
fn refusal(module: &Module, indexing: &Indexing, id: FuncId) -> Option<String> {
    let func = &module.funcs[id];
    let parameters = parameters_of(func);
    let is_indexed = |parameter: &Parameter| {
        indexing.kinds.contains(&match parameter {
            Parameter::OfLibrary(_) => IndexKind::Strings,
            Parameter::Number(None) => IndexKind::Integers,
            Parameter::Number(Some(kind)) => match kind.width() {
                32 => IndexKind::Floats,
                64 => IndexKind::Doubles,
                _ => IndexKind::LongDoubles,
            },
        })
    };
    let reason = match parameters {
        _ if func.result.is_none() => "it has no result",
        _ if func.variadic => "it takes variable arguments",
        None => "its parameters are not numbers and pointers to strings",
        Some(all) if all.is_empty() => "it has no parameter",
        Some(all) if !all.iter().any(is_indexed) => "`--index` has no kind of its parameters",
        Some(_) => {
            let look = Addresses::new(module, indexing).look(id)?;
            return Some(format!("its result may depend on addresses: {look}"));
        }
    };
    Some(reason.to_string())
}

/// What a function of the program reads; `None` if an argument is neither a number nor a pointer.
fn parameters_of(func: &Func) -> Option<Vec<Parameter>> {
    let parameters = func.params.iter().map(|local| &func.locals[*local].ty);
    let parameters = parameters.map(|ty| match ty {
        Type::Bits(_) => Some(Parameter::Number(None)),
        Type::Float(kind) => Some(Parameter::Number(Some(*kind))),
        Type::Ptr => Some(Parameter::OfLibrary(TextParameter::Text)),
        _ => None,
    });
    parameters.collect()
}

/// Looks for code that may look at addresses.
struct Addresses<'m> {
    module: &'m Module,
    indexing: &'m Indexing,
    seen: HashSet<FuncId>,
}

impl<'m> Addresses<'m> {
    fn new(module: &'m Module, indexing: &'m Indexing) -> Self {
        Addresses {
            module,
            indexing,
            seen: HashSet::new(),
        }
    }

    /// How a function, or one that it calls, looks at addresses.
    fn look(&mut self, start: FuncId) -> Option<String> {
        let mut waiting = vec![start];
        while let Some(id) = waiting.pop() {
            let func = &self.module.funcs[id];
            if !self.seen.insert(id) || self.is_known(func) {
                continue;
            }
            for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                if let Some(how) = looks(self.module, func, inst) {
                    let place = self.module.describe(inst.loc);
                    return Some(format!("`{}` {how} at {place}", func.name));
                }
                if let Op::Call(call) = &inst.op
                    && let Callee::Func(callee) = call.callee
                {
                    waiting.push(callee);
                }
            }
        }
        None
    }

    /// Whether the library says of a function of its own that it depends on contents only.
    fn is_known(&self, func: &Func) -> bool {
        let library = &self.indexing.library;
        let name = &*func.name;
        let number = |name: &str| library.operators.iter().any(|it| it.name == name);
        let stem = name.strip_suffix(['f', 'l']).unwrap_or(name);
        let text = || library.text_functions.iter().any(|it| it.name == name);
        !func.user && (number(name) || number(stem) || text())
    }
}

/// How an instruction looks at addresses itself.
fn looks(module: &Module, func: &Func, inst: &Inst) -> Option<String> {
    if let Some(name) = table_of_pointers(module, func, inst) {
        return Some(format!("uses the pointers in `{name}`"));
    }
    let is_pointer = |operand: &Operand| type_of(func, *operand).is_some_and(has_pointer);
    let is_null = |operand: &Operand| match operand {
        Operand::Const(id) => matches!(func.consts[*id], Const::Null),
        Operand::Local(_) => false,
    };
    match &inst.op {
        Op::Compare(_, a, b) if is_pointer(a) || is_pointer(b) => {
            (!is_null(a) && !is_null(b)).then(|| "compares pointers".to_string())
        }
        Op::Cast(CastOp::PtrToBits | CastOp::BitsToPtr, _) => {
            Some("converts between pointers and numbers".to_string())
        }
        // It may be read again as a number.
        Op::Store { value, .. } if is_pointer(value) => Some("stores a pointer".to_string()),
        Op::Call(call) => looks_by_call(module, call, is_pointer),
        _ => None,
    }
}

/// The first global of an instruction whose content has addresses: they may be read as numbers.
fn table_of_pointers<'m>(module: &'m Module, func: &Func, inst: &Inst) -> Option<&'m str> {
    let mut found = None;
    inst.op.operands(|operand| {
        if let Operand::Const(id) = operand
            && let Const::Global(global, _) = func.consts[id]
            && let Init::Data { relocs, .. } = &module.globals[global].init
            && !relocs.is_empty()
        {
            found.get_or_insert(&*module.globals[global].name);
        }
    });
    found
}

fn has_pointer(ty: &Type) -> bool {
    match ty {
        Type::Ptr => true,
        Type::Tuple(parts) => parts.iter().any(has_pointer),
        _ => false,
    }
}

fn looks_by_call(
    module: &Module,
    call: &Call,
    is_pointer: impl Fn(&Operand) -> bool,
) -> Option<String> {
    match call.callee {
        Callee::Func(_) => None,
        Callee::Value(_) => Some("calls a function by a pointer".to_string()),
        Callee::Intrinsic(name) => {
            let name = &module.names[name];
            let passes = call.args.iter().any(is_pointer);
            passes.then(|| format!("passes a pointer to `{name}`"))
        }
    }
}

/// The type of an operand; `None` for a constant that is no pointer.
fn type_of(func: &Func, operand: Operand) -> Option<&Type> {
    match operand {
        Operand::Local(local) => Some(&func.locals[local].ty),
        Operand::Const(id) => match func.consts[id] {
            Const::Null | Const::Global(..) | Const::Func(_) => Some(&Type::Ptr),
            _ => None,
        },
    }
}
