//! The command line: the only place that reads arguments and prints.
//!
//! [`main`] is the whole program; [`load`] is public for tests, which load programs as the commands
//! do.

mod afl;
mod allocator;
pub mod args;
pub mod certificate;
mod check;
mod database;
mod doctor;
pub mod error;
pub mod exit;
mod flat;
mod foreign;
mod generate;
mod interrupt;
pub mod load;
mod merge;
mod native;
mod options;
mod pages;
mod progress;
pub mod property;
mod query_costs;
mod raw;
pub mod reach;
pub mod reference;
mod replay;
mod report;
mod reporter;
mod resume;
mod run;
pub mod seeds;
mod show;
pub mod sizes;
pub mod supply;
mod task;
mod test;
pub mod units;
mod warnings;
mod watch;
mod witness;

pub use options::exploration;
pub use run::exit_status;

use args::{Cli, Command, spelled_out};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, FromArgMatches};
use error::{UserError, status};
use std::ffi::OsString;
use std::io::Write;

/// Runs a command line, including the program's name, and returns the exit status.
pub fn main(words: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    let outcome = match parse(words.iter().cloned()) {
        Ok(cli) => dispatch(&cli, &words),
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // An error here cannot be reported.
            let _ = error.print();
            return status::BAD_INPUT;
        }
        Err(error) if error.use_stderr() => {
            report(&usage_line(&error));
            return status::BAD_INPUT;
        }
        Err(help) => {
            // An error here cannot be reported.
            let _ = help.print();
            return status::DONE;
        }
    };
    outcome.unwrap_or_else(|error| {
        report(&error.to_string());
        status::BAD_INPUT
    })
}

/// Parses a command line. Negative numbers are passed to the options, which reject them.
fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let takes_numbers = |arg: Arg| {
        let takes_values = arg.get_action().takes_values();
        match takes_values && !arg.is_allow_hyphen_values_set() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        }
    };
    let command = args::command().mut_subcommands(|command| {
        let last_wins = command.args_override_self(true);
        last_wins.mut_args(takes_numbers)
    });
    Cli::from_arg_matches(&command.try_get_matches_from(spelled_out(words))?)
}

fn dispatch(cli: &Cli, words: &[OsString]) -> Result<u8, UserError> {
    match &cli.command {
        Command::Check(args) if args.watch && !watch::is_run() => watch::watch(&args.check, words),
        Command::Check(args) => check::check(&args.check, words),
        Command::Resume(args) => resume::resume(args),
        Command::Test(args) => test::test(args),
        Command::Merge(args) => merge::merge(args),
        Command::Report(args) => report::report(args),
        Command::Reach(args) => reach::reach(args),
        Command::Replay(args) => replay::replay(args),
        Command::Run(args) => run::run(args),
        Command::Show(args) => {
            print(&show::show(args)?);
            Ok(status::DONE)
        }
        Command::Cc(args) => sheaf_llvm::cc::cc(&args.words)
            .map_err(|error| UserError::new(error.place, error.message)),
        Command::Generate(args) => {
            print(&generate::generate(args)?);
            Ok(status::DONE)
        }
        Command::Doctor(args) => doctor::doctor(args),
        Command::Task(args) => task::explore(args),
        Command::Conclude(args) => task::conclude(args),
        Command::Completions(args) => {
            print(&pages::completions(args));
            Ok(status::DONE)
        }
        Command::Man(args) => {
            print(&pages::man(args)?);
            Ok(status::DONE)
        }
    }
}

/// Prints an error, which may have the messages of a compiler below its first line.
fn report(message: &str) {
    // An error here cannot be reported.
    let _ = writeln!(
        std::io::stderr().lock(),
        "sheaf: error: {}",
        message.trim_end()
    );
}

/// Prints text to standard output; a closed pipe ends the process by SIGPIPE.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    // Remaining errors, such as a full disk, cannot be reported by the exit status.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Messages of the standard library about malformed numbers, and their replacements.
const IN_PLAIN_WORDS: [(&str, &str); 3] = [
    (
        "invalid digit found in string",
        "not a non-negative integer",
    ),
    ("invalid float literal", "not a number"),
    ("number too large to fit in target type", "number too large"),
];

/// The parser's message as one line, with its suggestion; usage and hints follow an empty line and
/// are dropped.
fn usage_line(error: &clap::Error) -> String {
    let message = error.to_string();
    let lines = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join(" ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    let line = IN_PLAIN_WORDS
        .iter()
        .fold(line.to_string(), |line, (from, to)| line.replace(from, to));
    let kinds = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    let hint = match kinds.iter().find_map(|kind| error.get(*kind)) {
        Some(ContextValue::String(meant)) => format!("; did you mean `{meant}`?"),
        Some(ContextValue::Strings(meant)) if !meant.is_empty() => {
            format!("; did you mean `{}`?", meant.join("` or `"))
        }
        _ if is_flag(error) => {
            "; flags for clang that are no options of Sheaf go at the end, after `--`".to_string()
        }
        _ => "; see `sheaf --help`".to_string(),
    };
    line + &hint
}

/// Whether an unknown argument looks like a compiler flag.
fn is_flag(error: &clap::Error) -> bool {
    let argument = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) => argument,
        _ => return false,
    };
    let letter = argument
        .strip_prefix('-')
        .and_then(|rest| rest.chars().next());
    error.kind() == ErrorKind::UnknownArgument && letter.is_some_and(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    use clap::Parser;

    #[test]
    fn usage_errors_are_one_line() {
        let error = Cli::try_parse_from(["sheaf", "check", "a.c", "--search", "best"]).unwrap_err();
        let line = usage_line(&error);
        assert!(
            line.starts_with("invalid value 'best' for '--search <S>' [possible values: dfs,"),
            "{line}"
        );
        assert!(!line.contains('\n'), "{line}");
        let error = Cli::try_parse_from(["sheaf", "check", "a.c", "--serach", "dfs"]).unwrap_err();
        let line = usage_line(&error);
        assert!(line.ends_with("did you mean `--search`?"), "{line}");
        let error = parse(["sheaf", "check", "a.c", "--seed", "-1"].map(OsString::from));
        let line = usage_line(&error.unwrap_err());
        assert!(line.contains("'-1' for '--seed <N>': not a"), "{line}");
        let error = Cli::try_parse_from(["sheaf", "check", "a.c", "-O2"]).unwrap_err();
        let line = usage_line(&error);
        assert!(line.ends_with("after `--`"), "{line}");
    }
}
