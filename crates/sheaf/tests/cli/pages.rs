//! Help, manual pages, completions, and `make install`.

use crate::common::Folder;
use std::path::Path;
use std::process::Command;

/// The commands, as the program lists them.
const COMMANDS: [&str; 10] = [
    "check",
    "test",
    "replay",
    "merge",
    "run",
    "show",
    "generate",
    "cc",
    "completions",
    "man",
];

#[test]
fn help_of_each_command() {
    let place = Folder::with(&[]);
    for command in COMMANDS {
        let help = place.sheaf(&format!("help {command}"));
        help.exits(0);
        help.says(&format!("Usage: sheaf {command}"));
        place.sheaf("help").says(&format!("\n  {command} "));
    }
    place
        .sheaf("help chekc")
        .refused_in_one_line(&["chekc", "sheaf --help"]);
}

#[test]
fn manual_pages() {
    let place = Folder::with(&[]);
    let page = place.sheaf("man check");
    page.exits(0);
    for part in [".TH sheaf-check 1", "\\-\\-pointer\\-elements", "\\-I"] {
        page.says(part);
    }
    place.sheaf("man").says(".TH sheaf 1");
    place
        .sheaf("man chek")
        .refused_in_one_line(&["sheaf-chek", "no such command"]);
    let reference = place.sheaf("man --markdown");
    reference.exits(0);
    reference.says("## sheaf check\n");
    place
        .sheaf("man check --markdown")
        .refused_in_one_line(&["--markdown"]);
    place.sheaf("man --out pages/man1").exits(0);
    let names = COMMANDS.map(|command| format!("sheaf-{command}"));
    for name in names.iter().map(String::as_str).chain(["sheaf"]) {
        assert!(
            place.path(&format!("pages/man1/{name}.1")).is_file(),
            "{name}"
        );
    }
}

#[test]
fn completions() {
    let place = Folder::with(&[]);
    for (shell, part) in [
        ("bash", "_sheaf()"),
        ("zsh", "#compdef sheaf"),
        ("fish", "complete -c sheaf"),
    ] {
        let script = place.sheaf(&format!("completions {shell}"));
        script.exits(0);
        script.says(part);
        script.says("aggressive");
    }
    place
        .sheaf("completions tcsh")
        .refused_in_one_line(&["tcsh", "bash"]);
}

#[test]
fn bash_completes_values() {
    let place = Folder::with(&[]);
    std::fs::write(
        place.path("sheaf.bash"),
        place.sheaf("completions bash").out,
    )
    .unwrap();
    let line = "source sheaf.bash; COMP_WORDS=(sheaf check --merge dyn); COMP_CWORD=3; \
                _sheaf sheaf dyn --merge; echo ${COMPREPLY[@]}";
    let mut bash = Command::new("bash");
    let answer = bash.args(["-c", line]).current_dir(place.folder()).output();
    assert_eq!(
        String::from_utf8(answer.unwrap().stdout).unwrap(),
        "dynamic\n"
    );
}

/// The recipe of `make install` names the program as a release build makes it, which tests need not
/// be.
#[test]
fn install() {
    let place = Folder::with(&[]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut make = Command::new("make");
    make.args(["install", "PREFIX=/usr"])
        .arg(format!("DESTDIR={}", place.folder().display()))
        .arg(format!("SHEAF={}", env!("CARGO_BIN_EXE_sheaf")))
        .current_dir(root);
    let made = make.output().unwrap();
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    for file in [
        "share/man/man1/sheaf.1",
        "share/man/man1/sheaf-replay.1",
        "share/bash-completion/completions/sheaf",
        "share/zsh/site-functions/_sheaf",
        "share/fish/vendor_completions.d/sheaf.fish",
    ] {
        assert!(place.path(&format!("usr/{file}")).is_file(), "{file}");
    }
    let installed = place.path("usr/bin/sheaf");
    assert!(
        Command::new(installed)
            .arg("--version")
            .status()
            .unwrap()
            .success()
    );
}
