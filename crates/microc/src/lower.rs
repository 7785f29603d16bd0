//! Lowers the syntax tree to the program representation; [`function`] lowers one function.

mod expr;
mod function;
mod join;
#[cfg(test)]
mod tests;

use crate::ast::{Ident, Program};
use crate::check::Symbols;
use crate::error::SourceLocation;
use crate::types::{Kind, Kinds, infer};
use function::FunctionLowerer;
use sheaf_ir::build::{FuncBuilder, Names};
use sheaf_ir::{
    Call, Callee, CastOp, FileId, Func, FuncId, Loc, LocId, Module, NameId, Op, Operand,
    Terminator, Type,
};
use std::collections::HashMap;

/// Name of the generated function that calls the program's entry where that cannot be the entry
/// itself.
const START: &str = "sheaf.start";

/// Size of a pointer in bytes. No microc program can observe it.
const POINTER_BYTES: u64 = 8;

/// State shared by all functions during lowering.
struct Context<'a> {
    program: &'a Program,
    symbols: &'a Symbols<'a>,
    kinds: Kinds,
    module: Module,
    names: Names,
    file: FileId,
    locs: HashMap<SourceLocation, LocId>,
}

impl Context<'_> {
    /// The module's id of a location.
    fn loc(&mut self, place: SourceLocation) -> LocId {
        let loc = Loc {
            file: self.file,
            line: place.line,
            column: place.column,
        };
        let locs = &mut self.module.locs;
        *self.locs.entry(place).or_insert_with(|| locs.push(loc))
    }

    fn name(&mut self, name: &str) -> NameId {
        self.names.intern(&mut self.module, name)
    }
}

/// The type of a register for values of a kind.
fn register_type(kind: Kind) -> Type {
    match kind {
        Kind::Int => Type::Int,
        Kind::Reference => Type::Ptr,
        Kind::Never | Kind::Any => Type::Any,
    }
}

/// Lowers a checked program. `file` is its name in locations.
pub fn lower(program: &Program, symbols: &Symbols<'_>, file: &str) -> Module {
    let mut module = Module::new(POINTER_BYTES);
    let file = module.files.push(file.into());
    let entry = is_entry(program, symbols).then_some(symbols.entry);
    let kinds = infer(program, symbols, entry);
    let names = Names::default();
    let locs = HashMap::new();
    let mut context = Context {
        program,
        symbols,
        kinds,
        module,
        names,
        file,
        locs,
    };
    for position in 0..program.functions.len() {
        let func = FunctionLowerer::new(&mut context, position).run();
        context.module.funcs.push(func);
    }
    if entry.is_none() {
        let func = start(&mut context);
        context.module.entry = Some(context.module.funcs.push(func));
    } else {
        context.module.entry = Some(func_id(symbols.entry));
    }
    context.module
}

/// Whether the program's entry can be the module's entry: it has no parameters and is not used as a
/// value, so that its result may have the type `Int`.
fn is_entry(program: &Program, symbols: &Symbols<'_>) -> bool {
    program.functions[symbols.entry].params.is_empty() && !symbols.escapes[symbols.entry]
}

fn func_id(position: usize) -> FuncId {
    sheaf_ir::index::Idx::new(position)
}

/// A function that reads an input for each parameter of the program's entry, calls it and returns
/// its result, which must be a number.
fn start(context: &mut Context<'_>) -> Func {
    let mut builder = FuncBuilder::new(START, Some(Type::Int));
    let entry = builder.block();
    builder.switch_to(entry);
    builder.func_mut().user = false;
    let program = context.program;
    let position = context.symbols.entry;
    let function = &program.functions[position];
    builder.loc = Some(context.loc(function.name.place));
    let mut args: Vec<Operand> = Vec::new();
    for (param, Ident { name, .. }) in function.params.iter().enumerate() {
        let name = context.name(name);
        let input = builder.push(Op::Input(name), Type::Int);
        let ty = register_type(context.kinds.variables[position][param]);
        args.push(match ty {
            Type::Any => builder.push(Op::Cast(CastOp::ToAny, input), Type::Any),
            _ => input,
        });
    }
    let call = Op::Call(Box::new(Call {
        callee: Callee::Func(func_id(position)),
        args: args.into(),
        catches: false,
    }));
    let ty = register_type(context.kinds.results[position]);
    let mut result = builder.push(call, ty.clone());
    builder.loc = Some(context.loc(function.result.place));
    if ty == Type::Ptr {
        result = builder.push(Op::Cast(CastOp::ToAny, result), Type::Any);
    }
    if ty != Type::Int {
        result = builder.push(Op::Cast(CastOp::FromAny, result), Type::Int);
    }
    builder.terminate(Terminator::Return(Some(result)));
    builder.finish()
}
