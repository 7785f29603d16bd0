//! Compiles the models of the C library in `runtime/` to one file of bitcode, which the crate embeds.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// As for the user's programs: nothing is optimised, and calls stay calls.
const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-builtin",
    "-fno-stack-protector",
    "-ffp-contract=off",
    "-U_FORTIFY_SOURCE",
];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let runtime = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../runtime");
    println!("cargo:rerun-if-changed={}", runtime.display());
    let mut parts = Vec::new();
    for source in sources(&runtime)? {
        let part = out.join(source.with_extension("bc"));
        let mut clang = Command::new("clang-19");
        // The sources are named relative to their folder, so that no path of this machine ends up in the bitcode.
        clang
            .current_dir(&runtime)
            .args(FLAGS)
            .arg("-fdebug-compilation-dir=<runtime>");
        run(clang.arg(&source).arg("-o").arg(&part))?;
        parts.push(part);
    }
    let linked = out.join("linked.bc");
    run(Command::new("llvm-link-19")
        .args(&parts)
        .arg("-o")
        .arg(&linked))?;
    // Locals become values here, once, rather than at each load.
    run(Command::new("opt-19")
        .arg("-passes=mem2reg")
        .arg(&linked)
        .arg("-o")
        .arg(out.join("runtime.bc")))
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

fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let missing = format!(
        "{program} is needed to build the models of the C library; `make setup` installs it"
    );
    let output = command
        .output()
        .map_err(|error| format!("{missing} ({error})"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{program} failed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        )
        .into()),
    }
}
