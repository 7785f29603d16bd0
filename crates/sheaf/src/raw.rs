//! The environment of a test case as plain files: `stdin`, `args`, each file by its name; and a
//! shell command that runs the real program in it.

use crate::load::{Request, extension};
use crate::native::world::{called, prepare};
use sheaf_report::c_tests::KLEE_HEADER;
use sheaf_report::case::Case;
use sheaf_report::folder::RunFolder;
use sheaf_report::suite::Test;
use sheaf_report::world::World;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Writes the files into a folder of this name in the folder of the run, unless the test case has
/// no arguments, standard input, files and variables. Returns the shell command, if one can run the
/// real program.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    folder: &RunFolder,
    name: &str,
    request: &Request,
    case: &Case,
) -> io::Result<Option<String>> {
    let test = Test {
        name: name.to_string(),
        case: case.clone(),
        reveals: true,
        adds: Vec::new(),
    };
    let Ok(prepared) = prepare(request, test) else {
        return Ok(None);
    };
    let Some(world) = prepared.world else {
        return Ok(None);
    };
    let args: Vec<u8> = world
        .arguments
        .iter()
        .flat_map(|argument| argument.iter().copied().chain([0]))
        .collect();
    folder.write(&format!("{name}/args"), &args)?;
    folder.write(&format!("{name}/stdin"), &world.stdin)?;
    for (file, content) in &world.files {
        folder.write(&format!("{name}/{}", file.display()), content)?;
    }
    // The remaining inputs are for a harness, which the real program does not have.
    if !prepared.test.case.inputs.inputs.is_empty() {
        return Ok(None);
    }
    let headers = std::path::absolute(folder.path())?;
    let Some(steps) = program(request, case, &headers, &world.variables) else {
        return Ok(None);
    };
    if steps.len() > 1 {
        folder.write("klee/klee.h", KLEE_HEADER)?;
    }
    let place = headers.join(name);
    let enter = format!("cd {}", word(place.as_os_str().as_bytes()));
    let line = [enter, steps.join(" && ")].join(" && ") + &finds(&world);
    folder.write(&format!("{name}/run.sh"), format!("{line}\n"))?;
    Ok(Some(line))
}

/// The commands that start the real program: the program itself, or its compilation first. `None`
/// if the build is more complex. `headers` is the folder with Sheaf's headers.
fn program(
    request: &Request,
    case: &Case,
    headers: &Path,
    variables: &[String],
) -> Option<Vec<String>> {
    if request.build.is_some() || request.entry.is_some() {
        return None;
    }
    let directory = Path::new(&case.program.directory);
    let absolute = |file: &Path| word(directory.join(file).as_os_str().as_bytes());
    let variables = variables
        .iter()
        .map(|it| format!("{} ", word(it.as_bytes())));
    let environment = format!("env -i {}", variables.collect::<String>());
    if let [file] = &request.files[..]
        && is_program(file)
    {
        return Some(vec![environment + &absolute(file)]);
    }
    let compiled = |file: &PathBuf| matches!(extension(file), "c" | "bc" | "ll");
    if !request.files.iter().all(compiled) {
        return None;
    }
    let flags = request.flags.iter().map(|flag| word(flag.as_bytes()));
    let files = request.files.iter().map(|file| absolute(file));
    let words: Vec<String> = flags.chain(files).collect();
    let name = word(called(request).as_bytes());
    let compile = format!(
        "clang-19 -g -fsanitize=address,undefined -isystem {} {} -o {name}",
        word(headers.as_os_str().as_bytes()),
        words.join(" ")
    );
    Some(vec![compile, format!("{environment}./{name}")])
}

/// Whether a file is a program that a build has made: it has any other name than a source, bitcode,
/// an object or a library.
fn is_program(file: &Path) -> bool {
    const OTHERS: [&str; 9] = ["c", "bc", "ll", "o", "a", "so", "uc", "js", "ir"];
    let is_executable = || {
        let about = std::fs::metadata(file);
        about.is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
    };
    extension(file).is_empty() || !OTHERS.contains(&extension(file)) && is_executable()
}

/// The text after the program's name: its arguments and its standard input.
fn finds(world: &World) -> String {
    let arguments = world.arguments.iter().map(|it| format!(" {}", word(it)));
    arguments.collect::<String>() + " <stdin"
}

/// A shell word. Bytes that cannot appear in plain quotes are escaped as in C, which requires bash,
/// zsh or a newer POSIX shell.
fn word(bytes: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+=./:,@%".contains(byte);
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_empty() && bytes.iter().all(is_plain) => text.to_string(),
        Ok(text) if !text.chars().any(char::is_control) => {
            format!("'{}'", text.replace('\'', "'\\''"))
        }
        _ => {
            let byte = |byte: &u8| match byte {
                b'\'' | b'\\' => format!("\\{}", *byte as char),
                b' '..=b'~' => (*byte as char).to_string(),
                // Three octal digits: a following digit is not part of the escape.
                byte => format!("\\{byte:03o}"),
            };
            format!("$'{}'", bytes.iter().map(byte).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_they_need() {
        assert_eq!(word(b"--level=3"), "--level=3");
        assert_eq!(word(b""), "''");
        assert_eq!(word(b"a b"), "'a b'");
        assert_eq!(word(b"it's"), "'it'\\''s'");
        assert_eq!(word(b"a\n'\xff1"), "$'a\\012\\'\\3771'");
    }
}
