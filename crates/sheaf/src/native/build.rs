//! Compiling a program together with its tests, and running it.

use super::sources::sources;
use super::stubs;
use super::world::{called, make_files};
use crate::load::{Request, load_module};
use sheaf_engine::options::default_failures;
use sheaf_ir::FailureKind;
use sheaf_llvm::Undeclared;
use sheaf_llvm::compile::allow_nesting;
use sheaf_llvm::embed::{Source, defined};
use sheaf_llvm::{builtins, environment, split_entry};
use sheaf_report::c_tests::{self, Entry, NativeTest, Undefined};
use sheaf_report::case::Case;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Compilers in the order of preference.
const COMPILERS: [&str; 3] = ["clang-19", "clang", "gcc"];

/// Wrappers of allocation functions with stricter checks.
const ALLOCATION: &str = include_str!("allocation.c");

/// The functions that they replace.
const WRAPPED: [&str; 3] = ["malloc", "calloc", "realloc"];

/// The maximum number of bytes kept of a program's output.
const MAX_OUTPUT: usize = 1 << 20;

/// A compiled program with tests in it.
pub struct Build {
    folder: TempDir,
    /// The value of `argv[0]`.
    name: OsString,
    /// The directory of the symbolizer for sanitizers.
    tools: Option<PathBuf>,
    limit: Duration,
    finds_leaks: bool,
}

/// A finished run.
pub struct Ran {
    /// Standard output and standard error.
    pub output: String,
    /// How it ended; `None` after a timeout.
    pub status: Option<ExitStatus>,
}

impl Build {
    /// Compiles a program, with sanitizers for the expectation of the case.
    ///
    /// # Errors
    /// When there is no compiler, the program is not in C, or it does not compile.
    pub fn new(
        request: &Request,
        case: &Case,
        tests: &[NativeTest],
        limit: Duration,
    ) -> Result<Build, String> {
        let sources = sources(request)?;
        let entry = entry(request)?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let seconds = u32::try_from(limit.as_secs())
            .unwrap_or(u32::MAX)
            .saturating_add(1);
        write(
            folder.path(),
            &c_tests::source(tests, &[], entry.as_ref(), &undefined(request)?, seconds),
        )
        .map_err(|error| format!("cannot write its tests: {error}"))?;
        let compiler = compiler().ok_or("running natively needs clang or gcc")?;
        let mut flags = sanitizer_flags(case, &compiler);
        flags.extend(entry.is_some().then(|| keep_unused(&compiler).to_string()));
        let compile_all = |sources: &[Source], prefix: &str, flags: &[String]| {
            let object = |number| folder.path().join(format!("{prefix}{number}.o"));
            let objects: Vec<PathBuf> = (0..sources.len()).map(object).collect();
            let pairs: Vec<_> = sources.iter().zip(&objects).collect();
            let at_once = std::thread::available_parallelism().map_or(1, usize::from);
            for group in pairs.chunks(at_once) {
                let start = |(source, object): &(&Source, &PathBuf), flags: &[String]| {
                    compile(&compiler, source, request, flags, folder.path(), object)
                };
                let children: Vec<_> = group.iter().map(|pair| start(pair, flags)).collect();
                for (pair, child) in group.iter().zip(children) {
                    let mut compiled = finish(&compiler, child);
                    let mut undeclared = Undeclared::default();
                    while let Err(message) = &compiled
                        && undeclared.learn(message)
                    {
                        let declare = declare(&pair.0.path, &undeclared, folder.path())?;
                        compiled = finish(&compiler, start(pair, &[&declare, flags].concat()));
                    }
                    compiled?;
                }
            }
            Ok::<_, String>(objects)
        };
        let compile_both = |flags: &[String]| {
            let objects = compile_all(&sources.program, "", flags)?;
            let members = compile_all(&sources.members, "member", flags)?;
            Ok::<_, String>((objects, members))
        };
        let (mut objects, mut members) = compile_both(&flags)?;
        let own = called_builtins(objects.iter().chain(&members));
        if !own.is_empty() {
            (objects, members) = compile_both(&[&flags[..], &own].concat())?;
        }
        if let Some(entry) = &entry {
            let (file, _) = split_entry(request.entry.as_deref().unwrap_or_default());
            let of_program = sources.program.iter().zip(&objects);
            for (source, object) in of_program.chain(sources.members.iter().zip(&members)) {
                let other = file.is_some_and(|file| !source.path.ends_with(file));
                let names = entry.names().filter(|name| !other || *name != entry.name());
                publish(names, object)?;
            }
        }
        let archive = archive(&members, folder.path())?;
        let finds_leaks = expects(case, FailureKind::Leak);
        // Otherwise their frames would keep pointers on the stack, which make leaked memory
        // reachable.
        let mut stricter = vec![folder.path().join("sheaf-allocation.c").into_os_string()];
        stricter.extend(WRAPPED.map(|name| format!("-Wl,--wrap={name}").into()));
        stricter.retain(|_| !finds_leaks);
        let link = |stubs: Option<PathBuf>| {
            let link = Command::new(&compiler)
                .args(&flags)
                .args(linking(request))
                .args(&objects)
                .arg(folder.path().join("sheaf-tests.c"))
                .args(stubs)
                .args(&stricter)
                .args(&archive)
                .arg("-o")
                .arg(folder.path().join("program"))
                .arg("-lm")
                .stdin(Stdio::null())
                .stderr(Stdio::piped())
                .spawn();
            finish(&compiler, link)
        };
        if let Err(message) = link(None) {
            let stubs = folder.path().join("undefined.c");
            let text = stubs::source(&message).ok_or(message)?;
            fs::write(&stubs, text).map_err(|error| error.to_string())?;
            link(Some(stubs))?;
        }
        Ok(Build {
            name: called(request).to_os_string(),
            tools: symbolizer(&compiler),
            folder,
            limit,
            finds_leaks,
        })
    }

    /// Runs a test in a folder that contains only its files.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn run(&self, test: &NativeTest) -> io::Result<Ran> {
        let folder = self.folder.path();
        let here = tempfile::tempdir_in(folder)?;
        let world = test.world.clone().unwrap_or_default();
        make_files(&world, here.path())?;
        let log = folder.join("output");
        let file = File::create(&log)?;
        let mut command = Command::new(folder.join("program"));
        command
            .arg0(&self.name)
            .args(world.arguments.iter().map(|text| OsStr::from_bytes(text)))
            .current_dir(here.path())
            .env_clear()
            .envs(
                world
                    .variables
                    .iter()
                    .filter_map(|text| text.split_once('=')),
            )
            .env("SHEAF_TEST", &test.test.name)
            .env("SHEAF_WORLD", here.path())
            .stdin(Stdio::piped())
            .stdout(file.try_clone()?)
            .stderr(file)
            .process_group(0);
        if let Some(tools) = &self.tools {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let folders = std::iter::once(tools.clone()).chain(std::env::split_paths(&path));
            if let Ok(path) = std::env::join_paths(folders) {
                command.env("PATH", path);
            }
        }
        // As without sanitizers, a too large allocation returns null, and programs need not free
        // their memory at exit.
        let refuse = "allocator_may_return_null=1";
        let leaks = u8::from(self.finds_leaks);
        command.env("MSAN_OPTIONS", refuse);
        command.env("ASAN_OPTIONS", format!("{refuse}:detect_leaks={leaks}"));
        // SAFETY: the function only makes system calls.
        unsafe { command.pre_exec(handle_signals_by_default) };
        let mut child = command.spawn()?;
        if let Some(mut pipe) = child.stdin.take() {
            let content = world.stdin;
            // A program need not read all of its input.
            std::thread::spawn(move || pipe.write_all(&content));
        }
        let status = wait(child, self.limit)?;
        let mut content = fs::read(&log)?;
        content.truncate(MAX_OUTPUT);
        Ok(Ran {
            output: String::from_utf8_lossy(&content).into_owned(),
            status,
        })
    }
}

/// A program starts with the default handlers, whatever this process was started with: a shell lets
/// processes in the background ignore some signals.
fn handle_signals_by_default() -> io::Result<()> {
    for signal in 1..libc::SIGRTMIN() {
        // SAFETY: no handler is installed. Those of SIGKILL and SIGSTOP cannot be changed.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    Ok(())
}

/// Flags for calls of the program's own functions, where a compiler would replace calls of the C
/// library's.
fn called_builtins<'a>(objects: impl Iterator<Item = &'a PathBuf>) -> Vec<String> {
    let contents = objects.filter_map(|object| fs::read(object).ok());
    let defined: HashSet<String> = contents.flat_map(|bytes| defined(&bytes)).collect();
    builtins::flags(|name| defined.contains(name))
}

/// Flags that select the machine, or are the linker's, for linking.
fn linking(request: &Request) -> impl Iterator<Item = &String> {
    let is_for_linking =
        |flag: &&String| ["-m32", "-m64"].contains(&flag.as_str()) || flag.starts_with("-Wl,");
    request.flags.iter().filter(is_for_linking)
}

/// Starts the compilation of a source as in its build, but with these flags and without
/// optimisation.
fn compile(
    compiler: &str,
    source: &Source,
    request: &Request,
    flags: &[String],
    headers: &Path,
    object: &Path,
) -> io::Result<Child> {
    let mut command = Command::new(compiler);
    if !compiler.contains("gcc") {
        allow_nesting(&mut command);
    }
    command
        .arg("-U_FORTIFY_SOURCE")
        .args(&source.unit.flags)
        .args(&request.flags)
        .args(["-c", "-O0", "-fno-lto"])
        .args(flags)
        .arg("-isystem")
        .arg(headers)
        .arg("-o")
        .arg(object)
        .arg(&source.path)
        .current_dir(&source.unit.directory)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
}

/// Flags with which a source may compile that was rejected.
fn declare(source: &Path, undeclared: &Undeclared, folder: &Path) -> Result<Vec<String>, String> {
    let header = folder.join("undeclared.h");
    fs::write(&header, undeclared.header()).map_err(|error| error.to_string())?;
    Ok(undeclared.flags(source, &header))
}

/// Waits for a compiler; an error contains its output.
fn finish(compiler: &str, child: io::Result<Child>) -> Result<(), String> {
    let output = child
        .and_then(Child::wait_with_output)
        .map_err(|error| format!("{compiler} cannot be run: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let messages = String::from_utf8_lossy(&output.stderr);
            let messages = messages.trim_end();
            Err(format!("{compiler} could not compile it\n{messages}"))
        }
    }
}

/// Sanitizer flags for compiling and linking.
fn sanitizer_flags(case: &Case, compiler: &str) -> Vec<String> {
    let mut flags = [
        "-g",
        "-w",
        "-fno-sanitize-recover=all",
        "-fno-omit-frame-pointer",
    ]
    .map(String::from)
    .to_vec();
    flags.push(format!("-fsanitize={}", sanitizers(case).join(",")));
    // It also reports null plus zero, which is not a failure here.
    flags.push("-fsanitize-recover=pointer-overflow".to_string());
    // Part of `bounds` in clang; it ends a program without a message.
    if !compiler.contains("gcc") {
        flags.extend(["-fno-sanitize=local-bounds", "-ferror-limit=0"].map(String::from));
    }
    flags
}

/// Waits for a process, and kills its process group at the time limit.
pub(super) fn wait(mut child: Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= limit {
            // SAFETY: the child has not been waited for, so its id is still valid, and it leads its
            // process group.
            unsafe { libc::kill(-child.id().cast_signed(), libc::SIGKILL) };
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sanitizers for the kinds that count. MemorySanitizer, the only one for uninitialized memory,
/// cannot be combined with others.
pub fn sanitizers(case: &Case) -> Vec<&'static str> {
    if expects(case, FailureKind::Uninitialized) {
        return vec!["memory"];
    }
    let counts = |kind: FailureKind| {
        let settings = case.settings.as_ref();
        match settings {
            Some(settings) => settings.failures.contains(&kind),
            None => default_failures().contains(&kind),
        }
    };
    let optional = [
        (FailureKind::DivisionByZero, "integer-divide-by-zero"),
        (FailureKind::NullDereference, "null"),
        (FailureKind::OutOfBounds, "local-bounds"),
        (FailureKind::ArrayBounds, "array-bounds"),
        (FailureKind::VlaBound, "vla-bound"),
        (FailureKind::InvalidBuiltin, "builtin"),
        (FailureKind::PointerOverflow, "pointer-overflow"),
        (FailureKind::Alignment, "alignment"),
        (FailureKind::UnsignedOverflow, "unsigned-integer-overflow"),
        (FailureKind::ImplicitConversion, "implicit-conversion"),
        (FailureKind::Shift, "shift-exponent"),
        (FailureKind::ShiftOverflow, "shift-base"),
        (FailureKind::SignedOverflow, "signed-integer-overflow"),
        (FailureKind::FloatConversion, "float-cast-overflow"),
        (FailureKind::UnreachableCall, "unreachable"),
        (FailureKind::Sanitizer, "bool"),
    ];
    let chosen = optional.iter().filter(|(kind, _)| counts(*kind));
    ["address"]
        .into_iter()
        .chain(chosen.map(|(_, name)| *name))
        .collect()
}

/// The flag that makes a compiler keep unused `static` functions.
fn keep_unused(compiler: &str) -> &'static str {
    match compiler.contains("gcc") {
        true => "-fkeep-static-functions",
        false => "-femit-all-decls",
    }
}

/// Makes functions visible to other objects, even if they are `static`.
fn publish<'a>(names: impl Iterator<Item = &'a str>, object: &Path) -> Result<(), String> {
    let mut command = Command::new("objcopy");
    command
        .args(names.map(|name| format!("--globalize-symbol={name}")))
        .arg(object);
    let child = command.stderr(Stdio::piped()).spawn();
    finish("objcopy", child)
}

/// An archive of objects, if there are any.
fn archive(objects: &[PathBuf], folder: &Path) -> Result<Option<PathBuf>, String> {
    if objects.is_empty() {
        return Ok(None);
    }
    let path = folder.join("members.a");
    let mut command = Command::new("ar");
    command.arg("rcs").arg(&path).args(objects);
    let child = command.stderr(Stdio::piped()).spawn();
    finish("ar", child)?;
    Ok(Some(path))
}

fn expects(case: &Case, kind: FailureKind) -> bool {
    let expected = case
        .expected
        .as_ref()
        .and_then(|expected| expected.kind.as_deref());
    expected == Some(kind.name())
}

/// The entry function, if it is not `main`.
fn entry(request: &Request) -> Result<Option<Entry>, String> {
    let Some(name) = request.entry.as_deref().filter(|name| *name != "main") else {
        return Ok(None);
    };
    let module =
        load_module(&mut request.clone(), &mut Vec::new()).map_err(|error| error.to_string())?;
    Entry::of(&module, split_entry(name).1).map(Some)
}

/// What the program leaves undefined, where that is an input.
fn undefined(request: &Request) -> Result<Undefined, String> {
    if request.environment.undefined == environment::Undefined::Reason {
        return Ok(Undefined::default());
    }
    let module = load_module(&mut request.clone(), &mut Vec::new());
    let module = module.map_err(|error| error.to_string())?;
    Ok(Undefined::of(&module))
}

fn write(folder: &Path, tests: &str) -> io::Result<()> {
    fs::write(folder.join("sheaf-tests.c"), tests)?;
    fs::write(folder.join("sheaf-allocation.c"), ALLOCATION)?;
    fs::create_dir(folder.join("klee"))?;
    fs::write(folder.join("klee/klee.h"), c_tests::KLEE_HEADER)
}

/// The compiler of native runs.
pub fn compiler() -> Option<String> {
    let named = std::env::var("SHEAF_CLANG")
        .ok()
        .filter(|name| !name.is_empty());
    let known = COMPILERS.iter().map(|name| (*name).to_string());
    named.into_iter().chain(known).find(|name| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|version| version.status.success())
    })
}

/// The directory of the symbolizer.
pub fn symbolizer(compiler: &str) -> Option<PathBuf> {
    let answer = Command::new(compiler)
        .arg("-print-prog-name=llvm-symbolizer")
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    path.parent()
        .filter(|folder| folder.is_dir())
        .map(Path::to_path_buf)
}
