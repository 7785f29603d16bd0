//! `sheaf doctor`: what is there, what is missing, and what installs it.

use crate::common::{Answer, Folder};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

/// `sheaf doctor` where only some programs of this machine are in the `PATH`.
fn with_programs(place: &Folder, programs: &[&str], options: &[&str]) -> Answer {
    let folder = place.path("bin");
    fs::create_dir_all(&folder).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    for name in programs {
        let found = std::env::split_paths(&path)
            .map(|it| it.join(name))
            .find(|it| it.exists());
        symlink(found.unwrap(), folder.join(name)).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command.arg("doctor").args(options).env("PATH", folder);
    command.env_remove("SHEAF_CLANG").stdin(Stdio::null());
    Answer::of(command.output().unwrap())
}

#[test]
fn what_tests_need_is_found() {
    let place = Folder::with(&[]);
    let answer = place.sheaf("doctor --json");
    answer.exits(0);
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(json["ready"], true);
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    let parts = json["parts"].as_array().unwrap();
    for name in ["clang 19", "headers of C", "sanitizers", "node"] {
        let part = parts.iter().find(|part| part["name"] == name).unwrap();
        assert_eq!(part["found"], true, "{part}");
    }
    place.sheaf("doctor").says("found    clang 19 ");
}

#[test]
fn what_is_missing_is_named_with_its_packages() {
    let place = Folder::with(&[]);
    let answer = with_programs(&place, &[], &[]);
    answer.exits(1);
    answer.says("  missing  clang 19 ");
    answer.says("needed for programs in C");
    answer.says("`sheaf check` of C lacks what it needs\n");
    let last = answer.out.lines().last().unwrap();
    assert!(last.starts_with("install what is missing"), "{last}");
    for package in ["clang-19", "libclang-rt-19-dev", "nodejs", "llvm-19"] {
        assert!(last.contains(package), "{last}");
    }
}

#[test]
fn what_only_some_commands_need_does_not_count() {
    let place = Folder::with(&[]);
    let answer = with_programs(&place, &["clang-19"], &["--json"]);
    answer.exits(0);
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    let missing = json["missing"].as_array().unwrap();
    assert!(missing.contains(&Value::from("nodejs")), "{missing:?}");
    assert!(!missing.contains(&Value::from("libc6-dev")), "{missing:?}");
}
