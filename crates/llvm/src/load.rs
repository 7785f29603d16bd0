//! Loading a program: files in, module out.

use crate::LoadError;
use crate::compile::compile;
use crate::ll::{Context, Module};
use crate::lower::{Pointers, lower};
use crate::passes::prepare;
use crate::symbols::Symbols;
use crate::trial::survives;
use sheaf_ir as ir;
use std::fs;
use std::path::{Path, PathBuf};

/// What a load depends on besides the files.
#[derive(Clone, Default, Debug)]
pub struct LoadOptions<'a> {
    /// The function to start at, with its parameters as inputs; `None` for `main` as the system calls it.
    pub entry: Option<String>,
    /// How far pointers reach that the entry takes.
    pub pointers: Pointers,
    /// Further flags for clang.
    pub flags: Vec<String>,
    /// Names of functions that the engine's host supplies, for what the program does not define itself.
    pub intrinsics: &'a [&'a str],
    /// Bitcode of a library of models, for what neither the program nor the host defines. It is taken as it is: valid, and with locals
    /// promoted to values.
    pub runtime: Option<&'a [u8]>,
}

/// Loads a program from `.c`, `.bc` and `.ll` files, linked together.
///
/// The module starts at a generated function `sheaf.start`, which runs constructors, supplies arguments, calls the entry and then
/// `exit` with its result. [`ir::verify::verify`] accepts the module.
///
/// # Errors
/// Files that cannot be read, compiled or linked, and an entry that is missing or whose parameters cannot be inputs.
pub fn load(paths: &[PathBuf], options: &LoadOptions) -> Result<ir::Module, LoadError> {
    load_with_warnings(paths, options, &mut Vec::new())
}

/// As [`load`]; appends the compiler's warnings, one text a file that has some.
///
/// # Errors
/// As for [`load`].
pub fn load_with_warnings(
    paths: &[PathBuf],
    options: &LoadOptions,
    warnings: &mut Vec<String>,
) -> Result<ir::Module, LoadError> {
    let bitcode = contents(paths, options, warnings)?;
    let context = Context::new();
    let mut symbols = Symbols::default();
    let mut modules = Vec::new();
    for (path, bytes) in paths.iter().zip(&bitcode) {
        let place = path.display().to_string();
        if form(path)? == Form::Llvm {
            try_reading(&place, bytes)?;
        }
        let module = read(&context, &place, bytes)?;
        symbols.add_user(module, &place)?;
        modules.push(module);
    }
    check_layouts(paths, &modules)?;
    if let Some(bytes) = options.runtime {
        let models = context.read("library models", bytes);
        symbols.add_runtime(models.map_err(|error| LoadError::new("library models", error))?)?;
    }
    let place = match paths {
        [] => "no file".to_string(),
        [first, ..] => first.display().to_string(),
    };
    lower(&modules, &symbols, options).map_err(|message| LoadError::new(place, message))
}

/// How a file is read, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    C,
    Llvm,
}

fn form(path: &Path) -> Result<Form, LoadError> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => Ok(Form::C),
        Some("bc" | "ll") => Ok(Form::Llvm),
        _ => Err(LoadError::new(
            path.display(),
            "not a C program: its name should end in .c, .i, .bc or .ll",
        )),
    }
}

/// The LLVM form of each file.
fn contents(
    paths: &[PathBuf],
    options: &LoadOptions,
    warnings: &mut Vec<String>,
) -> Result<Vec<Vec<u8>>, LoadError> {
    let mut contents = Vec::new();
    let mut sources = Vec::new();
    for path in paths {
        let bytes =
            fs::read(path).map_err(|error| LoadError::new(path.display(), describe(&error)))?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(LoadError::new(path.display(), "the file is empty"));
        }
        if form(path)? == Form::C {
            sources.push(path.as_path());
        }
        contents.push(bytes);
    }
    let mut compiled = compile(&sources, &options.flags)?.into_iter();
    for (path, content) in paths.iter().zip(&mut contents) {
        if form(path)? == Form::C
            && let Some(result) = compiled.next()
        {
            *content = result.bitcode;
            if !result.warnings.is_empty() {
                warnings.push(result.warnings);
            }
        }
    }
    Ok(contents)
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
fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}

/// Reads a file of the user's once in a process of its own, in case LLVM's reader does not survive it.
fn try_reading(place: &str, bytes: &[u8]) -> Result<(), LoadError> {
    let read = || {
        let context = Context::new();
        let verdict = context.read(place, bytes).and_then(Module::verify);
        // The process ends: taking the module apart first would only take time.
        std::mem::forget((context, verdict));
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

/// Reads and prepares a module.
fn read(context: &Context, place: &str, bytes: &[u8]) -> Result<Module, LoadError> {
    let is_bitcode = is_bitcode(bytes);
    if place.ends_with(".bc") && !is_bitcode {
        return Err(LoadError::new(place, "not LLVM bitcode"));
    }
    context
        .read(place, bytes)
        .and_then(|module| prepare(module).map(|()| module))
        .map_err(|error| {
            let form = if is_bitcode { "bitcode" } else { "text" };
            // LLVM repeats the name of the file; what may follow it is the line.
            let error = error.strip_prefix(place).unwrap_or(&error);
            let error = error.trim_start_matches(':').replace("error: ", "");
            let error = match error.trim() {
                "" => "not a valid module",
                error => error,
            };
            LoadError::new(place, format!("not readable as {form} of LLVM 19: {error}"))
        })
}

fn check_layouts(paths: &[PathBuf], modules: &[Module]) -> Result<(), LoadError> {
    for (path, module) in paths.iter().zip(modules) {
        let layout = module.layout();
        if !layout.is_little_endian() || layout.pointer_bytes() != 8 {
            return Err(LoadError::new(
                path.display(),
                "made for another kind of machine: only little-endian ones with pointers of 8 bytes are supported",
            ));
        }
    }
    Ok(())
}
