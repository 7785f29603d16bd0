//! The models of the C library, compiled for the host, against the host's C library: see `runtime_native.c`.

use std::path::Path;
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
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let runtime = tests.join("../../../runtime");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let mut objects = Vec::new();
    for entry in std::fs::read_dir(&runtime).expect("the folder of the models") {
        let source = entry.expect("an entry of the folder").path();
        if source.extension().is_some_and(|extension| extension == "c") {
            let name = source.file_name().expect("a file has a name");
            let object = folder.path().join(name).with_extension("o");
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
    let program = folder.path().join("compare");
    let mut clang = Command::new("clang-19");
    clang
        .args(["-O1", "-fno-builtin", "-w", "-no-pie"])
        .arg(tests.join("runtime_native.c"));
    run(clang.args(&objects).arg("-o").arg(&program));
    let output = run(Command::new(&program).arg("20000"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0 failures\n");
}
