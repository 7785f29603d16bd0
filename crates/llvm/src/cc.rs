//! `sheaf cc`: a compiler for existing builds.
//!
//! It is clang, with the user's own arguments and output: objects, archives and programs that run
//! natively, so that configure scripts and build rules work. In addition, each object carries the
//! bitcode of its source ([`crate::embed`]), compiled a second time as in [`crate::compile`], so
//! that the unoptimised program is explored. The native object is not optimised either: an inlined
//! call would not make the linker include the archive member that the bitcode calls.

use crate::LoadError;
use crate::compile::{Compiler, DEFAULTS, Unit};
use crate::embed;
use crate::linking;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The program that adds sections to objects.
pub const OBJCOPY: &str = "llvm-objcopy-19";

/// Arguments of clang whose value is the next word.
const WITH_VALUE: &[&str] = &[
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-MF",
    "-MT",
    "-MQ",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-isysroot",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-mllvm",
    "-arch",
    "-target",
    "--param",
    "-rpath",
    "-wrapper",
    "-e",
    "-G",
];

/// The argument that names a precompiled header.
const INCLUDE_PRECOMPILED: &str = "-include-pch";

/// Arguments that prevent compilation to an object.
const NO_OBJECT: &[&str] = &[
    "-E",
    "-S",
    "-M",
    "-MM",
    "-fsyntax-only",
    "-emit-llvm",
    "--version",
    "-###",
    "-dumpversion",
    "-dumpmachine",
];

/// Runs the compiler and returns its exit status.
///
/// # Errors
/// When clang or objcopy cannot be run, a file cannot be written, or a flag changes the program in
/// a way that is not followed.
pub fn cc(words: &[OsString]) -> Result<u8, LoadError> {
    let words = &without_precompiled(words);
    let line = CommandLine::parse(words);
    let texts = || words.iter().filter_map(|word| word.to_str());
    if line.makes_objects() {
        linking::check_compilation(texts())?;
    }
    if !line.compiles_only && !line.no_object {
        linking::check_link(texts())?;
    }
    let driver = Driver {
        compiler: Compiler::find()?,
    };
    let status = if line.makes_objects() && line.compiles_only {
        driver.compile_to(&line, line.output.clone())?
    } else if line.makes_objects() {
        driver.compile_and_link(words, &line)?
    } else {
        driver.native(words.iter())?
    };
    Ok(exit_code(status))
}

/// The arguments of a compiler that affect the meaning of a source.
pub fn source_flags(words: &[OsString]) -> Vec<OsString> {
    CommandLine::parse(&without_precompiled(words)).source_flags
}

/// The same without the use of precompiled headers: they are for the flags of one compilation. What
/// CMake and Meson make is an optimisation only, the sources still include the header.
fn without_precompiled(words: &[OsString]) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut left = words.iter().peekable();
    while let Some(word) = left.next() {
        let next = left.peek().is_some_and(|it| *it == INCLUDE_PRECOMPILED);
        if word == "-Xclang" && next {
            // The option, `-Xclang` again, and the name.
            left.by_ref().take(3).for_each(drop);
        } else if word == INCLUDE_PRECOMPILED {
            left.next();
        } else {
            kept.push(word.clone());
        }
    }
    kept
}

/// A parsed command line of clang, as far as it matters here.
#[derive(Default, Debug)]
struct CommandLine {
    /// C sources, by their positions.
    sources: Vec<(usize, PathBuf)>,
    /// `-c`.
    compiles_only: bool,
    /// It creates no object: it preprocesses, prints assembly or the like.
    no_object: bool,
    /// `-o`, without the option itself.
    output: Option<PathBuf>,
    /// Words that are neither a source, nor the output, nor an option for the last phase.
    flags: Vec<OsString>,
    /// The flags that affect the meaning of a source.
    source_flags: Vec<OsString>,
}

impl CommandLine {
    fn parse(words: &[OsString]) -> Self {
        let mut line = CommandLine::default();
        let mut other_language = false;
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let text = word.to_string_lossy();
            let takes_value = WITH_VALUE.contains(&&*text);
            let value = words.get(at + 1).filter(|_| takes_value);
            if text == "-c" {
                line.compiles_only = true;
            } else if NO_OBJECT.contains(&&*text) {
                line.no_object = true;
            } else if let Some(path) = output_of(&text, value) {
                line.output = Some(path);
            } else if let Some(language) = language_of(&text, value) {
                other_language = language != "c" && language != "none";
                line.flags
                    .extend([word.clone()].into_iter().chain(value.cloned()));
            } else if !other_language && is_source(&text) {
                line.sources.push((at, PathBuf::from(word)));
            } else {
                let all = [Some(word), value].into_iter().flatten().cloned();
                line.flags.extend(all.clone());
                if !is_about_dependencies(&text) && (text.starts_with('-') || text.starts_with('@'))
                {
                    line.source_flags.extend(all);
                }
            }
            at += 1 + usize::from(value.is_some());
        }
        line
    }

    fn makes_objects(&self) -> bool {
        !self.no_object && !self.sources.is_empty()
    }
}

fn output_of(text: &str, value: Option<&OsString>) -> Option<PathBuf> {
    match (text, value) {
        ("-o", Some(value)) => Some(PathBuf::from(value)),
        _ => text
            .strip_prefix("-o")
            .filter(|rest| !rest.is_empty() && !text.starts_with("-object"))
            .map(PathBuf::from),
    }
}

fn language_of(text: &str, value: Option<&OsString>) -> Option<String> {
    match (text, value) {
        ("-x", Some(value)) => Some(value.to_string_lossy().into_owned()),
        _ => text
            .strip_prefix("-x")
            .filter(|rest| !rest.is_empty())
            .map(str::to_string),
    }
}

fn is_source(text: &str) -> bool {
    !text.starts_with('-') && (text.ends_with(".c") || text.ends_with(".i"))
}

/// Whether an argument creates dependency files, which the second compilation must not do again.
fn is_about_dependencies(text: &str) -> bool {
    text.starts_with("-M") || text.starts_with("-Wp,-M")
}

struct Driver {
    compiler: Compiler,
}

impl Driver {
    /// Runs clang itself.
    fn native<'a>(
        &self,
        words: impl Iterator<Item = &'a OsString>,
    ) -> Result<ExitStatus, LoadError> {
        status(
            Command::new(self.compiler.program())
                .arg("-isystem")
                .arg(self.compiler.headers())
                .arg("-Qunused-arguments")
                .args(DEFAULTS)
                .args(words)
                // Objects for link-time optimisation are not native.
                .arg("-fno-lto"),
        )
    }

    /// Compiles each source to an object; `output` names it if there is only one.
    fn compile_to(
        &self,
        line: &CommandLine,
        output: Option<PathBuf>,
    ) -> Result<ExitStatus, LoadError> {
        let mut last = ExitStatus::default();
        for (_, source) in &line.sources {
            let object = match &output {
                Some(output) => output.clone(),
                None => PathBuf::from(source.file_name().unwrap_or_default()).with_extension("o"),
            };
            let compile = ["-O0", "-c", "-o"].map(OsString::from);
            let words = line.flags.iter().chain(&compile);
            last = self.native(words.chain([
                &object.clone().into_os_string(),
                &source.clone().into_os_string(),
            ]))?;
            if !last.success() {
                break;
            }
            // A configure script may send the object to /dev/null.
            if object.is_file() {
                self.embed(line, source, &object)?;
            }
        }
        Ok(last)
    }

    /// Embeds the bitcode of a source and its command line into its object. If compilation to
    /// bitcode fails, the object is kept, and a note is printed.
    fn embed(&self, line: &CommandLine, source: &Path, object: &Path) -> Result<(), LoadError> {
        let bitcode = match self.compiler.bitcode(source, &line.source_flags) {
            Ok(bitcode) => bitcode,
            Err(error) => {
                eprintln!(
                    "sheaf cc: {}: no bitcode: {}",
                    source.display(),
                    error.message
                );
                return Ok(());
            }
        };
        let folder = tempfile::tempdir()
            .map_err(|error| LoadError::new("temporary folder", error.to_string()))?;
        let origin = origin(source, &line.source_flags)
            .map_err(|error| LoadError::new(source.display(), error.to_string()))?;
        let mut command = Command::new(OBJCOPY);
        for (name, content) in [
            (embed::SECTION, &bitcode),
            (embed::SOURCES, &origin.to_bytes()),
        ] {
            let section = folder.path().join(name);
            fs::write(&section, embed::record(content))
                .map_err(|error| LoadError::new(section.display(), error.to_string()))?;
            let mut option = OsString::from(format!("--add-section={name}="));
            option.push(&section);
            command.arg(option);
        }
        let done = status(command.arg(object))?;
        match done.success() {
            true => Ok(()),
            false => Err(LoadError::new(
                object.display(),
                format!("{OBJCOPY} could not add the bitcode"),
            )),
        }
    }

    /// Compiles each source to an object in a temporary folder, and links these instead of the
    /// sources.
    fn compile_and_link(
        &self,
        words: &[OsString],
        line: &CommandLine,
    ) -> Result<ExitStatus, LoadError> {
        let folder = tempfile::tempdir()
            .map_err(|error| LoadError::new("temporary folder", error.to_string()))?;
        let mut words = words.to_vec();
        for (number, (position, source)) in line.sources.iter().enumerate() {
            let object = folder.path().join(format!("{number}.o"));
            let one = CommandLine {
                sources: vec![(0, source.clone())],
                flags: line.source_flags.clone(),
                source_flags: line.source_flags.clone(),
                ..CommandLine::default()
            };
            let compiled = self.compile_to(&one, Some(object.clone()))?;
            if !compiled.success() {
                return Ok(compiled);
            }
            words[*position] = object.into_os_string();
        }
        // A language option for the sources does not apply to their objects.
        let language = |word: &OsStr| word == "-x" || word.to_string_lossy().starts_with("-xc");
        let mut kept = Vec::new();
        let mut skip = false;
        for word in words {
            if skip || language(&word) {
                skip = !skip && word == *"-x";
                continue;
            }
            kept.push(word);
        }
        self.native(kept.iter())
    }
}

/// A source in the current directory with these flags.
fn origin(source: &Path, flags: &[OsString]) -> io::Result<embed::Source> {
    let flags = flags.iter().map(|flag| flag.to_string_lossy().into_owned());
    Ok(embed::Source {
        path: std::path::absolute(source)?,
        unit: Unit {
            directory: std::env::current_dir()?,
            flags: flags.collect(),
        },
    })
}

fn status(command: &mut Command) -> Result<ExitStatus, LoadError> {
    let program = command.get_program().to_string_lossy().into_owned();
    command
        .status()
        .map_err(|error| LoadError::new(program, format!("cannot be run: {error}")))
}

fn exit_code(status: ExitStatus) -> u8 {
    status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> CommandLine {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        CommandLine::parse(&words)
    }

    #[test]
    fn command_lines_are_taken_apart() {
        let line = parse("-O2 -DX=1 -MD -MF dep.d -c -o out.o a.c -I inc");
        assert!(line.makes_objects() && line.compiles_only);
        assert_eq!(line.output, Some("out.o".into()));
        assert_eq!(line.sources, [(8, "a.c".into())]);
        assert_eq!(
            line.source_flags,
            ["-O2", "-DX=1", "-I", "inc"].map(OsString::from)
        );
        assert_eq!(
            line.flags,
            ["-O2", "-DX=1", "-MD", "-MF", "dep.d", "-I", "inc"].map(OsString::from)
        );
    }

    #[test]
    fn precompiled_headers_are_not_used() {
        for (given, expected) in [
            (
                "-Xclang -include-pch -Xclang x.pch -Xclang -include -Xclang x.h -c a.c",
                "-Xclang -include -Xclang x.h -c a.c",
            ),
            ("-include-pch x.pch -c a.c", "-c a.c"),
            ("-c a.c -include-pch", "-c a.c"),
            ("-Xclang -w a.c", "-Xclang -w a.c"),
        ] {
            let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
            assert_eq!(without_precompiled(&words(given)), words(expected));
        }
    }

    #[test]
    fn other_phases_and_languages_are_left_to_clang() {
        assert!(!parse("-E a.c").makes_objects());
        assert!(!parse("a.o b.o -o prog").makes_objects());
        assert!(!parse("--version").makes_objects());
        assert!(!parse("-x assembler -c a.c").makes_objects());
        assert!(parse("a.c b.o -lm -oprog").makes_objects());
        assert_eq!(parse("a.c b.o -lm -oprog").output, Some("prog".into()));
    }
}
