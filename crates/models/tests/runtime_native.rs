//! The models of the C library, compiled for the host, compared with the host's C library: see
//! `runtime_native.c`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    assert!(
        output.status.success(),
        "{command:?}:\n{}",
        String::from_utf8_lossy(&text)
    );
    output
}

#[test]
fn models_agree_with_the_hosts_library() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let objects = models(folder.path());
    for program in [
        "runtime_native.c",
        "runtime_native_calls.c",
        "runtime_native_matching.c",
        "runtime_native_streams.c",
    ] {
        compare(folder.path(), program, &objects);
    }
}

/// The models as host objects, with names prefixed by `rt_`.
fn models(folder: &Path) -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let runtime = tests.join("../../../runtime");
    let mut objects = Vec::new();
    for entry in std::fs::read_dir(&runtime).expect("the folder of the models") {
        let source = entry.expect("an entry of the folder").path();
        let name = source.file_name().expect("a file has a name");
        // Functions of math.h and fenv.h that are not intrinsics use intrinsics; `programs/math.c`
        // compares them, and harness functions.
        let is_engines = ["math.c", "libm.c", "complex.c", "fenv.c", "harness.c"]
            .iter()
            .any(|it| name == *it);
        if source.extension().is_some_and(|extension| extension == "c") && !is_engines {
            let object = folder.join(name).with_extension("o");
            let mut clang = Command::new("clang-19");
            clang
                .args(["-c", "-O0", "-fno-builtin", "-include"])
                .arg(tests.join("runtime_native.h"));
            run(clang.arg(&source).arg("-o").arg(&object));
            run(Command::new("llvm-objcopy-19")
                .arg("--prefix-symbols=rt_")
                .arg(&object));
            objects.push(object);
        }
    }
    objects
}

fn compare(folder: &Path, source: &str, objects: &[PathBuf]) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let program = folder.join("compare");
    let mut clang = Command::new("clang-19");
    clang
        .args(["-O1", "-fno-builtin", "-w", "-no-pie"])
        .arg(tests.join(source));
    run(clang.args(objects).arg("-lm").arg("-o").arg(&program));
    let output = run(Command::new(&program).arg("20000"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, "0 failures\n", "{source}");
}
