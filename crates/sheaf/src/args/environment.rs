//! The options for the environment of a program.

use super::flags::INPUT_FILE;
use super::values::{UNDEFINED, values};
use crate::error::{UserError, describe_io};
use clap::Args;
use clap::builder::TypedValueParser;
use sheaf_llvm::environment::{Content, Environment, Undefined};
use sheaf_llvm::target::SIZE;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The environment of the program; C only.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug)]
pub struct EnvironmentArgs {
    /// A command-line argument; may be given several times
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub arg: Vec<String>,
    /// Up to N further arguments of up to LEN bytes, as inputs; may be given several times
    #[arg(long, value_name = "N,LEN", value_parser = count_and_length)]
    pub args: Vec<(u32, u32)>,
    /// Standard input: up to LEN bytes, as an input, or the content of a file [default: empty]
    #[arg(long, value_name = "LEN|@FILE", value_parser = source)]
    pub stdin: Option<Source>,
    /// A file called NAME: up to LEN bytes, as an input, or the content of a file
    #[arg(long, value_name = "NAME,LEN|NAME,@FILE", value_parser = named_source)]
    pub file: Vec<(String, Source)>,
    /// An environment variable; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    pub env: Vec<String>,
    /// Let up to N system calls fail
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub fail_calls: u32,
    /// Let up to N calls of `read` and `write` transfer less than requested
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub short_io: u32,
    /// What clocks show [default: fixed; input with --property, except for
    /// coverage]
    #[arg(long, value_name = "WHAT")]
    pub clock: Option<Known>,
    /// Random numbers (`rand`, `random`, `drand48`) [default: as for
    /// --clock]
    #[arg(long, value_name = "WHAT")]
    pub random: Option<Known>,
    /// What calls of undefined functions do, and what undefined objects hold
    #[arg(long, value_name = "WHAT", default_value = "reason", value_parser = undefined())]
    pub undefined: Undefined,
}

/// Whether a choice of the environment is known.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// The same in each run
    Fixed,
    /// Each reading may have any value
    Input,
}

/// The source of a file's content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// An input of at most this many bytes.
    Symbolic(u32),
    /// A file of the host.
    File(PathBuf),
}

/// The maximum size of a symbolic file or argument, and the maximum number of symbolic arguments.
const MOST: u32 = 1 << 20;

impl EnvironmentArgs {
    /// Whether no option was given.
    pub fn is_empty(&self) -> bool {
        *self == EnvironmentArgs::default()
    }

    /// Makes the file of the arguments that have [`INPUT_FILE`] an input of up to `size` bytes,
    /// which is taken, or the usual size, unless it is given.
    pub fn take_input_file(&mut self, size: &mut Option<u64>, usual: Option<u64>) {
        let is_named = self.arg.iter().any(|word| word.contains(INPUT_FILE));
        if is_named && !self.file.iter().any(|(name, _)| name == INPUT_FILE) {
            let bytes = size.take().or(usual).unwrap_or(SIZE).min(MOST.into());
            let file = Source::Symbolic(bytes as u32);
            self.file.push((INPUT_FILE.to_string(), file));
        }
    }

    /// Makes standard input an input of up to `size` bytes, which is taken, unless it is given or
    /// the input is a file.
    pub fn take_stdin(&mut self, size: &mut Option<u64>, usual: Option<u64>) {
        let has_file = self.file.iter().any(|(name, _)| name == INPUT_FILE);
        if self.stdin.is_none() && !has_file {
            let bytes = size.take().or(usual).unwrap_or(SIZE).min(MOST.into());
            self.stdin = Some(Source::Symbolic(bytes as u32));
        }
    }

    /// Whether a native run needs anything to be set up.
    pub fn has_world(&self) -> bool {
        let plain = EnvironmentArgs {
            clock: self.clock,
            random: self.random,
            ..EnvironmentArgs::default()
        };
        *self != plain
    }

    /// The environment of a program that is called by this name.
    ///
    /// # Errors
    /// When a file with given content cannot be read.
    pub fn environment(&self, program: &str) -> Result<Environment, UserError> {
        let content = |source: &Source| match source {
            Source::Symbolic(bytes) => Ok(Content::Symbolic(*bytes)),
            Source::File(path) => std::fs::read(path)
                .map(Content::Given)
                .map_err(|error| UserError::new(path.display(), describe_io(&error))),
        };
        let names = self.file.iter().map(|(name, _)| name);
        let mut seen = BTreeSet::new();
        if let Some(twice) = names.into_iter().find(|name| !seen.insert(*name)) {
            return Err(UserError::new(
                "--file",
                format!("`{twice}` is given twice"),
            ));
        }
        let bytes = |texts: &[String]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
        let files = self.file.iter();
        let files = files.map(|(name, source)| Ok((name.clone(), content(source)?)));
        Ok(Environment {
            program: program.to_string(),
            arguments: bytes(&self.arg),
            symbolic_arguments: self.args.clone(),
            variables: bytes(&self.env),
            stdin: self
                .stdin
                .as_ref()
                .map(content)
                .transpose()?
                .unwrap_or_default(),
            files: files.collect::<Result<_, UserError>>()?,
            failing_calls: self.fail_calls,
            short_calls: self.short_io,
            clock_is_input: self.clock == Some(Known::Input),
            random_is_input: self.random == Some(Known::Input),
            undefined: self.undefined,
        })
    }

    /// Makes what clocks show and random numbers inputs, unless they are given.
    pub fn open(&mut self) {
        self.clock.get_or_insert(Known::Input);
        self.random.get_or_insert(Known::Input);
    }

    /// The options as command-line words, for test cases.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.arg.iter().map(|text| format!("--arg={text}")));
        words.extend(
            self.args
                .iter()
                .map(|(count, bytes)| format!("--args={count},{bytes}")),
        );
        words.extend(
            self.stdin
                .iter()
                .map(|source| format!("--stdin={}", text(source))),
        );
        let files = self.file.iter();
        words.extend(files.map(|(name, source)| format!("--file={name},{}", text(source))));
        words.extend(self.env.iter().map(|text| format!("--env={text}")));
        if self.fail_calls > 0 {
            words.push(format!("--fail-calls={}", self.fail_calls));
        }
        if self.short_io > 0 {
            words.push(format!("--short-io={}", self.short_io));
        }
        for (option, known) in [("clock", self.clock), ("random", self.random)] {
            words.extend(known.map(|known| {
                let word = if known == Known::Input {
                    "input"
                } else {
                    "fixed"
                };
                format!("--{option}={word}")
            }));
        }
        if self.undefined == Undefined::Input {
            words.push("--undefined=input".to_string());
        }
        words
    }

    /// Those of the words that bound inputs.
    pub fn bounds(&self) -> Vec<String> {
        let bounds = [
            "--args=",
            "--stdin=",
            "--file=",
            "--fail-calls=",
            "--short-io=",
        ];
        let is_bound = |word: &String| {
            let is_given = word.starts_with("--stdin=@") || word.contains(",@");
            bounds.iter().any(|bound| word.starts_with(bound)) && !is_given
        };
        self.words().into_iter().filter(is_bound).collect()
    }

    /// Parses the output of [`EnvironmentArgs::words`].
    ///
    /// # Errors
    /// When the words are malformed; the message is one line.
    pub fn from_words(words: &[String]) -> Result<Self, String> {
        super::from_words(words)
    }
}

fn undefined() -> impl TypedValueParser<Value = Undefined> {
    values(["reason", "input"].into_iter(), UNDEFINED).map(|word| match word.as_str() {
        "input" => Undefined::Input,
        _ => Undefined::Reason,
    })
}

fn text(source: &Source) -> String {
    match source {
        Source::Symbolic(bytes) => bytes.to_string(),
        Source::File(path) => format!("@{}", path.display()),
    }
}

fn number(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(number) if number <= MOST => Ok(number),
        _ => Err(format!("`{text}` is not a number up to {MOST}")),
    }
}

fn count_and_length(text: &str) -> Result<(u32, u32), String> {
    let (count, length) = text
        .split_once(',')
        .ok_or("expected a number of arguments, a comma and a number of bytes, as in `2,8`")?;
    Ok((number(count)?, number(length)?))
}

fn source(text: &str) -> Result<Source, String> {
    match text.strip_prefix('@') {
        Some("") => Err("the name of a file is missing behind `@`".to_string()),
        Some(path) => Ok(Source::File(path.into())),
        None => number(text).map(Source::Symbolic),
    }
}

fn named_source(text: &str) -> Result<(String, Source), String> {
    match text.split_once(',') {
        Some((name, rest)) if !name.is_empty() => Ok((name.to_string(), source(rest)?)),
        _ => Err("expected a name, a comma and a number of bytes, as in `input.txt,8`".to_string()),
    }
}

fn variable(text: &str) -> Result<String, String> {
    match text.find('=') {
        None | Some(0) => Err("expected a name, `=` and a value".to_string()),
        Some(_) => Ok(text.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_again() {
        let given = [
            "--arg=-n",
            "--arg=a b",
            "--args=2,8",
            "--stdin=4",
            "--file=a,b,3",
            "--env=A=1=2",
            "--fail-calls=2",
        ];
        let mistaken = EnvironmentArgs::from_words(&given.map(String::from));
        assert!(mistaken.is_err(), "a comma in a name: {mistaken:?}");
        let given = [
            "--arg=-n",
            "--arg=a b",
            "--args=2,8",
            "--args=1,3",
            "--stdin=@x",
            "--file=a,3",
            "--env=A=1=2",
            "--fail-calls=2",
            "--clock=input",
            "--random=fixed",
            "--undefined=input",
        ];
        let words = given.map(String::from).to_vec();
        let read = EnvironmentArgs::from_words(&words).unwrap();
        assert_eq!(read.args, [(2, 8), (1, 3)]);
        assert_eq!(read.stdin, Some(Source::File("x".into())));
        assert_eq!(read.words(), words);
    }

    #[test]
    fn what_is_no_environment_is_refused() {
        for word in [
            "--args=2",
            "--args=2,-1",
            "--args=x,1",
            "--stdin=",
            "--stdin=@",
            "--stdin=9999999",
            "--file=,3",
            "--file=a",
            "--env=a",
            "--env==a",
        ] {
            let words = [word.to_string()];
            assert!(EnvironmentArgs::from_words(&words).is_err(), "{word}");
        }
    }
}
