//! C programs, loaded and executed concretely, compared with the same programs compiled for the
//! host: output and exit status must agree.
//!
//! Each program in `tests/programs` exercises one part of the lowering and prints what it computes.

use sheaf_engine::outcome::{End, Inputs};
use sheaf_engine::program::Program;
use sheaf_engine::{Options, concrete};
use sheaf_ir::verify::verify;
use sheaf_llvm::{LoadOptions, load};
use sheaf_models::c as models;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The result of a run: standard output and exit status.
type Shown = (String, Option<i64>);

fn native(source: &Path, folder: &Path) -> Shown {
    let program = folder.join("program");
    let mut clang = Command::new("clang-19");
    clang.args(["-O0", "-w", "-ffp-contract=off", "-fno-crash-diagnostics"]);
    clang.arg(source).arg("-o").arg(&program).arg("-lm");
    let status = clang.status().expect("clang-19 runs");
    assert!(status.success(), "{} does not compile", source.display());
    // The same as in the interpreter: an empty folder, and an empty pipe as standard input.
    let place = tempfile::tempdir().expect("a folder for the program");
    let mut run = Command::new(&program);
    run.current_dir(&place).stdin(Stdio::piped());
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the program runs");
    let output = child.wait_with_output().expect("the program ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code().map(i64::from))
}

/// Optimised bitcode of a program: it has instructions and intrinsics that unoptimised bitcode does
/// not have.
fn optimised(source: &Path, folder: &Path) -> PathBuf {
    let bitcode = folder.join("optimised.bc");
    let mut clang = Command::new("clang-19");
    clang.args([
        "-c",
        "-emit-llvm",
        "-O2",
        "-g",
        "-w",
        "-fno-builtin",
        "-ffp-contract=off",
        // Without tables of distances between objects, which no representation of programs has.
        "-fno-pie",
    ]);
    let status = clang.arg(source).arg("-o").arg(&bitcode).status();
    assert!(status.expect("clang-19 runs").success());
    bitcode
}

/// Runs `file`, which is compiled from `source`.
fn interpreted(source: &Path, file: &Path) -> Shown {
    let names = models::names();
    let options = LoadOptions {
        flags: vec!["-w".to_string()],
        intrinsics: &names,
        runtime: models::RUNTIME,
        ..LoadOptions::default()
    };
    let module = load(&[file.to_path_buf()], &options).expect("the program loads");
    assert_eq!(verify(&module), Ok(()), "{}", source.display());
    let program = Program::new(module, models::INTRINSICS).expect("the program can start");
    let mut options = Options {
        prints: true,
        ..Options::default()
    };
    // Long enough for any machine.
    options.budget.time = Duration::from_secs(1200);
    let run = concrete::replay(&program, &Inputs::default(), &options);
    let text: Vec<u8> = run
        .output
        .iter()
        .filter(|part| part.stream == 1)
        .flat_map(|part| part.bytes.clone())
        .collect();
    let status = match run.end {
        End::Exit(status) => status,
        End::Failed(failure) => {
            let place = program.module().describe(failure.loc);
            panic!(
                "{}: {} at {place}: {}",
                source.display(),
                failure.kind.name(),
                failure.message
            );
        }
        other => panic!("{}: {other:?}", source.display()),
    };
    (String::from_utf8_lossy(&text).into_owned(), status)
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut all: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "c" || extension == "ll")
        })
        .collect();
    all.sort();
    assert!(!all.is_empty());
    all
}

/// Compares each program, loaded in the form that `form` creates, with the program compiled for the
/// host.
fn compare(form: impl Fn(&Path, &Path) -> PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    for source in programs() {
        let (text, status) = interpreted(&source, &form(&source, folder.path()));
        let (native_text, native_status) = native(&source, folder.path());
        let place = source.display();
        for (line, native_line) in text.lines().zip(native_text.lines()) {
            assert_eq!(line, native_line, "{place}");
        }
        assert_eq!(text.lines().count(), native_text.lines().count(), "{place}");
        assert_eq!(status, native_status, "{place}");
    }
}

#[test]
fn programs_behave_as_when_compiled_for_the_host() {
    compare(|source, _| source.to_path_buf());
}

#[test]
fn optimised_programs_behave_as_when_compiled_for_the_host() {
    compare(optimised);
}
