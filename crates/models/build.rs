//! Compiles the models of the C library in `runtime/` to bitcode, one part per source, and writes
//! the table of the parts and their definitions, which the crate embeds.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// As for user programs: nothing is optimised, and calls stay calls.
const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    "-gline-tables-only",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-builtin",
    "-fno-stack-protector",
    "-ffp-contract=off",
    "-U_FORTIFY_SOURCE",
];

/// Sources for a 64-bit `long`, for structures that do not depend on large-file support, or for
/// floats without excess precision, which the libgcc of x86 has. Their
/// functions are not modelled for x86.
const ONLY_X86_64: &[&str] = &[
    "clock.c",
    "complex.c",
    "dirent.c",
    "signal.c",
    "stat.c",
    "strptime.c",
    "time.c",
    "timer.c",
];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let runtime = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../runtime");
    println!("cargo:rerun-if-changed={}", runtime.display());
    let mut table = String::from("&[\n");
    for source in sources(&runtime)? {
        let part = compile(
            &runtime,
            &source,
            "-m64",
            &out.join(source.with_extension("bc")),
        )?;
        let symbols = defined_symbols(&part)?;
        write!(table, "Part {{ bitcode: include_bytes!({part:?}), ")?;
        match ONLY_X86_64.iter().any(|name| source == Path::new(name)) {
            true => write!(table, "bitcode_x86: None, ")?,
            false => {
                let part = out.join(source.with_extension("x86.bc"));
                let part = compile(&runtime, &source, "-m32", &part)?;
                write!(table, "bitcode_x86: Some(include_bytes!({part:?})), ")?;
            }
        }
        writeln!(table, "symbols: &{symbols:?} }},")?;
    }
    table.push(']');
    fs::write(out.join("runtime.rs"), table)?;
    build_host_math();
    Ok(())
}

/// Compiles the calls of the host's mathematical functions, including formats that Rust does not
/// have.
fn build_host_math() {
    let source = "src/c/host_math.c";
    println!("cargo:rerun-if-changed={source}");
    cc::Build::new()
        .file(source)
        .extra_warnings(false)
        .compile("sheaf_host_math");
}

/// Compiles a source for a machine.
fn compile(
    runtime: &Path,
    source: &Path,
    machine: &str,
    part: &Path,
) -> Result<PathBuf, Box<dyn Error>> {
    let raw = part.with_extension("raw.bc");
    let mut clang = Command::new("clang-19");
    // Sources are named relative to their folder, so that no path of this machine ends up in the
    // bitcode.
    clang
        .current_dir(runtime)
        .args(FLAGS)
        .arg(machine)
        .arg("-fdebug-compilation-dir=<runtime>");
    run(clang.arg(source).arg("-o").arg(&raw))?;
    // Locals are promoted here once, instead of at each load.
    let mut promote = Command::new("opt-19");
    let promote = promote.arg("-passes=mem2reg").arg(&raw);
    run(promote.arg("-o").arg(part))?;
    Ok(part.to_path_buf())
}

/// The names that a part exports.
fn defined_symbols(part: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut list = Command::new("llvm-nm-19");
    list.args(["--defined-only", "--extern-only", "--format=just-symbols"]);
    let names = run(list.arg(part))?;
    Ok(names.lines().map(str::to_string).collect())
}

/// The names of the C files in the folder, in order.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = PathBuf::from(entry?.file_name());
        if name.extension().is_some_and(|extension| extension == "c") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The output of a tool.
fn run(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let missing = format!(
        "{program} is needed to build the models of the C library; `make setup` installs it"
    );
    let output = command
        .output()
        .map_err(|error| format!("{missing} ({error})"))?;
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout)?),
        false => Err(format!(
            "{program} failed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        )
        .into()),
    }
}
