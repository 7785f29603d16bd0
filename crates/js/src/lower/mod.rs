//! Lowers syntax trees to the representation.
//!
//! Every value has the type `Any`: `undefined` and `null` are units, a number is a 32-bit machine
//! integer where possible and a double otherwise, strings are strings, objects and functions are
//! pointers to tables. A JavaScript function receives itself, `this` and its arguments; calls go
//! through an intrinsic, which adds missing arguments and drops extra ones. A captured variable
//! lives in a box, a cell that each closure has in its list; others are in SSA form ([`ssa`]).

mod assign;
mod capture;
mod classes;
mod control;
mod coroutine;
mod evaluate;
mod exceptions;
mod expressions;
mod function;
mod generators;
mod harness;
mod hidden;
mod late;
mod members;
mod modules;
mod operators;
mod parameters;
mod patterns;
mod shown;
mod ssa;
mod statements;
mod tidy;
mod variables;
mod with;

use crate::abi::Initial;
use crate::error::{Error, SourceLocation};
use crate::evaluate::Evaluated;
use crate::link::{Binding, Meaning};
use crate::modules::Required;
use crate::scopes::Scopes;
use oxc_ast::ast::Program;
use oxc_semantic::Scoping;
use oxc_span::Span;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::Operand;
use sheaf_ir::build::{FuncBuilder, Names};
use sheaf_ir::{Call, Callee, Const, FileId, Func, FuncId, Loc, LocId, Module, NameId, Op};
use sheaf_ir::{DynamicOp, Terminator, Type, Unit};
use std::collections::{HashMap, HashSet};

/// State shared by all functions of a program.
pub(crate) struct Context<'a> {
    pub module: Module,
    names: Names,
    pub scoping: &'a Scoping,
    pub variables: &'a Scopes,
    pub source: &'a str,
    /// Offsets of line starts.
    lines: Vec<u32>,
    /// Whether a character is a byte in the source.
    is_ascii: bool,
    file: FileId,
    /// Functions by id; `None` while unfinished.
    funcs: Vec<Option<Func>>,
    pub captured: capture::Captured,
    /// Whether the current script is part of the library.
    pub is_library: bool,
    /// Whether the program may have BigInts.
    pub has_big: bool,
    /// The functions of operators, by their names in the library.
    pub operators: HashMap<&'static str, FuncId>,
    /// What encloses the current function.
    around: hidden::Around,
    pub kind: ScriptKind,
    /// What the names that the current script requires mean.
    pub required: &'a HashMap<String, Required>,
    /// The path of the current script.
    pub file_name: String,
    /// The functions of the current script and what they are in its text.
    pub texts: Vec<FunctionText>,
    /// The private names of the enclosing classes, with their numbers.
    pub private_names: Vec<HashMap<String, u32>>,
    /// The private names of classes that may be evaluated more than once.
    pub fresh_names: HashSet<u32>,
    /// The number of private names so far.
    pub private_count: u32,
    /// The names of the classes whose code is being lowered, which it cannot assign to.
    pub class_names: Vec<SymbolId>,
    /// The scopes of the `with` statements around what is being lowered, outermost first.
    pub withs: Vec<ScopeId>,
    /// The maximum number of units of a string input that names none.
    pub string_size: u32,
    /// Whether all variables of the program are in boxes.
    keeps_variables: bool,
    /// The parameters of functions whose default values and patterns are being lowered.
    pub open_parameters: HashSet<SymbolId>,
    /// The variables that the current module shares with others, with the index of their box.
    pub shared: HashMap<Binding, u32>,
    /// Its imported variables that are set from modules of node.
    pub built_in_imports: Vec<(SymbolId, Meaning)>,
    /// What the current script evaluates.
    pub evaluated: &'a Evaluated,
}

/// What a function is in a text.
pub(crate) struct FunctionText {
    pub id: FuncId,
    pub span: Span,
    /// Whether its callees must not know it.
    pub is_strict: bool,
}

type Result<T> = std::result::Result<T, Error>;

impl<'a> Context<'a> {
    /// Continues with another script.
    fn enter(&mut self, script: &Script<'a>, links: Option<&modules::Boxes>) {
        let source = script.program.source_text;
        let newlines = source
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n');
        let starts = newlines.map(|(at, _)| at as u32 + 1);
        self.lines = std::iter::once(0).chain(starts).collect();
        self.is_ascii = source.is_ascii();
        self.file = self.file_id(&script.file);
        self.source = source;
        self.scoping = script.scoping;
        self.variables = script.scopes;
        self.captured = capture::Captured::new(script.program, script.scoping);
        self.evaluated = script.evaluated;
        for outer in self.evaluated.aliases.values() {
            self.captured.insert(self.evaluated.variable(*outer));
        }
        for late in &self.evaluated.late {
            self.captured.insert(*late);
        }
        self.is_library = script.kind == ScriptKind::Library;
        if self.keeps_variables && !self.is_library {
            let all = script.scoping.symbol_ids();
            all.for_each(|symbol| self.captured.insert(symbol));
        }
        self.kind = script.kind;
        self.required = script.required;
        self.file_name = script.file.clone();
        (self.shared, self.built_in_imports) = (HashMap::new(), Vec::new());
        if let (ScriptKind::EsModule(number), Some(links)) = (script.kind, links) {
            self.share(number, links);
        }
    }

    /// The id of a file, of which there may be several scripts.
    fn file_id(&mut self, name: &str) -> FileId {
        let mut known = self.module.files.iter();
        match known.position(|it| **it == *name) {
            Some(at) => FileId(at as u32),
            None => self.module.files.push(name.into()),
        }
    }

    /// Whether a part of the source may use a word: an escape or an evaluated text may spell it
    /// otherwise.
    pub fn mentions(&self, span: Span, word: &str) -> bool {
        let text = &self.source[span.start as usize..span.end as usize];
        text.contains(word)
            || text.contains("\\u")
            || (!self.evaluated.calls.is_empty() && text.contains("eval"))
    }

    /// The location of an offset in the source.
    pub fn location(&self, offset: u32) -> SourceLocation {
        let places = &self.evaluated.places;
        let before = &places[..places.partition_point(|it| it.0 <= offset)];
        if let Some((_, place)) = before.last() {
            return *place;
        }
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines[line - 1];
        // A file may be a single line, so characters are counted only where bytes will not do.
        let column = match self.is_ascii {
            true => (offset - start) as usize,
            false => self.source[start as usize..offset as usize].chars().count(),
        };
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
            file: self.file_name.clone(),
            place,
            message: message.into(),
        })
    }

    pub fn name(&mut self, name: &str) -> NameId {
        self.names.intern(&mut self.module, name)
    }

    /// Reserves the id of a function that is finished later.
    pub fn reserve(&mut self) -> FuncId {
        self.funcs.push(None);
        FuncId(self.funcs.len() as u32 - 1)
    }

    pub fn finish(&mut self, id: FuncId, mut func: Func) {
        let reads = ["js.boxes", "js.this_of"].map(|name| self.name(name));
        tidy::tidy(&mut func, &reads);
        self.funcs[id.0 as usize] = Some(func);
    }
}

/// A parsed and resolved script.
pub(crate) struct Script<'a> {
    /// Its name in locations.
    pub file: String,
    pub program: &'a Program<'a>,
    pub scoping: &'a Scoping,
    pub scopes: &'a Scopes,
    pub kind: ScriptKind,
    /// What the names that it requires mean.
    pub required: &'a HashMap<String, Required>,
    pub evaluated: &'a Evaluated,
}

impl Script<'_> {
    /// Whether it is a file of the program.
    fn is_own(&self) -> bool {
        !matches!(self.kind, ScriptKind::Library | ScriptKind::Evaluated)
    }
}

/// A text that may be evaluated in the global scope: under what the program finds it, and the
/// number of its script, or the message of a `SyntaxError`.
pub(crate) type Evaluation = (String, std::result::Result<usize, String>);

/// What a script is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScriptKind {
    /// Part of the library, which calls intrinsics as `runtime.NAME(...)`.
    Library,
    /// A script whose `this` is the global object.
    Plain,
    /// A CommonJS module with its number.
    Module(u32),
    /// An ES module with its number.
    EsModule(u32),
    /// A text of `eval` or `Function`, whose value is that of its last statement.
    Evaluated,
}

/// Lowers the library, the program, the modules that it requires, and the texts that it evaluates.
pub(crate) fn lower(
    scripts: &[Script],
    evaluations: &[Evaluation],
    has_big: bool,
    string_size: u32,
    keeps_variables: bool,
) -> Result<Module> {
    let last = scripts.last().expect("a program");
    let mut context = Context {
        module: Module::new(8),
        names: Names::default(),
        scoping: last.scoping,
        variables: last.scopes,
        source: "",
        lines: Vec::new(),
        is_ascii: true,
        file: FileId(0),
        funcs: Vec::new(),
        captured: capture::Captured::new(last.program, last.scoping),
        texts: Vec::new(),
        private_names: Vec::new(),
        fresh_names: HashSet::new(),
        private_count: 0,
        class_names: Vec::new(),
        withs: Vec::new(),
        string_size,
        keeps_variables,
        open_parameters: HashSet::new(),
        is_library: false,
        has_big,
        operators: HashMap::new(),
        around: hidden::Around::default(),
        kind: last.kind,
        required: last.required,
        file_name: String::new(),
        shared: HashMap::new(),
        built_in_imports: Vec::new(),
        evaluated: last.evaluated,
    };
    let main = context.reserve();
    let mut mains = Vec::with_capacity(scripts.len());
    let boxes = modules::Boxes::new(scripts)?;
    for script in scripts {
        context.enter(script, Some(&boxes));
        let main = function::lower_script(&mut context, script.program)?;
        let texts = positions(std::mem::take(&mut context.texts), context.source);
        mains.push((script, main, texts));
    }
    let func = start(&mut context, &mains, &boxes, evaluations);
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

/// The numbers of functions, where each begins and ends in a text, in 16-bit units, and whether it
/// is strict.
fn positions(mut texts: Vec<FunctionText>, source: &str) -> Vec<[u32; 4]> {
    let mut offsets: Vec<u32> = texts
        .iter()
        .flat_map(|it| [it.span.start, it.span.end])
        .collect();
    offsets.sort_unstable();
    offsets.dedup();
    let (mut units, mut from) = (0, 0);
    let units: Vec<u32> = offsets
        .iter()
        .map(|offset| {
            let part = &source[from as usize..*offset as usize];
            units += part.encode_utf16().count() as u32;
            from = *offset;
            units
        })
        .collect();
    texts.sort_unstable_by_key(|it| it.id.0);
    let unit = |offset: u32| units[offsets.partition_point(|it| *it < offset)];
    let places = texts.iter();
    places
        .map(|it| {
            let (start, end) = (unit(it.span.start), unit(it.span.end));
            [it.id.0, start, end, u32::from(it.is_strict)]
        })
        .collect()
}

/// The entry function: it creates the initial objects, runs the library and then the program.
fn start(
    context: &mut Context,
    scripts: &[(&Script, FuncId, Vec<[u32; 4]>)],
    boxes: &modules::Boxes,
    evaluations: &[Evaluation],
) -> Func {
    let mut builder = FuncBuilder::new("start", Some(Type::Bits(32)));
    builder.func_mut().user = false;
    let entry = builder.block();
    builder.switch_to(entry);
    for _ in 0..Initial::BigInt as usize {
        builder.push(Op::Dynamic(DynamicOp::TableNew, Box::default()), Type::Ptr);
    }
    let undefined = builder.constant(Const::Unit(Unit::Undefined));
    let initialise = Callee::Intrinsic(context.name("js.initialise"));
    let call = |builder: &mut FuncBuilder, callee: Callee, args: Vec<Operand>| {
        builder.push_void(Op::Call(Box::new(Call {
            callee,
            args: args.into(),
            catches: false,
        })));
    };
    call(&mut builder, initialise, Vec::new());
    for (_, func, _) in scripts.iter().filter(|it| it.0.kind == ScriptKind::Library) {
        call(
            &mut builder,
            Callee::Func(*func),
            vec![undefined, undefined],
        );
    }
    let own = || scripts.iter().filter(|it| it.0.is_own());
    let with_source = || scripts.iter().filter(|it| it.0.kind != ScriptKind::Library);
    for (script, _, texts) in with_source() {
        let text = script.program.source_text.encode_utf16().collect();
        let mut args = vec![builder.constant(Const::Str(text))];
        let numbers = texts.iter().flatten();
        args.extend(numbers.map(|number| builder.bits(32, u128::from(*number))));
        let sources = Callee::Intrinsic(context.name("js.sources"));
        call(&mut builder, sources, args);
    }
    let bodies: Vec<FuncId> = scripts.iter().map(|it| it.1).collect();
    modules::add_evaluations(context, &mut builder, &bodies, evaluations);
    let modules: Vec<_> = own().map(|(script, func, _)| (*script, *func)).collect();
    modules::add_modules(context, &mut builder, &modules, boxes);
    match own().next() {
        Some((script, func, _)) if script.kind == ScriptKind::Plain => {
            call(
                &mut builder,
                Callee::Func(*func),
                vec![undefined, undefined],
            );
        }
        _ => modules::run_first(context, &mut builder),
    }
    let jobs = Callee::Intrinsic(context.name("js.run_jobs"));
    call(&mut builder, jobs, Vec::new());
    let zero = builder.bits(32, 0);
    builder.terminate(Terminator::Return(Some(zero)));
    builder.finish()
}
