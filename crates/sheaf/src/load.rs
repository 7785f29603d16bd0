//! From files to a program that the engine can run. Each front end is one arm of [`load_module`].

use crate::afl;
use crate::args::FailureArgs;
use crate::args::environment::EnvironmentArgs;
use crate::args::shapes::ShapeArgs;
use crate::database::Database;
use crate::error::{UserError, describe_io};
use crate::property::{ERROR_FUNCTIONS, Specification};
use sheaf_engine::{Budget, End, Inputs, Intrinsic, Options, Program, concrete};
use sheaf_ir::{Behaviours, Callee, FailureKind, Goal, Module, Op, Place};
use sheaf_llvm::compile::Unit;
use sheaf_llvm::{Pointers, embed};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A request to load a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Request {
    /// The files that are linked, or the only one.
    pub files: Vec<PathBuf>,
    /// The directory that relative names are resolved against, if not the current one.
    pub directory: Option<PathBuf>,
    /// The entry function, if it is not `main`.
    pub entry: Option<String>,
    /// The types of the entry's parameters, for JavaScript.
    pub types: Option<String>,
    /// The maximum length of string inputs that name none, for JavaScript; 0 in other programs.
    pub string_size: u32,
    /// Bounds of the pointers that the entry takes.
    pub pointers: Pointers,
    /// Restrictions of these pointers.
    pub shapes: ShapeArgs,
    /// The maximum size of the data of a fuzz target. Loading sets it for fuzz targets.
    pub size: Option<u64>,
    /// The maximum size where none is said, if it is not the usual one.
    pub usual_size: Option<u64>,
    /// The size that the data of a fuzz target exceeds, if smaller data was explored before.
    pub size_above: Option<u64>,
    /// Further flags for clang.
    pub flags: Vec<String>,
    /// The environment of the program.
    pub environment: EnvironmentArgs,
    /// The kinds of failure that count, some of which need checks by the compiler.
    pub failures: Vec<FailureKind>,
    /// Whether a call of `reach_error` is the failure, even if the program defines it.
    pub error_calls: bool,
    /// A label that must not be reached.
    pub error_label: Option<String>,
    /// The target to be reached.
    pub goal: Option<Goal>,
    /// The bound of loops, if they have one.
    pub unroll: Option<u32>,
    /// The compilation database with the compile commands of the files.
    pub build: Option<PathBuf>,
    /// Whether variables are kept in memory, so that each has a value as long as it lives.
    pub keeps_variables: bool,
    /// A file that keeps compiled sources; see [`sheaf_llvm::LoadOptions::kept`].
    pub kept: Option<PathBuf>,
    /// The deadline of compilers.
    pub until: Option<Instant>,
}

impl Request {
    /// The same, for these kinds of failure.
    pub fn looking_for(mut self, failures: &FailureArgs, options: &Options) -> Self {
        self.failures = options.failures.clone();
        self.error_calls = failures
            .property
            .as_ref()
            .is_some_and(Specification::looks_for_error_calls);
        self.error_label = failures.label().map(str::to_string);
        self.goal = failures.goal.clone();
        self.unroll = options.unroll;
        let property = failures.property.as_ref();
        if self.is_c() && property.is_some_and(Specification::is_of_verification) {
            self.environment.open();
        }
        self
    }

    /// Changes to the directory that relative names are resolved against.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn enter_directory(&self) -> Result<(), UserError> {
        match &self.directory {
            Some(directory) => std::env::set_current_dir(directory)
                .map_err(|error| UserError::new(directory.display(), describe_io(&error))),
            None => Ok(()),
        }
    }

    /// The label that must not be reached, or that is the target.
    fn label(&self) -> Option<String> {
        let of_goal = self.goal.as_ref().and_then(Goal::label);
        of_goal.map(str::to_string).or(self.error_label.clone())
    }

    /// The same, with the deadline of an exploration.
    pub fn within(mut self, budget: &Budget) -> Self {
        self.until = budget.end(Instant::now());
        self
    }

    /// Whether the program is C, or was compiled from C.
    pub fn is_c(&self) -> bool {
        let of_c = |file: &PathBuf| !matches!(language(file), "uc" | "ir" | "js");
        self.files.iter().all(of_c)
    }

    /// Whether the program is JavaScript.
    pub fn is_js(&self) -> bool {
        self.files.iter().any(|file| language(file) == "js")
    }

    /// Whether the program is microc.
    pub fn is_microc(&self) -> bool {
        self.files.iter().any(|file| language(file) == "uc")
    }

    /// The files as the user named them.
    pub fn name(&self) -> String {
        let named = match (&self.build, self.files.is_empty()) {
            (Some(build), true) => std::slice::from_ref(build),
            _ => &self.files,
        };
        let names: Vec<String> = named
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        names.join(" ")
    }
}

/// Loads a program. Warnings of compilers are appended to `warnings`, and what a fuzz target takes
/// to the request.
///
/// # Errors
/// When a file cannot be read or is not a program, or the entry cannot be called.
pub fn load(request: &mut Request, warnings: &mut Vec<String>) -> Result<Program, UserError> {
    let mut module = load_module(request, warnings)?;
    if let Some(goal) = &request.goal {
        goal.mark(&mut module)
            .map_err(|message| UserError::new("--target", message))?;
    }
    if let Some(most) = request.unroll {
        bound_loops(&mut module, most)?;
    }
    Program::new(module, &models(request))
        .map_err(|message| UserError::new(request.name(), message))
}

/// Bounds the loops of a program. Those of functions that suspend have become others, which go on
/// from wherever they were.
fn bound_loops(module: &mut Module, most: u32) -> Result<(), UserError> {
    let refused = |message: String| Err(UserError::new("--unroll", message));
    let suspends = |func: &&sheaf_ir::Func| {
        let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
        let name = func.name.split('#').next();
        let is_module = name == Some(sheaf_js::abi::SCRIPT);
        !is_module
            && insts.any(|inst| match &inst.op {
                Op::Call(call) => match call.callee {
                    Callee::Intrinsic(name) => *module.names[name] == *sheaf_js::abi::COROUTINE,
                    _ => false,
                },
                _ => false,
            })
    };
    if let Some(func) = module.funcs.iter().filter(|func| func.user).find(suspends) {
        let place = module.describe(func.loc);
        return refused(format!(
            "the generator or async function at {place} cannot be bounded"
        ));
    }
    match sheaf_ir::bound_loops(module, most) {
        Ok(()) => Ok(()),
        Err(loc) => {
            let place = module.describe(loc);
            refused(format!(
                "the loop at {place} has several entries and cannot be bounded"
            ))
        }
    }
}

/// The program of an exploration that ran out of time while loading: it ends at its start.
///
/// # Errors
/// None: the text is well-formed.
pub fn unloaded() -> Result<Program, UserError> {
    let text = "module ptr 8\nentry @main\nfunc @main() -> bits32 {\nstart:\n  ret bits32 0\n}\n";
    let wrong = |message: String| UserError::new("program", message);
    let module = sheaf_ir::text::parse(text).map_err(|error| wrong(error.message))?;
    Program::new(module, &[]).map_err(wrong)
}

/// Loads a program in Sheaf's representation.
///
/// # Errors
/// As [`load`].
pub fn load_module(request: &mut Request, warnings: &mut Vec<String>) -> Result<Module, UserError> {
    let (files, units) = match &request.build {
        Some(build) => Database::read(build)?.select(&request.files)?,
        None => (request.files.clone(), BTreeMap::new()),
    };
    for file in &files {
        check_readable(file)?;
    }
    let extensions: Vec<&str> = files.iter().map(|file| language(file)).collect();
    match (extensions.as_slice(), files.as_slice()) {
        (["ir" | "uc" | "js"], [file]) if !request.environment.is_empty() => {
            let message = "arguments, files and the like are for C programs only";
            Err(UserError::new(file.display(), message))
        }
        (["ir" | "uc" | "js"], [file]) if request.label().is_some() => {
            let message = "only C programs have labels";
            Err(UserError::new(file.display(), message))
        }
        (["ir" | "uc" | "js"], [file]) if !request.shapes.is_empty() => {
            let message = "only entries of C programs take pointers to new objects";
            Err(UserError::new(file.display(), message))
        }
        (["ir" | "uc" | "js"], [file]) if !request.flags.is_empty() => {
            let message = "flags of the compiler are for C programs only";
            Err(UserError::new(file.display(), message))
        }
        (["ir" | "uc" | "js"], [_]) if request.size.is_some() => {
            let message = "only fuzz targets of C programs take data";
            Err(UserError::new("--size", message))
        }
        (["js"], [file]) => load_js(file, request),
        (_, files) if request.types.is_some() => {
            let message = "--types is for JavaScript; the parameters of other entries have types";
            let file = files
                .first()
                .map_or_else(String::new, |file| file.display().to_string());
            Err(UserError::new(file, message))
        }
        (["ir"], [file]) => enter(load_ir(file)?, file, request.entry.as_deref()),
        (["uc"], [file]) => Ok(match &request.entry {
            entry if request.keeps_variables => {
                sheaf_microc::load_keeping(file, entry.as_deref().unwrap_or(sheaf_microc::MAIN))?
            }
            Some(entry) => sheaf_microc::load_entry(file, entry)?,
            None => sheaf_microc::load(file)?,
        }),
        (all, files) => {
            for (extension, file) in all.iter().zip(files) {
                match *extension {
                    "c" | "i" | "bc" | "ll" => {}
                    "ir" | "uc" | "js" => {
                        let message = "a file of this kind cannot be combined with others";
                        return Err(UserError::new(file.display(), message));
                    }
                    _ if starts_like_native(file) => {}
                    "cc" | "cpp" | "cxx" | "C" => {
                        return Err(UserError::new(file.display(), "C++ is not supported"));
                    }
                    _ => {
                        let known = "its name should end in .c, .bc, .ll, .uc, .js or .ir, or it should be built by `sheaf cc`";
                        return Err(UserError::new(
                            file.display(),
                            format!("not a program: {known}"),
                        ));
                    }
                }
            }
            load_c(request, files, units, warnings)
        }
    }
}

fn load_js(file: &Path, request: &Request) -> Result<Module, UserError> {
    let text = js_text(file)?;
    let loaded = |text: &str| {
        let name = file.display().to_string();
        sheaf_js::load_text(&name, text, request.string_size, request.keeps_variables)
            .map_err(UserError::from)
    };
    match js_entry(request)? {
        Some(entry) => {
            require_callable(request, &text, &entry, &loaded)?;
            loaded(&format!("{text}\n{}", entry.call))
        }
        None => loaded(&text),
    }
}

/// The maximum number of instructions of the run that looks whether an entry can be called.
const ENTRY_INSTRUCTIONS: u64 = 10_000_000;

/// Checks that the entry of a JavaScript program is a function once the file has run. A file that
/// reads inputs or runs for long is not checked.
fn require_callable(
    request: &Request,
    text: &str,
    entry: &sheaf_js::Entry,
    loaded: &dyn Fn(&str) -> Result<Module, UserError>,
) -> Result<(), UserError> {
    let callee = &entry.callee;
    let checks = [
        format!(";if (typeof {callee} !== 'function') throw 0;"),
        format!(";if (`${{{callee}}}`.startsWith('class')) throw 0;"),
    ];
    let module = loaded(&format!("{text}\n{}", checks.join("\n")))?;
    let program = Program::new(module, sheaf_models::js::INTRINSICS)
        .map_err(|message| UserError::new(request.name(), message))?;
    let mut options = Options::default();
    options.budget.instructions = Some(ENTRY_INSTRUCTIONS);
    let End::Failed(failure) = concrete::replay(&program, &Inputs::default(), &options).end else {
        return Ok(());
    };
    let line = failure.loc.map_or(0, |loc| program.module().locs[loc].line);
    let name = request.entry.as_deref().unwrap_or_default();
    let lines = text.matches('\n').count() as u32 + 1;
    let problem = match line.checked_sub(lines) {
        None | Some(0) => return Ok(()),
        Some(1) => format!("`{name}` is no function when the file has run"),
        Some(_) => format!("`{name}` is a class: write a harness that creates objects"),
    };
    Err(UserError::new(request.name(), problem))
}

fn js_text(file: &Path) -> Result<String, UserError> {
    let unreadable = |error: std::io::Error| UserError::new(file.display(), describe_io(&error));
    let text = std::fs::read(file).map_err(unreadable)?;
    String::from_utf8(text).map_err(|_| UserError::new(file.display(), "its text is not UTF-8"))
}

/// The statement at the end of a JavaScript program that calls its entry, if it has one.
///
/// # Errors
/// When the program has no such function, or the types of its parameters are not known.
pub fn js_call(request: &Request) -> Result<Option<String>, UserError> {
    Ok(js_entry(request)?.map(|entry| entry.call))
}

fn js_entry(request: &Request) -> Result<Option<sheaf_js::Entry>, UserError> {
    let (Some(entry), Some(file)) = (&request.entry, request.files.first()) else {
        return Ok(None);
    };
    let (name, text) = (file.display().to_string(), js_text(file)?);
    let call = sheaf_js::entry_call(&name, &text, entry, request.types.as_deref());
    call.map(Some).map_err(UserError::from)
}

/// The library models of the program's language that need the engine. A program in textual form may
/// come from any language.
fn models(request: &Request) -> Vec<Intrinsic> {
    let (c, microc) = (
        sheaf_models::c::INTRINSICS,
        sheaf_models::microc::INTRINSICS,
    );
    match request.files.first().map(|file| language(file)) {
        Some("uc") => microc.to_vec(),
        Some("js") => sheaf_models::js::INTRINSICS.to_vec(),
        Some("ir") => [c, microc, sheaf_models::js::INTRINSICS].concat(),
        _ => c.to_vec(),
    }
}

/// What the intrinsics of a program's language may do.
pub fn behaviours(module: &Module, request: &Request) -> Behaviours {
    let rows = models(request);
    Behaviours::new(module, rows.iter().map(|row| (row.name, row.behaviour)))
}

/// The extension of a file's name, empty if it has none.
pub fn extension(file: &Path) -> &str {
    file.extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default()
}

/// The extension that tells the language of a file: JavaScript has three.
fn language(file: &Path) -> &str {
    match extension(file) {
        "mjs" | "cjs" => "js",
        other => other,
    }
}

/// Checks that a file is there and can be read.
///
/// # Errors
/// When it is not, or is no regular file.
pub fn check_readable(file: &Path) -> Result<(), UserError> {
    let unreadable = |error: std::io::Error| UserError::new(file.display(), describe_io(&error));
    let metadata = std::fs::metadata(file).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(UserError::new(file.display(), "is a directory"));
    }
    if !metadata.is_file() {
        return Err(UserError::new(file.display(), "not a regular file"));
    }
    std::fs::File::open(file).map(drop).map_err(unreadable)
}

/// Whether a file starts like an object, an archive or an executable.
fn starts_like_native(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(8).read_to_end(&mut start));
    read.is_ok() && (embed::is_native(&start) || embed::is_archive(&start))
}

/// The value of `argv[0]`: the first file's name without the extension.
fn program_name(files: &[PathBuf]) -> String {
    let stem = files.first().and_then(|file| file.file_stem());
    stem.map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn load_c(
    request: &mut Request,
    files: &[PathBuf],
    units: BTreeMap<PathBuf, Unit>,
    warnings: &mut Vec<String>,
) -> Result<Module, UserError> {
    afl::prepare(request, files)?;
    let names = sheaf_models::c::names();
    let mut options = sheaf_llvm::LoadOptions {
        entry: request.entry.clone(),
        size: request.size,
        usual_size: request.usual_size,
        size_above: request.size_above,
        pointers: request.pointers,
        shapes: request
            .shapes
            .shapes()
            .map_err(|(option, message)| UserError::new(option, message))?,
        flags: request.flags.clone(),
        failures: request.failures.clone(),
        error_functions: if request.error_calls {
            &ERROR_FUNCTIONS
        } else {
            &[]
        },
        error_label: request.label(),
        target: match request.goal.as_ref().map(|goal| &goal.place) {
            Some(Place::Function(name)) => Some(name.clone()),
            _ => None,
        },
        units,
        environment: request.environment.environment(&program_name(files))?,
        intrinsics: &names,
        runtime: sheaf_models::c::RUNTIME,
        keeps_variables: request.keeps_variables,
        kept: request.kept.clone(),
        until: request.until,
    };
    let module = sheaf_llvm::load_with_warnings(files, &mut options, warnings)?;
    request.entry = options.entry;
    request.size = options.size;
    request.pointers = options.pointers;
    request.shapes.non_null = options.shapes.non_null;
    request.shapes.length = options.shapes.lengths;
    Ok(module)
}

fn load_ir(file: &Path) -> Result<Module, UserError> {
    let place = file.display();
    let content =
        std::fs::read(file).map_err(|error| UserError::new(&place, describe_io(&error)))?;
    if content.iter().all(u8::is_ascii_whitespace) {
        return Err(UserError::new(&place, "the file is empty"));
    }
    let text = String::from_utf8(content);
    let text = text.map_err(|_| UserError::new(&place, "not UTF-8 text"))?;
    let module = sheaf_ir::text::parse(&text).map_err(|error| {
        UserError::new(
            format!("{place}:{}:{}", error.line, error.column),
            error.message,
        )
    })?;
    match sheaf_ir::verify::verify(&module) {
        Ok(()) => Ok(module),
        Err(errors) => {
            let message = errors.first().map(ToString::to_string).unwrap_or_default();
            Err(UserError::new(&place, message))
        }
    }
}

/// The module, with the function of this name as its entry if one is given.
fn enter(mut module: Module, file: &Path, entry: Option<&str>) -> Result<Module, UserError> {
    if let Some(name) = entry {
        let found = module.func_named(name);
        let missing = || UserError::new(file.display(), format!("there is no function `{name}`"));
        module.entry = Some(found.ok_or_else(missing)?);
    }
    Ok(module)
}

impl From<&crate::args::ProgramArgs> for Request {
    fn from(args: &crate::args::ProgramArgs) -> Self {
        Request::with_usual_size(args, None)
    }
}

impl Request {
    /// The program of these options. Data whose size they do not say has up to this size, or the
    /// usual one.
    pub fn with_usual_size(args: &crate::args::ProgramArgs, usual_size: Option<u64>) -> Self {
        let mut size = args.size;
        let mut environment = args.environment.clone();
        environment.arg.extend(args.flags.1.iter().cloned());
        environment.take_input_file(&mut size, usual_size);
        Request {
            files: args.files.clone(),
            directory: None,
            entry: args.entry.clone(),
            types: args.types.clone(),
            string_size: args.string_size,
            pointers: Pointers {
                elements: args.pointer_elements,
                depth: args.pointer_depth,
            },
            shapes: args.shapes.clone(),
            size,
            usual_size,
            size_above: None,
            flags: args.flags.0.clone(),
            environment,
            build: args.build.clone(),
            failures: Vec::new(),
            error_calls: false,
            error_label: None,
            goal: None,
            unroll: None,
            keeps_variables: false,
            kept: None,
            until: None,
        }
    }
}
