//! What Sheaf starts at run time, and how to find out whether it works.

use crate::native;
use sheaf_llvm::{cc, compile};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A program, or what belongs to one.
pub struct Part {
    /// What it is.
    pub name: &'static str,
    /// What Sheaf needs it for.
    pub serves: &'static str,
    /// Whether `sheaf check` of C needs it.
    pub required: bool,
    /// The packages of Debian 12 that have it.
    pub packages: &'static [&'static str],
    /// Tries it, in this folder; the answer is its version, or else what is wrong.
    pub probe: fn(&Path) -> Result<String, String>,
}

/// All of them, in the order in which people need them.
pub const PARTS: &[Part] = &[
    Part {
        name: "clang 19",
        serves: "programs in C: `sheaf check`, `sheaf cc` and all other commands",
        required: true,
        packages: &["clang-19"],
        probe: |_| version(compile::program().map_err(|_| WITHOUT_CLANG)?),
    },
    Part {
        name: "headers of C",
        serves: "programs that include `stdio.h` and the like",
        required: true,
        packages: &["libc6-dev"],
        probe: |folder| includes(folder, "-m64"),
    },
    Part {
        name: "headers for 32 bits",
        serves: "programs in C for 32 bits (`-- -m32`)",
        required: false,
        packages: &["gcc-multilib"],
        probe: |folder| includes(folder, "-m32"),
    },
    Part {
        name: "sanitizers",
        serves: "`sheaf replay --native` of programs in C",
        required: false,
        packages: &["libclang-rt-19-dev"],
        probe: sanitizes,
    },
    Part {
        name: "llvm-symbolizer",
        serves: "lines of failures in `sheaf replay --native`",
        required: false,
        packages: &["llvm-19"],
        probe: |_| symbolizes(),
    },
    Part {
        name: "objcopy and ar",
        serves: "`sheaf replay --native` of functions (`--entry`) and archives",
        required: false,
        packages: &["binutils"],
        probe: |_| version("ar").and_then(|_| version("objcopy")),
    },
    Part {
        name: "llvm-objcopy 19",
        serves: "`sheaf cc`, for existing builds",
        required: false,
        packages: &["llvm-19"],
        probe: |_| version(cc::OBJCOPY),
    },
    Part {
        name: "node",
        serves: "`sheaf replay --native` of JavaScript",
        required: false,
        packages: &["nodejs"],
        probe: |_| version("node"),
    },
    Part {
        name: "xdg-open",
        serves: "`sheaf report --open`",
        required: false,
        packages: &["xdg-utils"],
        probe: |_| version("xdg-open"),
    },
];

/// A program that needs the headers of the C library.
const INCLUDES: &str = "#include <assert.h>\n#include <limits.h>\n#include <stdint.h>\n\
                        #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// A program that does nothing.
const NOTHING: &str = "int main(void) { return 0; }\n";

/// Why nothing is found where there is no compiler.
const WITHOUT_CLANG: &str = "there is no clang 19";

/// The sets of sanitizers that native runs are compiled with.
const SANITIZERS: [&str; 2] = ["address,undefined", "memory"];

/// The first line that a program prints about its version.
fn version(program: impl AsRef<OsStr>) -> Result<String, String> {
    let output = finish(Command::new(program).arg("--version"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or_default().trim().to_string())
}

/// Whether clang finds the headers of a machine.
fn includes(folder: &Path, machine: &str) -> Result<String, String> {
    let source = write(folder, INCLUDES)?;
    let mut command = Command::new(compile::program().map_err(|_| WITHOUT_CLANG)?);
    finish(command.args(["-fsyntax-only", machine]).arg(source)).map(|_| String::new())
}

/// Whether programs with sanitizers can be compiled, and run.
fn sanitizes(folder: &Path) -> Result<String, String> {
    let compiler = native::compiler().ok_or("neither clang nor gcc")?;
    let (source, program) = (write(folder, NOTHING)?, folder.join("program"));
    for sanitizers in SANITIZERS {
        let mut compile = Command::new(&compiler);
        compile.arg(format!("-fsanitize={sanitizers}"));
        finish(compile.arg("-o").arg(&program).arg(&source))?;
        finish(&mut Command::new(&program))?;
    }
    Ok(format!("by {compiler}"))
}

fn symbolizes() -> Result<String, String> {
    let compiler = native::compiler().ok_or("neither clang nor gcc")?;
    let folder = native::symbolizer(&compiler);
    let program = folder.map_or("llvm-symbolizer".into(), |it| it.join("llvm-symbolizer"));
    finish(Command::new(program).arg("--version")).map(|_| String::new())
}

fn write(folder: &Path, text: &str) -> Result<std::path::PathBuf, String> {
    let path = folder.join("probe.c");
    fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path)
}

/// Runs a program to its end. An error is one line.
fn finish(command: &mut Command) -> Result<Output, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("{name} was not found"),
        _ => format!("{name} cannot be run: {error}"),
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut lines = messages.lines().filter(|line| !line.trim().is_empty());
    let is_cause = |line: &&str| line.contains("error:") && !line.contains("linker command failed");
    let said = lines.clone().find(is_cause).or_else(|| lines.next());
    let said = said.map_or(output.status.to_string(), str::to_string);
    Err(format!("{name}: {}", said.trim()))
}
