//! Converts a test case to a native test. The arguments, standard input and files of a case are
//! inputs of the C library models (`runtime/environment.c`, `runtime/files.c`); here they become
//! the environment of the process. The remaining inputs are left to the harness.

use crate::args::environment::{EnvironmentArgs, Known, Source};
use crate::flat::ALLOCATION;
use crate::load::Request;
use sheaf_engine::outcome::{Input, InputValue, Inputs};
use sheaf_ir::{FailureKind, undefined};
use sheaf_report::c_tests::NativeTest;
use sheaf_report::suite::Test;
use sheaf_report::world::World;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// The beginnings of the names of inputs that are readings of clocks, and random numbers, where `--clock` and
/// `--random` say so.
const CLOCK: &str = "clock reading";
const RANDOM: &str = "random number";

/// The native test: without the inputs that became part of the environment.
///
/// # Errors
/// When the real system cannot reproduce the case; the message completes "not run natively: ...".
pub fn prepare(request: &Request, mut test: Test) -> Result<NativeTest, String> {
    let inputs = &mut test.case.inputs;
    let is_allocation = |input: &Input| input.name == ALLOCATION;
    let fails = |input: &Input| is_allocation(input) && input.value == InputValue::Bool(false);
    if inputs.inputs.iter().any(fails) {
        return Err("an allocation fails in it".to_string());
    }
    if !inputs.uninitialized.is_empty() {
        return Err("memory that was never written is an input in it".to_string());
    }
    let ends = |kind: FailureKind| {
        let expected = test.case.expected.as_ref();
        expected.is_some_and(|it| it.kind.as_deref() == Some(kind.name()))
    };
    if let Some(label) = &request.error_label
        && ends(FailureKind::UnreachableCall)
    {
        return Err(format!("natively nothing fails at the label `{label}`"));
    }
    if let Some(goal) = &request.goal
        && ends(FailureKind::Target)
    {
        return Err(format!("natively nothing fails at `{goal}`"));
    }
    let structure = inputs.inputs.iter().find_map(|input| {
        let function = undefined::called(&input.name)?;
        matches!(input.value, InputValue::Bytes { .. }).then_some(function)
    });
    if let Some(function) = structure {
        return Err(format!(
            "`{function}`, which is undefined, returns a structure in it"
        ));
    }
    inputs.inputs.retain(|input| !is_allocation(input));
    let environment = &request.environment;
    for (is_input, name, what) in [
        (environment.clock, CLOCK, "the time is an input"),
        (environment.random, RANDOM, "random numbers are inputs"),
    ] {
        let mut all = inputs.inputs.iter();
        if is_input == Some(Known::Input) && all.any(|input| input.name.starts_with(name)) {
            return Err(format!("{what} in it"));
        }
    }
    let world = match environment.has_world() {
        false => None,
        true => Some(World {
            name: called(request).as_bytes().to_vec(),
            ..take(environment, inputs)?
        }),
    };
    Ok(NativeTest { test, world })
}

/// The value of `argv[0]`: the first file without the extension.
pub fn called(request: &Request) -> &OsStr {
    let name = request.files.first().and_then(|file| file.file_stem());
    name.unwrap_or_default()
}

/// Removes the inputs of a case that make up the environment.
fn take(environment: &EnvironmentArgs, inputs: &mut Inputs) -> Result<World, String> {
    let mut taker = Taker(inputs);
    if environment.fail_calls > 0 && taker.takes_any(" fails") {
        return Err("a system call fails in it".to_string());
    }
    if environment.short_io > 0 && taker.takes_any(" is short by") {
        return Err("a call in it transfers less than requested".to_string());
    }
    let mut arguments: Vec<Vec<u8>> = Vec::new();
    arguments.extend(environment.arg.iter().map(|text| text.clone().into_bytes()));
    for _ in &environment.args {
        for _ in 0..taker.number("symbolic arguments").unwrap_or(0) {
            let name = format!("argument {}", arguments.len() + 1);
            let mut text = taker.bytes(&name).unwrap_or_default();
            let end = text.iter().position(|byte| *byte == 0);
            text.truncate(end.unwrap_or(text.len()));
            arguments.push(text);
        }
    }
    let mut files = Vec::new();
    for (name, source) in &environment.file {
        files.push((inside(name)?, taker.content(name, source)?));
    }
    let stdin = match &environment.stdin {
        Some(source) => taker.content("stdin", source)?,
        None => Vec::new(),
    };
    Ok(World {
        name: Vec::new(),
        arguments,
        variables: environment.env.clone(),
        stdin,
        files,
    })
}

/// Creates the files in the working directory of a test.
///
/// # Errors
/// When one cannot be written.
pub fn make_files(world: &World, folder: &Path) -> io::Result<()> {
    for (name, content) in &world.files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)?;
    }
    Ok(())
}

/// The name of a file below the working directory.
fn inside(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    let stays = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    match path.components().all(stays) {
        true => Ok(path),
        false => Err(format!("`{name}` is not a file of its folder")),
    }
}

/// Removes inputs by name.
struct Taker<'a>(&'a mut Inputs);

impl Taker<'_> {
    fn take(&mut self, name: &str) -> Option<Input> {
        let inputs = &mut self.0.inputs;
        let position = inputs.iter().position(|input| input.name == name)?;
        Some(inputs.remove(position))
    }

    fn bytes(&mut self, name: &str) -> Option<Vec<u8>> {
        match self.take(name)?.value {
            InputValue::Bytes { bytes, .. } => Some(bytes),
            _ => None,
        }
    }

    fn number(&mut self, name: &str) -> Option<u128> {
        match self.take(name)?.value {
            InputValue::Bits { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The content of a file; empty if it was never read.
    fn content(&mut self, name: &str, source: &Source) -> Result<Vec<u8>, String> {
        match source {
            Source::File(path) => fs::read(path)
                .map_err(|error| format!("{} cannot be read: {error}", path.display())),
            Source::Symbolic(_) => {
                let mut bytes = self.bytes(name).unwrap_or_default();
                let size = self.number(&format!("size of {name}"));
                let size = size.and_then(|size| usize::try_from(size).ok());
                bytes.truncate(size.unwrap_or(bytes.len()));
                Ok(bytes)
            }
        }
    }

    /// Removes all inputs whose names end with `end`; returns whether any is not zero.
    fn takes_any(&mut self, end: &str) -> bool {
        let is_meant = |input: &Input| input.name.ends_with(end);
        let zero = |input: &Input| matches!(input.value, InputValue::Bits { value: 0, .. });
        let inputs = &mut self.0.inputs;
        let any = inputs.iter().any(|input| is_meant(input) && !zero(input));
        inputs.retain(|input| !is_meant(input));
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_engine::outcome::Input;
    use sheaf_ir::Element;

    fn number(name: &str, value: u128) -> Input {
        Input {
            name: name.into(),
            value: InputValue::Bits { width: 32, value },
        }
    }

    fn text(name: &str, bytes: &[u8]) -> Input {
        Input {
            name: name.into(),
            value: InputValue::Bytes {
                bytes: bytes.to_vec(),
                element: Element::BYTE,
            },
        }
    }

    fn environment(words: &[&str]) -> EnvironmentArgs {
        let words: Vec<String> = words.iter().map(|word| (*word).to_string()).collect();
        EnvironmentArgs::from_words(&words).unwrap()
    }

    #[test]
    fn inputs_become_what_a_program_finds() {
        let mut inputs = Inputs {
            inputs: vec![
                number("symbolic arguments", 1),
                text("argument 2", b"ab\0d"),
                number("symbolic arguments", 0),
                number("x", 7),
                text("stdin", b"xyz"),
                number("size of stdin", 2),
                number("read fails", 0),
            ],
            ..Inputs::default()
        };
        let words = [
            "--arg=-n",
            "--args=2,3",
            "--args=1,1",
            "--stdin=3",
            "--file=d/f,4",
            "--env=A=1",
            "--fail-calls=1",
        ];
        let world = take(&environment(&words), &mut inputs).unwrap();
        assert_eq!(world.arguments, [b"-n".to_vec(), b"ab".to_vec()]);
        assert_eq!(world.stdin, b"xy");
        assert_eq!(world.variables, ["A=1"]);
        assert_eq!(world.files, [("d/f".into(), Vec::new())]);
        assert_eq!(inputs.inputs, [number("x", 7)]);
        let folder = tempfile::tempdir().unwrap();
        make_files(&world, folder.path()).unwrap();
        assert_eq!(fs::read(folder.path().join("d/f")).unwrap(), b"");
    }

    #[test]
    fn what_the_real_system_cannot_be_made_to_do_is_said() {
        let mut failing = Inputs {
            inputs: vec![number("open fails", 2)],
            ..Inputs::default()
        };
        let failed = take(&environment(&["--fail-calls=1"]), &mut failing);
        assert_eq!(failed, Err("a system call fails in it".into()));
        let mut short = Inputs {
            inputs: vec![number("read is short by", 1)],
            ..Inputs::default()
        };
        let words = environment(&["--short-io=1"]);
        assert!(take(&words, &mut short).is_err());
        assert!(take(&words, &mut short).is_ok());
        for name in ["/etc/passwd,1", "../up,1"] {
            let words = environment(&[&format!("--file={name}")]);
            assert!(take(&words, &mut Inputs::default()).is_err());
        }
    }
}
