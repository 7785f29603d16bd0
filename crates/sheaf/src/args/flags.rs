//! Flags for clang: the common ones as options of Sheaf, all others after `--`. Their order is
//! kept.

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;

/// Flags for clang, in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CompilerFlags(pub Vec<String>);

/// An option that becomes a flag.
struct Row {
    /// Its long name, or its letter.
    name: &'static str,
    /// The flag of clang for its value.
    flag: &'static str,
    value: &'static str,
    help: &'static str,
}

/// In the order of the help.
const TABLE: &[Row] = &[
    Row {
        name: "I",
        flag: "-I",
        value: "DIR",
        help: "Look for included files in DIR",
    },
    Row {
        name: "D",
        flag: "-D",
        value: "NAME[=VALUE]",
        help: "Define a macro",
    },
    Row {
        name: "U",
        flag: "-U",
        value: "NAME",
        help: "Undefine a macro",
    },
    Row {
        name: "include",
        flag: INCLUDE,
        value: "FILE",
        help: "Include FILE first; `-include FILE` is the same",
    },
    Row {
        name: "std",
        flag: "-std=",
        value: "STANDARD",
        help: "C standard; `-std=c99` is the same",
    },
];

/// The one flag whose value is a separate word.
const INCLUDE: &str = "-include";

/// The name of the argument for the flags after `--`.
const REST: &str = "flags";

impl Row {
    fn arg(&self) -> Arg {
        let arg = Arg::new(self.name)
            .value_name(self.value)
            .help(self.help)
            .help_heading("Compiler")
            .action(ArgAction::Append)
            .value_parser(NonEmptyStringValueParser::new());
        match self.name.as_bytes() {
            [letter] => arg.short(char::from(*letter)),
            _ => arg.long(self.name),
        }
    }

    fn words(&self, value: &str) -> Vec<String> {
        match self.flag {
            INCLUDE => vec![INCLUDE.to_string(), value.to_string()],
            flag => vec![format!("{flag}{value}")],
        }
    }
}

impl Args for CompilerFlags {
    fn augment_args(command: Command) -> Command {
        let rest = Arg::new(REST)
            .last(true)
            .action(ArgAction::Append)
            .value_name("FLAG")
            .help("Flags for clang, behind `--`");
        command.args(TABLE.iter().map(Row::arg)).arg(rest)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for CompilerFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = CompilerFlags::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let given = |name: &str| {
            let values = matches.get_many::<String>(name).unwrap_or_default();
            let values: Vec<String> = values.cloned().collect();
            let places = matches.indices_of(name).unwrap_or_default();
            places.zip(values).collect::<Vec<_>>()
        };
        let of_row = |row: &Row| {
            let words = given(row.name).into_iter();
            words
                .map(|(place, value)| (place, row.words(&value)))
                .collect::<Vec<_>>()
        };
        let mut all: Vec<(usize, Vec<String>)> = TABLE.iter().flat_map(of_row).collect();
        all.extend(given(REST).into_iter().map(|(at, word)| (at, vec![word])));
        all.sort();
        self.0 = all.into_iter().flat_map(|(_, words)| words).collect();
        Ok(())
    }
}

/// Options whose value may look like a flag.
const TAKES_ANYTHING: [&str; 2] = ["--arg", "--input"];

/// Normalises `-include` and `-std=` to two dashes: with one, they would be parsed as several
/// one-letter options.
pub fn spelled_out(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    if words.get(1).is_some_and(|command| command == "cc") {
        return words;
    }
    let end = words.iter().position(|word| word == "--");
    for at in 1..end.unwrap_or(words.len()) {
        let is_value = TAKES_ANYTHING.iter().any(|name| words[at - 1] == *name);
        let word = words[at].to_str();
        if let Some(word) =
            word.filter(|word| !is_value && (*word == INCLUDE || word.starts_with("-std=")))
        {
            words[at] = format!("-{word}").into();
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        files: Vec<String>,
        #[arg(long, allow_hyphen_values = true)]
        arg: Vec<String>,
        #[command(flatten)]
        flags: CompilerFlags,
    }

    fn parse(line: &str) -> Line {
        let words = line.split(' ').map(OsString::from);
        Line::try_parse_from(spelled_out(words)).unwrap()
    }

    #[test]
    fn flags_keep_their_order() {
        let line =
            parse("sheaf -DA=1 a.c -U A -I inc -DB -std=c99 -include x.h --std gnu11 -- -O1 -DC");
        let expected = [
            "-DA=1",
            "-UA",
            "-Iinc",
            "-DB",
            "-std=c99",
            "-include",
            "x.h",
            "-std=gnu11",
            "-O1",
            "-DC",
        ];
        assert_eq!(line.flags.0, expected);
        assert_eq!(line.files, ["a.c"]);
    }

    #[test]
    fn values_are_left_alone() {
        let line = parse("sheaf a.c --arg -include --arg -std=c99 -- -std=c11 -include");
        assert_eq!(line.arg, ["-include", "-std=c99"]);
        assert_eq!(line.flags.0, ["-std=c11", "-include"]);
        let cc = ["sheaf", "cc", "-std=c99"].map(OsString::from);
        assert_eq!(spelled_out(cc.clone()), cc);
    }
}
