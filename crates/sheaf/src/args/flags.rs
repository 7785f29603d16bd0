//! Flags for clang: the common ones as options of Sheaf, all others after `--`. Their order is
//! kept.

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;

/// Flags for clang, in the order in which they were given, and the words behind `--` where these
/// are arguments of the program: one of them names [`INPUT_FILE`], as on the command line of
/// `afl-fuzz`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CompilerFlags(pub Vec<String>, pub Vec<String>);

/// The name of the input file in arguments, which fuzzers replace. It is what the file is called.
pub const INPUT_FILE: &str = "@@";

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

/// The name of the hidden option whose values are the flags of [`OF_COMPILE_LINES`].
const FLAG: &str = "flag";

/// The first characters of flags in compile lines that may stand before `--`: warnings, code, debug
/// information. Not of optimisation, which would change what is explored.
const OF_COMPILE_LINES: [&str; 7] = ["-W", "-w", "-f", "-m", "-ansi", "-pedantic", "-pthread"];

/// Those that change nothing: Sheaf has a library of its own, and always debug information.
const WITHOUT_EFFECT: [&str; 3] = ["-l", "-L", "-g"];

impl Row {
    fn arg(&self) -> Arg {
        let arg = Arg::new(self.name)
            .value_name(self.value)
            .help(self.help)
            .help_heading("Compiler of C programs")
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
            .help("Flags for clang, behind `--`; or arguments of the program, if one of them has `@@`, a file of up to --size bytes");
        let flag = Arg::new(FLAG)
            .long(FLAG)
            .action(ArgAction::Append)
            .allow_hyphen_values(true)
            .hide(true);
        command.args(TABLE.iter().map(Row::arg)).args([flag, rest])
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
        let rest: Vec<String> = given(REST).into_iter().map(|(_, word)| word).collect();
        let are_arguments = rest.iter().any(|word| word.contains(INPUT_FILE));
        let flags = [FLAG, REST].into_iter();
        let flags = flags.filter(|name| *name != REST || !are_arguments);
        let as_they_are = flags.flat_map(given);
        all.extend(as_they_are.map(|(at, word)| (at, vec![word])));
        all.sort();
        self.0 = all.into_iter().flat_map(|(_, words)| words).collect();
        self.1 = if are_arguments { rest } else { Vec::new() };
        Ok(())
    }
}

/// Options whose value may look like a flag.
const TAKES_ANYTHING: [&str; 2] = ["--arg", "--input"];

/// Normalises `-include` and `-std=` to two dashes, and flags of compile lines to an option: as
/// they are, they would be parsed as several one-letter options.
pub fn spelled_out(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    if words.get(1).is_some_and(|command| command == "cc") {
        return words;
    }
    let end = words.iter().position(|word| word == "--");
    let mut spelled = Vec::with_capacity(words.len());
    for (at, word) in words.drain(..).enumerate() {
        let is_value = spelled
            .last()
            .is_some_and(|last: &OsString| TAKES_ANYTHING.iter().any(|name| *last == **name));
        let is_option = at > 0 && end.is_none_or(|end| at < end) && !is_value;
        let starts = |all: &[&str], word: &str| all.iter().any(|flag| word.starts_with(flag));
        match word.to_str().filter(|_| is_option) {
            Some(text) if text == INCLUDE || text.starts_with("-std=") => {
                spelled.push(format!("-{text}").into());
            }
            Some(text) if starts(&OF_COMPILE_LINES, text) => {
                spelled.push(format!("--{FLAG}={text}").into());
            }
            Some(text) if starts(&WITHOUT_EFFECT, text) => {}
            _ => spelled.push(word),
        }
    }
    spelled
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
        let line = parse(
            "sheaf -DA=1 a.c -U A -I inc -DB -std=c99 -include x.h --std gnu11 -Wall -g -lm -- -O1 -DC",
        );
        let expected = [
            "-DA=1",
            "-UA",
            "-Iinc",
            "-DB",
            "-std=c99",
            "-include",
            "x.h",
            "-std=gnu11",
            "-Wall",
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
