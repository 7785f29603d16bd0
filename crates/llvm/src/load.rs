//! Loads a program: files in, module out.

use crate::LoadError;
use crate::builtins;
use crate::checks;
use crate::compile::{Compiled, Unit, compile};
use crate::embed;
use crate::environment::Environment;
use crate::kept;
use crate::library::{self, Shared};
use crate::linking;
use crate::ll::{Context, Module, Value, ValueKind};
use crate::lower::{Pointers, Shapes, lower, split_entry};
use crate::part::Part;
use crate::passes::prepare;
use crate::symbols::Symbols;
use crate::target;
use crate::trial::survives;
use sheaf_ir as ir;
use sheaf_ir::FailureKind;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Options of a load besides the files.
#[derive(Clone, Default, Debug)]
pub struct LoadOptions<'a> {
    /// The entry function, with its parameters as inputs; `None` for `main`, called as by the
    /// system, or for the fuzz target of a program without `main`.
    pub entry: Option<String>,
    /// The maximum size of the data of a fuzz target. Where the user has not said it, it becomes
    /// the usual one.
    pub size: Option<u64>,
    /// The size where the user has not said it, if it is not the usual one.
    pub usual_size: Option<u64>,
    /// The size that the data of a fuzz target exceeds: smaller data is left to another load.
    pub size_above: Option<u64>,
    /// Bounds of the pointers that the entry takes.
    pub pointers: Pointers,
    /// Restrictions of these pointers.
    pub shapes: Shapes,
    /// Further flags for clang.
    pub flags: Vec<String>,
    /// The kinds of failure that count, some of which need checks by the compiler.
    pub failures: Vec<FailureKind>,
    /// Functions whose call is the failure, even if the program defines them. If a program has none
    /// of them, reaching the label `ERROR` is the failure.
    pub error_functions: &'a [&'a str],
    /// Labels that must not be reached, separated by commas.
    pub error_label: Option<String>,
    /// A function that is to be reached: one of the library that prints is called even if its output
    /// cannot be observed.
    pub target: Option<String>,
    /// Sources with their own compile commands.
    pub units: BTreeMap<PathBuf, Unit>,
    /// The environment of the program.
    pub environment: Environment,
    /// Names of functions of the engine's host, for functions that the program does not define.
    pub intrinsics: &'a [&'a str],
    /// A library of models, for functions that neither the program nor the host defines.
    pub runtime: &'a [Part],
    /// Whether the program's variables are not promoted to values, so that each has a value as long
    /// as it lives.
    pub keeps_variables: bool,
    /// A file that keeps compiled sources: used instead of the compiler if it is there, otherwise
    /// written.
    pub kept: Option<PathBuf>,
    /// The deadline for compiling.
    pub until: Option<Instant>,
}

/// Loads a program from `.c`, `.bc` and `.ll` files, linked together.
///
/// The module starts at a generated function `sheaf.start`, which runs constructors, supplies
/// arguments, calls the entry and then `exit` with its result. [`ir::verify::verify`] accepts the
/// module.
///
/// # Errors
/// Files that cannot be read, compiled or linked, and an entry that is missing or whose parameters
/// cannot be inputs.
pub fn load(paths: &[PathBuf], options: &LoadOptions) -> Result<ir::Module, LoadError> {
    load_with_warnings(paths, &mut options.clone(), &mut Vec::new())
}

/// As [`load`]; appends the compiler's warnings, one string per file with warnings. What a
/// [fuzz target](crate::target) takes is added to the options.
///
/// # Errors
/// As for [`load`].
pub fn load_with_warnings(
    paths: &[PathBuf],
    options: &mut LoadOptions,
    warnings: &mut Vec<String>,
) -> Result<ir::Module, LoadError> {
    let mut contents = contents(paths, options, warnings)?;
    let context = Context::new();
    let mut linked = link(&context, paths, &contents, options, warnings)?;
    let defines = |name: &str| {
        let definition = linked.symbols.user(name).map(Value::kind);
        definition == Some(ValueKind::LLVMFunctionValueKind)
    };
    let missing = builtins::missing(&linked.sources, defines);
    if !missing.is_empty() {
        let mut options = options.clone();
        options.flags.extend(missing);
        compile_sources(&mut contents, paths, &options, &mut Vec::new())?;
        linked = link(&context, paths, &contents, &options, &mut Vec::new())?;
    }
    let place = match paths {
        [] => "no file".to_string(),
        [first, ..] => first.display().to_string(),
    };
    target::resolve(&linked.symbols, options)
        .map_err(|message| LoadError::new("--size", message))?;
    let Linked {
        modules,
        objects,
        symbols,
        ..
    } = &linked;
    lower(modules, objects, symbols, options, warnings)
        .map_err(|message| LoadError::new(place, message))
}

/// A linked program.
struct Linked<'a> {
    symbols: Symbols<'a>,
    /// All of its modules.
    modules: Vec<Module>,
    /// The same by linked objects, in the order in which these start.
    objects: Vec<Vec<Module>>,
    /// Those that were compiled from sources now.
    sources: Vec<Module>,
}

/// Reads all files, and resolves their symbols.
fn link<'a>(
    context: &'a Context,
    paths: &[PathBuf],
    contents: &[FileContent],
    options: &LoadOptions<'a>,
    warnings: &mut Vec<String>,
) -> Result<Linked<'a>, LoadError> {
    let mut symbols = Symbols::new(context, options.runtime);
    let wrapped = linking::wrapped(options.flags.iter().map(String::as_str))?;
    let (mut modules, mut members, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    let (mut objects, mut program) = (Vec::new(), Vec::new());
    let shared = distinct(contents.iter().flat_map(|content| &content.shared));
    for (path, content) in paths.iter().zip(contents) {
        // A library that a program needs may be named on the command line as well.
        let real = fs::canonicalize(path).unwrap_or_default();
        if shared.iter().any(|(library, _)| *library == real) {
            continue;
        }
        let place = path.display().to_string();
        let is_foreign = content.form != Form::C;
        let keeps = options.keeps_variables;
        let found = read_all(context, &place, &content.modules, is_foreign, keeps)?;
        for module in &found {
            linking::wrap(*module, &wrapped);
        }
        let missing = |module: &Module| checks::missing(*module, &options.failures);
        if content.form != Form::C
            && let Some((kind, flag)) = found.iter().find_map(missing)
        {
            let message = format!(
                "compiled without the checks that `{}` needs: {flag}",
                kind.name()
            );
            return Err(LoadError::new(place, message));
        }
        if content.form != Form::C && found.iter().any(|module| checks::is_optimised(*module)) {
            warnings.push(format!(
                "warning: {place} has optimised functions: an operation whose result is not used \
                 may count as a failure; with `-O0`, operations stay where the source has them\n"
            ));
        }
        if content.form == Form::Archive {
            members.extend(found.into_iter().map(|module| (place.clone(), module)));
            continue;
        }
        for module in &found {
            symbols.add_user(*module, &place)?;
            modules.push(*module);
            sources.extend((content.form == Form::C).then_some(*module));
        }
        match content.is_library {
            true => objects.insert(0, found),
            false => program.extend(found),
        }
    }
    let shared: Vec<&Shared> = shared.into_iter().map(|(_, library)| library).collect();
    let needed = add_shared(context, &mut symbols, &mut modules, &shared)?;
    objects.splice(0..0, needed);
    let before_members = modules.len();
    let entry = options.entry.as_deref().unwrap_or("main");
    let (_, entry_name) = split_entry(entry);
    library::add_members(&mut symbols, &mut modules, members, entry_name)?;
    program.extend(&modules[before_members..]);
    objects.push(program);
    Ok(Linked {
        symbols,
        modules,
        objects,
        sources,
    })
}

/// Shared libraries by their canonical paths, in the order of discovery.
fn distinct<'a>(libraries: impl Iterator<Item = &'a Shared>) -> Vec<(PathBuf, &'a Shared)> {
    let mut found: Vec<(PathBuf, &Shared)> = Vec::new();
    for library in libraries {
        if let Ok(path) = fs::canonicalize(&library.path)
            && !found.iter().any(|(other, _)| *other == path)
        {
            found.push((path, library));
        }
    }
    found
}

/// Adds shared libraries after the program. Returns their modules in the order in which they start.
fn add_shared(
    context: &Context,
    symbols: &mut Symbols,
    modules: &mut Vec<Module>,
    libraries: &[&Shared],
) -> Result<Vec<Vec<Module>>, LoadError> {
    let mut read = Vec::new();
    for shared in libraries.iter().copied() {
        let place = shared.path.display().to_string();
        read.push((
            shared,
            read_all(context, &place, &shared.modules, true, false)?,
        ));
    }
    library::keep_apart(modules, &read);
    for (shared, found) in &read {
        for module in found {
            symbols.add_shared(*module, &shared.path.display().to_string());
            modules.push(*module);
        }
    }
    let starts = library::starts(libraries).into_iter();
    Ok(starts.map(|position| read[position].1.clone()).collect())
}

/// The flag that makes clang keep unused `static` functions: one of them may be the entry.
const EMIT_UNUSED: &str = "-femit-all-decls";

/// The LLVM form of a file.
struct FileContent {
    form: Form,
    /// Bitcode or text; several modules for a linked program.
    modules: Vec<Vec<u8>>,
    /// Shared libraries that it needs.
    shared: Vec<Shared>,
    /// Whether it is a shared library itself.
    is_library: bool,
}

/// The format of a file, by its extension or its first bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    C,
    Llvm,
    /// An object or a program with bitcode in it.
    Native,
    /// An archive of objects.
    Archive,
}

fn form(path: &Path, content: &[u8]) -> Result<Form, LoadError> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => Ok(Form::C),
        Some("bc" | "ll") => Ok(Form::Llvm),
        _ if embed::is_native(content) => Ok(Form::Native),
        _ if embed::is_archive(content) => Ok(Form::Archive),
        _ => Err(LoadError::new(
            path.display(),
            "not a C program: its name should end in .c, .i, .bc or .ll, or it should be built by `sheaf cc`",
        )),
    }
}

/// The LLVM form of each file.
fn contents(
    paths: &[PathBuf],
    options: &LoadOptions,
    warnings: &mut Vec<String>,
) -> Result<Vec<FileContent>, LoadError> {
    let mut contents = Vec::new();
    for path in paths {
        let bytes =
            fs::read(path).map_err(|error| LoadError::new(path.display(), describe(&error)))?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(LoadError::new(path.display(), "the file is empty"));
        }
        let form = form(path, &bytes)?;
        let is_library = form == Form::Native && embed::dynamic(&bytes).is_library;
        let mut shared = Vec::new();
        let bad = |error| LoadError::new(path.display(), error);
        let modules = match form {
            Form::C => Vec::new(),
            Form::Llvm => vec![bytes],
            Form::Native => {
                shared = library::shared(path, &bytes);
                embed::modules(&bytes).map_err(bad)?
            }
            Form::Archive => {
                let folder = path.parent().unwrap_or(Path::new(""));
                embed::members(&bytes, folder, embed::modules)
                    .map_err(bad)?
                    .concat()
            }
        };
        contents.push(FileContent {
            form,
            modules,
            shared,
            is_library,
        });
    }
    let sources = contents.iter().filter(|it| it.form == Form::C).count();
    let kept = options.kept.as_deref().filter(|_| sources > 0);
    match kept.and_then(|file| kept::read(file, sources)) {
        Some(compiled) => set_sources(&mut contents, compiled, warnings),
        None => compile_sources(&mut contents, paths, options, warnings)?,
    }
    Ok(contents)
}

/// Sets the modules of the sources among the files.
fn set_sources(contents: &mut [FileContent], compiled: Vec<Compiled>, warnings: &mut Vec<String>) {
    let places = contents
        .iter_mut()
        .filter(|content| content.form == Form::C);
    for (place, result) in places.zip(compiled) {
        place.modules = vec![result.bitcode];
        if !result.warnings.is_empty() {
            warnings.push(result.warnings);
        }
    }
}

/// Compiles the sources among the files, and keeps the result if requested.
fn compile_sources(
    contents: &mut [FileContent],
    paths: &[PathBuf],
    options: &LoadOptions,
    warnings: &mut Vec<String>,
) -> Result<(), LoadError> {
    let files = paths.iter().zip(contents.iter());
    let sources: Vec<&Path> = files
        .filter(|(_, content)| content.form == Form::C)
        .map(|(path, _)| path.as_path())
        .collect();
    let starts_elsewhere = options.entry.as_ref().is_some_and(|entry| entry != "main");
    let mut flags = options.flags.clone();
    flags.extend(starts_elsewhere.then(|| EMIT_UNUSED.to_string()));
    let failures = &options.failures;
    let compiled = compile(&sources, &flags, failures, &options.units, options.until)?;
    if let Some(file) = options.kept.as_deref().filter(|_| !sources.is_empty()) {
        kept::write(file, &compiled)
            .map_err(|error| LoadError::new(file.display(), describe(&error)))?;
    }
    set_sources(contents, compiled, warnings);
    Ok(())
}

fn describe(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_string(),
        ErrorKind::IsADirectory => "is a directory".to_string(),
        ErrorKind::PermissionDenied => "no permission to read it".to_string(),
        _ => error.to_string(),
    }
}

/// Whether bytes are LLVM's binary form, plain or wrapped.
pub(crate) fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}

/// Reads a user's file once in a separate process, in case LLVM's reader crashes.
fn try_reading(place: &str, modules: &[Vec<u8>]) -> Result<(), LoadError> {
    let read = || {
        let context = Context::new();
        for bytes in modules {
            // Errors are reported by the actual read.
            let _ = context.read(place, bytes).and_then(Module::verify);
        }
        // The process exits: freeing the modules would only take time.
        std::mem::forget(context);
    };
    let survives = survives(read)
        .map_err(|error| LoadError::new(place, format!("cannot be tried: {error}")))?;
    match survives {
        true => Ok(()),
        false => Err(LoadError::new(
            place,
            "broken: the reader of LLVM 19 fails on it",
        )),
    }
}

/// Reads and checks modules. Those that were not just compiled by us are `foreign`: reading them
/// may fail in any way.
fn read_all(
    context: &Context,
    place: &str,
    modules: &[Vec<u8>],
    foreign: bool,
    keeps_variables: bool,
) -> Result<Vec<Module>, LoadError> {
    if foreign {
        try_reading(place, modules)?;
    }
    let read = |bytes: &Vec<u8>| {
        let module = read(context, place, bytes, keeps_variables)?;
        check_layout(place, module)?;
        Ok(module)
    };
    modules.iter().map(read).collect()
}

/// Reads and prepares a module.
fn read(
    context: &Context,
    place: &str,
    bytes: &[u8],
    keeps_variables: bool,
) -> Result<Module, LoadError> {
    let is_bitcode = is_bitcode(bytes);
    if place.ends_with(".bc") && !is_bitcode {
        return Err(LoadError::new(place, "not LLVM bitcode"));
    }
    context
        .read(place, bytes)
        .and_then(|module| prepare(module, keeps_variables).map(|()| module))
        .map_err(|error| {
            let form = if is_bitcode { "bitcode" } else { "text" };
            // LLVM repeats the name of the file; a line number may follow.
            let error = error.strip_prefix(place).unwrap_or(&error);
            let error = error.trim_start_matches(':').replace("error: ", "");
            let error = match error.trim() {
                "" => "not a valid module",
                error => error,
            };
            LoadError::new(place, format!("not readable as {form} of LLVM 19: {error}"))
        })
}

/// Whether a target is 32-bit x86: `i386` to `i686`.
fn is_x86_32(target: &str) -> bool {
    let machine = target.split('-').next().unwrap_or_default();
    machine.len() == 4 && machine.starts_with('i') && machine.ends_with("86")
}

/// Whether a target is x86, of 32 or 64 bits.
pub(crate) fn is_x86(target: &str) -> bool {
    is_x86_32(target) || target.starts_with("x86_64-") || target.starts_with("amd64-")
}

fn check_layout(place: &str, module: Module) -> Result<(), LoadError> {
    let layout = module.layout();
    let is_supported = match layout.pointer_bytes() {
        4 => is_x86_32(&module.target()),
        bytes => bytes == 8,
    };
    if !layout.is_little_endian() || !is_supported {
        return Err(LoadError::new(
            place,
            "made for another kind of machine: only little-endian ones with pointers of 8 bytes, and x86 (`-m32`), are supported",
        ));
    }
    Ok(())
}

/// For fuzzing: arbitrary bytes, as bitcode or text of LLVM, make a valid module or an error.
///
/// LLVM's reader may crash on them; it does so in a child process, and that is an error.
///
/// # Errors
/// As for [`load`].
pub fn fuzz(content: &[u8]) -> Result<(), LoadError> {
    let describe = |error: std::io::Error| LoadError::new("a folder", describe(&error));
    let folder = tempfile::tempdir().map_err(describe)?;
    let path = folder
        .path()
        .join(if is_bitcode(content) { "a.bc" } else { "a.ll" });
    fs::write(&path, content).map_err(describe)?;
    let module = load(&[path], &LoadOptions::default())?;
    assert_eq!(ir::verify::verify(&module), Ok(()));
    Ok(())
}
