//! Compiles C with clang 19, without optimisation, to bitcode in memory.

use crate::LoadError;
use crate::checks;
use crate::linking;
use crate::load::is_bitcode;
use crate::undeclared::Undeclared;
use sheaf_ir::FailureKind;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;
use tempfile::TempDir;

/// The release of LLVM whose bitcode is read.
const RELEASE: &str = "19";

/// Headers that programs may include in addition to the system's.
const HEADERS: &[(&str, &str)] = &[(
    "klee/klee.h",
    include_str!("../../../runtime/include/klee/klee.h"),
)];

/// Flags against defaults of the system's clang; they precede the user's.
pub(crate) const DEFAULTS: &[&str] = &["-fno-stack-protector", "-U_FORTIFY_SOURCE"];

/// Flags that keep undefined behaviour and the source's structure visible; they follow the user's.
///
/// No pass may exploit undefined behaviour, so none runs at all, not even the one that inlines
/// functions marked by the source. However, clang folds constant expressions such as `INT_MAX + 1`
/// itself, with a warning.
const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-crash-diagnostics",
    "-ferror-limit=0",
    // Names of blocks identify the source condition of a branch.
    "-fno-discard-value-names",
];

/// The flag that allows inexact floats in addition to optimisation, and the one for floats alone.
const FAST: [&str; 2] = ["-Ofast", "-ffast-math"];

/// Clang's error for a function that is defined in another one.
const NESTED_FUNCTION: &str = "error: function definition is not allowed here";

/// Brackets that may be nested in a source.
const NESTING: &str = "-fbracket-depth=100000";

/// Bytes of stack with which clang parses that many: it needs 8 KiB for each.
const STACK: libc::rlim_t = 1 << 30;

/// Lets clang compile deeply nested sources.
pub fn allow_nesting(clang: &mut Command) -> &mut Command {
    let raise = || {
        let mut limit = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        // SAFETY: plain system calls on a local. A limit that stays as it is only makes clang fail
        // on such a source.
        unsafe {
            libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit);
            limit.rlim_cur = limit.rlim_cur.max(STACK.min(limit.rlim_max));
            libc::setrlimit(libc::RLIMIT_STACK, &raw const limit);
        }
        Ok(())
    };
    clang.arg(NESTING);
    // SAFETY: the closure only makes system calls.
    unsafe { clang.pre_exec(raise) }
}

/// What decides, besides a source and the options of a load, what it is compiled to: the compiler
/// and how it is called.
///
/// # Errors
/// No clang 19.
pub fn recipe() -> Result<String, LoadError> {
    let program = program()?;
    let answer = Command::new(&program).arg("--version").output();
    let answer = answer.map_err(|error| Fault::Failed(error).at(Path::new(&program)))?;
    let mut recipe = String::from_utf8_lossy(&answer.stdout).into_owned();
    for source in [
        include_str!("compile.rs"),
        include_str!("checks.rs"),
        include_str!("linking.rs"),
        include_str!("load.rs"),
        include_str!("undeclared.rs"),
    ] {
        recipe.push_str(source);
    }
    HEADERS.iter().for_each(|(_, text)| recipe.push_str(text));
    Ok(recipe)
}

/// A compiled source.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// LLVM bitcode.
    pub bitcode: Vec<u8>,
    /// The warnings of the compiler, as text.
    pub warnings: String,
}

/// The compile command of a source in a build.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Unit {
    /// The working directory.
    pub directory: PathBuf,
    /// Flags for clang.
    pub flags: Vec<String>,
}

/// Compiles sources, each with the flags of its unit, if it has one, followed by the common ones,
/// and with the checks for these kinds of failure. Leaves no files behind.
///
/// # Errors
/// No clang 19, or a source that does not compile: then the message holds the compiler's own.
pub fn compile(
    sources: &[&Path],
    flags: &[String],
    kinds: &[FailureKind],
    units: &BTreeMap<PathBuf, Unit>,
    until: Option<Instant>,
) -> Result<Vec<Compiled>, LoadError> {
    if sources.is_empty() {
        return Ok(Vec::new());
    }
    let of_units = units.values().flat_map(|unit| &unit.flags);
    linking::check_compilation(flags.iter().chain(of_units).map(String::as_str))?;
    let clang = Compiler::find()?;
    let wait = |child, source: &Path| wait(child, until).map_err(|fault| fault.at(source));
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let mut compiled = Vec::new();
    for group in sources.chunks(at_once) {
        let start = |source: &Path, more: &[String]| match units.get(source) {
            Some(unit) => {
                let flags = [more, &unit.flags, flags].concat();
                clang.start(source, &flags, kinds, Some(&unit.directory))
            }
            None => clang.start(source, &[more, flags].concat(), kinds, None),
        };
        let children: Vec<_> = group.iter().map(|source| start(source, &[])).collect();
        for (source, child) in group.iter().zip(children) {
            let mut output = wait(child, source)?;
            let mut undeclared = Undeclared::default();
            while !output.status.success()
                && undeclared.learn(&String::from_utf8_lossy(&output.stderr))
            {
                let more = clang.declare(source, &undeclared)?;
                output = wait(start(source, &more), source)?;
            }
            compiled.push(compiled_from(source, output)?);
        }
    }
    Ok(compiled)
}

/// The compiler of C files: the one that `SHEAF_CLANG` names, or else a clang of the right release.
///
/// # Errors
/// When there is none.
pub fn program() -> Result<OsString, LoadError> {
    let named = std::env::var_os("SHEAF_CLANG").filter(|name| !name.is_empty());
    let known = || {
        let names = ["clang-19", "clang"].map(OsString::from);
        names.into_iter().find(|name| is_right_release(name))
    };
    let found = named.or_else(known);
    found.ok_or_else(|| LoadError::new("clang-19", missing()))
}

/// A compiler and the directory with our headers.
pub(crate) struct Compiler {
    program: OsString,
    headers: TempDir,
}

impl Compiler {
    pub(crate) fn find() -> Result<Self, LoadError> {
        let program = program()?;
        let headers = write_headers()
            .map_err(|error| LoadError::new(std::env::temp_dir().display(), error.to_string()))?;
        Ok(Compiler { program, headers })
    }

    /// Its name.
    pub(crate) fn program(&self) -> &OsStr {
        &self.program
    }

    /// The folder with our headers.
    pub(crate) fn headers(&self) -> &Path {
        self.headers.path()
    }

    /// The bitcode of a source.
    ///
    /// # Errors
    /// When it does not compile.
    pub(crate) fn bitcode(&self, source: &Path, flags: &[OsString]) -> Result<Vec<u8>, LoadError> {
        let child = self.start(source, flags, &[], None);
        let output = wait(child, None).map_err(|fault| fault.at(source))?;
        compiled_from(source, output).map(|compiled| compiled.bitcode)
    }

    /// Flags with which a source may compile that was rejected.
    fn declare(&self, source: &Path, undeclared: &Undeclared) -> Result<Vec<String>, LoadError> {
        let header = self.headers().join("undeclared.h");
        fs::write(&header, undeclared.header())
            .map_err(|error| LoadError::new(header.display(), error.to_string()))?;
        Ok(undeclared.flags(source, &header))
    }

    fn start(
        &self,
        source: &Path,
        flags: &[impl AsRef<OsStr>],
        kinds: &[FailureKind],
        directory: Option<&Path>,
    ) -> io::Result<Child> {
        let headers = self.headers.path();
        let mut prefix_map = OsString::from("-fdebug-prefix-map=");
        prefix_map.push(headers);
        prefix_map.push("=<sheaf>");
        let mut command = Command::new(&self.program);
        allow_nesting(&mut command);
        let mut source = source_argument(source);
        if let Some(directory) = directory {
            source = std::path::absolute(&source)?.into_os_string();
            command.current_dir(directory);
        }
        let texts = || flags.iter().filter_map(|flag| flag.as_ref().to_str());
        let given = flags.iter().map(|flag| match flag.as_ref() {
            flag if flag == FAST[0] => OsStr::new(FAST[1]),
            flag => flag,
        });
        command
            .args(DEFAULTS)
            .args(given)
            .args(FLAGS)
            .args(checks::flags(kinds, texts()))
            .args(checks::hidden(texts()))
            .arg(prefix_map)
            .arg("-isystem")
            .arg(headers)
            .arg("-o")
            .arg("-")
            .arg(source)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    }
}

/// A source whose name starts with a dash must not look like a flag.
fn source_argument(source: &Path) -> OsString {
    if source.as_os_str().as_encoded_bytes().starts_with(b"-") {
        return Path::new(".").join(source).into_os_string();
    }
    source.as_os_str().to_os_string()
}

/// Whether a compiler of this name exists and has the right release. `clang-19` has by its name;
/// `clang` is queried.
fn is_right_release(name: &OsStr) -> bool {
    if name == "clang-19" {
        let path = std::env::var_os("PATH").unwrap_or_default();
        return std::env::split_paths(&path).any(|folder| folder.join(name).is_file());
    }
    let answer = Command::new(name).arg("-dumpversion").output();
    answer.is_ok_and(|answer| {
        let version = String::from_utf8_lossy(&answer.stdout);
        version.trim().split('.').next() == Some(RELEASE)
    })
}

fn missing() -> String {
    format!("clang {RELEASE} is needed to compile C and was not found; `apt-get install clang-19`")
}

fn write_headers() -> io::Result<TempDir> {
    let folder = tempfile::Builder::new()
        .prefix("sheaf-headers-")
        .tempdir()?;
    for (name, content) in HEADERS {
        let path = folder.path().join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)?;
    }
    Ok(folder)
}

/// The reason for a failed compilation.
enum Fault {
    Failed(io::Error),
    Late,
}

impl Fault {
    fn at(self, source: &Path) -> LoadError {
        match self {
            Fault::Failed(error) if error.kind() == ErrorKind::NotFound => {
                LoadError::new("SHEAF_CLANG", missing())
            }
            Fault::Failed(error) => LoadError::new("clang", format!("cannot be run: {error}")),
            Fault::Late => LoadError::late(source.display(), "clang ran out of time"),
        }
    }
}

/// Waits for the compiler, and kills it at the deadline.
fn wait(child: io::Result<Child>, until: Option<Instant>) -> Result<Output, Fault> {
    let child = child.map_err(Fault::Failed)?;
    let Some(until) = until else {
        return child.wait_with_output().map_err(Fault::Failed);
    };
    let id = child.id().cast_signed();
    let (send, output) = mpsc::channel();
    // The receiver is gone after a timeout.
    thread::spawn(move || drop(send.send(child.wait_with_output())));
    match output.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(output) => output.map_err(Fault::Failed),
        Err(_) => {
            // SAFETY: the child has not been waited for, or only just now, so its id was not reused
            // yet.
            unsafe { libc::kill(id, libc::SIGKILL) };
            Err(Fault::Late)
        }
    }
}

fn compiled_from(source: &Path, output: Output) -> Result<Compiled, LoadError> {
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        let why = match messages.contains(NESTED_FUNCTION) {
            true => "clang could not compile it: it does not have gcc's functions in functions",
            false => "clang could not compile it",
        };
        let text = format!("{why}\n{}", messages.trim_end());
        return Err(LoadError::new(source.display(), text));
    }
    if !is_bitcode(&output.stdout) {
        let text = "clang produced no bitcode, because its flags request another output";
        return Err(LoadError::new(source.display(), text));
    }
    Ok(Compiled {
        bitcode: output.stdout,
        warnings: messages,
    })
}
