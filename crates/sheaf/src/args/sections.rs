//! The order of the help: ten options that matter first, then sections, and which options are about
//! one language only.

use super::Cli;
use clap::{Arg, Command, CommandFactory};

/// The options that matter first, in this order. They have no heading.
const FIRST: [&str; 10] = [
    "entry",
    "length",
    "args",
    "stdin",
    "undefined",
    "enable",
    "time",
    "out",
    "explain",
    "report",
];

/// All other options by their headings.
const SECTIONS: &[(&str, &[&str])] = &[
    ("Program", &["build", "size"]),
    ("Entries of JavaScript programs", &["types", "string_size"]),
    (
        "Entries of C programs",
        &[
            "pointer_elements",
            "pointer_depth",
            "non_null",
            "array",
            "callback",
        ],
    ),
    (
        "Environment of C programs",
        &[
            "arg",
            "file",
            "env",
            "fail_calls",
            "short_io",
            "clock",
            "random",
        ],
    ),
    ("Compiler of C programs", &["I", "D", "U", "include", "std"]),
    (
        "What counts as a failure",
        &[
            "disable",
            "property",
            "target_label",
            "uninitialized_as",
            "malloc_may_fail",
            "allow_vacuous",
            "baseline",
            "suppressions",
            "no_minimize",
        ],
    ),
    (
        "Output",
        &[
            "watch",
            "keep_paths",
            "sarif",
            "witness",
            "certificate",
            "tree",
            "json",
            "profile",
            "verbose",
            "quiet",
            "index_rows",
            "steps",
            "solver_log",
            "validate_solver",
            "validate",
        ],
    ),
];

/// Options of mixed sections that are about some languages only.
const LANGUAGES: &[(&str, &str)] = &[
    ("length", "C"),
    ("args", "C"),
    ("stdin", "C"),
    ("undefined", "C"),
    ("build", "C"),
    ("size", "C"),
    ("property", "C"),
    ("target_label", "C"),
    ("uninitialized_as", "C"),
    ("malloc_may_fail", "C"),
    ("witness", "C"),
    ("certificate", "C, microc"),
    ("subsume", "C, microc"),
    ("guide", "C, microc"),
    ("index", "C"),
    ("index_outside", "C"),
    ("index_seed", "C"),
    ("index_seeds", "C"),
    ("index_only_seeds", "C"),
    ("index_functions", "C"),
    ("index_rounds", "C"),
    ("index_size", "C"),
    ("index_rows", "C"),
];

/// What stands behind the description of a command.
pub const NOTE: &str = "Programs are C (.c, .bc, .ll, and what `sheaf cc` has built), microc (.uc), \
                    JavaScript (.js, .mjs, .cjs) or Sheaf's own representation (.ir). An option \
                    is for all of them unless its heading or [a note] names others.";

/// The command line, with its help in order.
pub fn command() -> Command {
    Cli::command().mut_subcommands(|command| match takes_program(&command) {
        true => explained(command).mut_args(arranged),
        false => command,
    })
}

/// The place of an option in the help: those that matter first, then all others.
pub fn rank(arg: &Arg) -> usize {
    let mut first = FIRST.iter();
    first
        .position(|name| arg.get_id() == *name)
        .unwrap_or(FIRST.len())
}

/// Whether a command takes a program.
fn takes_program(command: &Command) -> bool {
    command.get_arguments().any(|arg| arg.get_id() == "entry")
}

/// The command, with the note behind its description.
fn explained(command: Command) -> Command {
    let about = command.get_about().map(ToString::to_string);
    let about = about.unwrap_or_default();
    command.long_about(format!("{about}\n\n{NOTE}"))
}

fn arranged(arg: Arg) -> Arg {
    let id = arg.get_id().to_string();
    let arg = match LANGUAGES.iter().find(|(name, _)| *name == id) {
        Some((_, languages)) => noted(arg, languages),
        None => arg,
    };
    if let Some(position) = FIRST.iter().position(|name| *name == id) {
        return arg.help_heading(None).display_order(position);
    }
    match SECTIONS.iter().find(|(_, names)| names.contains(&&*id)) {
        Some((heading, _)) => arg.help_heading(*heading),
        None => arg,
    }
}

/// An option whose help says for which languages it is.
fn noted(arg: Arg, languages: &str) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    arg.help(format!("{help} [{languages}]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check() -> Command {
        let mut program = command();
        program.build();
        program.find_subcommand("check").unwrap().clone()
    }

    #[test]
    fn each_name_of_the_tables_is_an_option() {
        let check = check();
        let sections = SECTIONS.iter().flat_map(|(_, names)| names.iter());
        let noted = LANGUAGES.iter().map(|(name, _)| name);
        for name in FIRST.iter().chain(sections).chain(noted) {
            let known = check.get_arguments().any(|arg| arg.get_id() == *name);
            assert!(known, "{name}");
        }
    }

    #[test]
    fn all_but_the_first_options_have_a_heading() {
        for arg in check().get_arguments().filter(|arg| !arg.is_hide_set()) {
            let name = arg.get_id().as_str();
            let is_first = FIRST.contains(&name);
            if !arg.is_positional() && name != "help" {
                assert_eq!(arg.get_help_heading().is_none(), is_first, "{name}");
            }
        }
    }

    #[test]
    fn help_begins_with_them() {
        let help = check().render_long_help().to_string();
        let at = |part: &str| help.find(part).unwrap_or_else(|| panic!("{part}: {help}"));
        let places = FIRST.map(|name| at(&format!(" --{} ", name.replace('_', "-"))));
        assert!(places.is_sorted(), "{help}");
        assert!(places[9] < at("Program:\n") && at("microc (.uc)") < places[0]);
        assert!(help.contains("[C, microc]") && help.contains("Environment of C programs:"));
    }
}
