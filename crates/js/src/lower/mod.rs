//! Lowers syntax trees to the representation.
//!
//! Every value has the type `Any`: `undefined` and `null` are units, a number is a 32-bit machine
//! integer where possible and a double otherwise, strings are strings, objects and functions are
//! pointers to tables. A JavaScript function receives itself, `this` and its arguments; calls go
//! through an intrinsic, which adds missing arguments and drops extra ones. A captured variable
//! lives in a box, a cell that each closure has in its list; others are in SSA form ([`ssa`]).

mod assign;
mod capture;
mod control;
mod exceptions;
mod expressions;
mod function;
mod harness;
mod operators;
mod ssa;
mod statements;

use crate::error::{Error, SourceLocation};
use oxc_ast::ast::Program;
use oxc_semantic::Scoping;
use oxc_span::Span;
use sheaf_ir::build::Names;
use sheaf_ir::{Call, Callee, Const, FileId, Func, FuncId, Loc, LocId, Module, NameId, Op};
use sheaf_ir::{DynamicOp, Terminator, Type, Unit};

/// State shared by all functions of a program.
pub(crate) struct Context<'a> {
    pub module: Module,
    names: Names,
    pub scoping: &'a Scoping,
    pub source: &'a str,
    /// Offsets of line starts.
    lines: Vec<u32>,
    file: FileId,
    /// Functions by id; `None` while unfinished.
    funcs: Vec<Option<Func>>,
    pub captured: capture::Captured,
}

type Result<T> = std::result::Result<T, Error>;

/// The number of objects that exist when the program starts. They are created in a fixed order; the
/// models of JavaScript refer to them by their ids.
pub const INITIAL_OBJECTS: usize = 16;

impl Context<'_> {
    /// The location of an offset in the source.
    pub fn location(&self, offset: u32) -> SourceLocation {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines[line - 1];
        let column = self.source[start as usize..offset as usize].chars().count();
        SourceLocation {
            line: line as u32,
            column: column as u32 + 1,
        }
    }

    pub fn loc(&mut self, span: Span) -> LocId {
        let SourceLocation { line, column } = self.location(span.start);
        let file = self.file;
        self.module.locs.push(Loc { file, line, column })
    }

    /// An error at a source range.
    pub fn error<T>(&self, span: Span, message: impl Into<String>) -> Result<T> {
        let place = self.location(span.start);
        Err(Error {
            place,
            message: message.into(),
        })
    }

    pub fn unsupported<T>(&self, span: Span, what: &str) -> Result<T> {
        self.error(span, format!("{what} is not supported"))
    }

    pub fn name(&mut self, name: &str) -> NameId {
        self.names.intern(&mut self.module, name)
    }

    /// Reserves the id of a function that is finished later.
    pub fn reserve(&mut self) -> FuncId {
        self.funcs.push(None);
        FuncId(self.funcs.len() as u32 - 1)
    }

    pub fn finish(&mut self, id: FuncId, func: Func) {
        self.funcs[id.0 as usize] = Some(func);
    }
}

/// Lowers a script.
pub(crate) fn lower(file: &str, program: &Program, scoping: &Scoping) -> Result<Module> {
    let mut module = Module::new(8);
    let file = module.files.push(file.into());
    let source = program.source_text;
    let newlines = source
        .bytes()
        .enumerate()
        .filter(|(_, byte)| *byte == b'\n');
    let starts = newlines.map(|(at, _)| at as u32 + 1);
    let mut context = Context {
        module,
        names: Names::default(),
        scoping,
        source,
        lines: std::iter::once(0).chain(starts).collect(),
        file,
        funcs: Vec::new(),
        captured: capture::Captured::new(scoping),
    };
    let main = context.reserve();
    let script = function::lower_script(&mut context, program)?;
    let func = start(&mut context, script);
    context.finish(main, func);
    for func in context.funcs.drain(..) {
        context
            .module
            .funcs
            .push(func.expect("all functions are finished"));
    }
    context.module.entry = Some(main);
    Ok(context.module)
}

/// The entry function: it creates the initial objects and runs the script.
fn start(context: &mut Context, script: FuncId) -> Func {
    let mut builder = sheaf_ir::build::FuncBuilder::new("start", Some(Type::Bits(32)));
    builder.func_mut().user = false;
    let entry = builder.block();
    builder.switch_to(entry);
    for _ in 0..INITIAL_OBJECTS {
        builder.push(Op::Dynamic(DynamicOp::TableNew, Box::default()), Type::Ptr);
    }
    let name = context.name("js.initialise");
    builder.push_void(Op::Call(Box::new(Call {
        callee: Callee::Intrinsic(name),
        args: Box::default(),
        catches: false,
    })));
    let undefined = builder.constant(Const::Unit(Unit::Undefined));
    builder.push_void(Op::Call(Box::new(Call {
        callee: Callee::Func(script),
        args: Box::new([undefined, undefined]),
        catches: false,
    })));
    let zero = builder.bits(32, 0);
    builder.terminate(Terminator::Return(Some(zero)));
    builder.finish()
}
