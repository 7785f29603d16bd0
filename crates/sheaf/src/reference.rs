//! The reference of options, techniques and kinds of failures, in Markdown: `docs/options.md`. It
//! comes from the tables of the program, so it is true of this version.

use crate::args::{Cli, NOTE, rank};
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command, CommandFactory};
use sheaf_engine::{TECHNIQUES, Technique};
use sheaf_ir::FailureKind;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The command whose options others share.
const SHARED: &str = "check";

/// The maximum number of columns of prose.
const COLUMNS: usize = 100;

/// A page that explains an option.
const PAGES: &[(&str, &str)] = &[
    ("allow_vacuous", "how-to/incomplete.md"),
    ("args", "environment.md"),
    ("array", "entries.md"),
    ("baseline", "findings.md#known-findings"),
    ("build", "existing-builds.md"),
    ("callback", "entries.md"),
    ("certificate", "certificate.md"),
    ("chains", "loops.md#chains"),
    ("clauses", "learning.md#what-was-learned"),
    ("clock", "environment.md"),
    ("compiled", "cluster.md#tasks"),
    ("enable", "failures.md"),
    ("entry", "entries.md"),
    ("explain", "views.md"),
    ("explore", "strategy.md"),
    ("file", "environment.md"),
    ("flags", "environment.md#flags-of-the-compiler"),
    ("from", "reach.md"),
    ("guide", "learning.md"),
    ("index", "indexify.md"),
    ("index_functions", "indexify.md#functions-of-the-program"),
    ("index_rows", "indexify.md#what-lies-outside"),
    ("keep_summaries", "merging.md#when-summaries-are-given-up"),
    ("length", "entries.md"),
    ("merge", "merging.md"),
    ("native", "replay.md#natively"),
    ("no_minimize", "findings.md#smaller-inputs"),
    ("non_null", "entries.md"),
    ("open", "report.md"),
    ("out", "output.md"),
    ("param", "tuning.md"),
    ("paths", "cluster.md#tasks"),
    ("profile", "verdicts.md#where-time-goes"),
    ("property", "sv-comp.md"),
    ("report", "report.md"),
    ("search", "strategy.md#searchers"),
    ("seed_input", "seeds.md"),
    ("size", "fuzz-targets.md"),
    ("solver_log", "solver.md"),
    ("stdin", "environment.md"),
    ("steps", "views.md#steps"),
    ("strategy", "strategy.md"),
    ("subsume", "subsumption.md"),
    ("summarize_loops", "loops.md"),
    ("suppressions", "findings.md#suppressed-findings"),
    ("target", "reach.md"),
    ("tree", "tree.md"),
    ("types", "javascript.md#functions"),
    ("undefined", "environment.md"),
    ("uninitialized_as", "failures.md#uninitialized-memory"),
    ("unroll", "strategy.md#bounded-loops"),
    ("validate", "learning.md#checks"),
    ("watch", "how-to/editors.md"),
    ("witness", "sv-comp.md#witnesses"),
    ("workers", "workers.md"),
];

/// The text of `docs/options.md`.
pub fn markdown() -> String {
    let mut program = crate::args::command().disable_help_subcommand(true);
    program.build();
    let mut text = "# Options\n\n".to_string();
    paragraph(
        &mut text,
        &format!(
            "`sheaf man --markdown` prints this page: the options of all commands, the techniques \
             and the kinds of failures, as the program has them. `sheaf COMMAND --help` and the \
             manual pages have the same options. {NOTE}"
        ),
    );
    statuses(&mut text, &program);
    let shared = program.find_subcommand(SHARED).cloned();
    let shared = shared.unwrap_or_else(Cli::command);
    for command in program.get_subcommands() {
        section(&mut text, command, &shared);
    }
    techniques(&mut text);
    kinds(&mut text);
    text
}

/// Appends a paragraph in lines of at most [`COLUMNS`].
fn paragraph(text: &mut String, words: &str) {
    let mut column = 0;
    for word in words.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > COLUMNS {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push_str("\n\n");
}

/// Appends what stands below the help of a command: its exit statuses.
fn statuses(text: &mut String, command: &Command) {
    if let Some(statuses) = command.get_after_help() {
        let _ = write!(text, "```text\n{statuses}\n```\n\n");
    }
}

/// The options and arguments of a command that help lists.
fn visible(command: &Command) -> Vec<&Arg> {
    let is_shown = |arg: &&Arg| !arg.is_hide_set() && arg.get_id() != "help";
    let mut all: Vec<&Arg> = command.get_arguments().filter(is_shown).collect();
    all.sort_by_key(|arg| (!arg.is_positional() || arg.is_last_set(), rank(arg)));
    all
}

/// Appends a command with its options; those that it has in common with [`SHARED`] by their names.
fn section(text: &mut String, command: &Command, shared: &Command) {
    let _ = write!(text, "## sheaf {}\n\n", command.get_name());
    let about = command.get_about().map(ToString::to_string);
    paragraph(text, &format!("{}.", about.unwrap_or_default()));
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let _ = write!(text, "```text\n{usage}\n```\n\n");
    let is_shared = |arg: &&Arg| {
        let mut others = shared.get_arguments();
        let is_same = |it: &Arg| it.get_id() == arg.get_id() && help(it) == help(arg);
        command.get_name() != SHARED && others.any(is_same)
    };
    let (common, own): (Vec<&Arg>, Vec<&Arg>) = visible(command).into_iter().partition(is_shared);
    let mut headings = vec![None];
    for heading in own.iter().map(|arg| arg.get_help_heading()) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for heading in headings {
        let of_heading = own.iter().filter(|arg| arg.get_help_heading() == heading);
        table(text, heading, &of_heading.copied().collect::<Vec<_>>());
    }
    as_shared(text, &common, shared);
    let differs = command.get_after_help().map(ToString::to_string)
        != shared.get_after_help().map(ToString::to_string);
    if differs {
        statuses(text, command);
    }
}

/// Appends which options are those of [`SHARED`].
fn as_shared(text: &mut String, common: &[&Arg], shared: &Command) {
    let names: BTreeSet<&str> = common.iter().map(|arg| arg.get_id().as_str()).collect();
    let other = visible(shared);
    let missing = other
        .iter()
        .filter(|it| !names.contains(it.get_id().as_str()));
    let missing: Vec<String> = missing.map(|arg| code(&name(arg))).collect();
    let link = format!("[`sheaf {SHARED}`](#sheaf-{SHARED})");
    if names.is_empty() {
        return;
    }
    let sentence = match missing.len() {
        0 => format!("It has all options of {link}."),
        few if few < names.len() => {
            format!(
                "It has the options of {link}, except {}.",
                missing.join(", ")
            )
        }
        _ => {
            let names: Vec<String> = common.iter().map(|arg| code(&name(arg))).collect();
            format!("As for {link}: {}.", names.join(", "))
        }
    };
    paragraph(text, &sentence);
}

/// Appends the table of the options below a heading.
fn table(text: &mut String, heading: Option<&str>, args: &[&Arg]) {
    if args.is_empty() {
        return;
    }
    if let Some(heading) = heading {
        let _ = write!(text, "### {heading}\n\n");
    }
    text.push_str("| option | meaning | default |\n|---|---|---|\n");
    for arg in args {
        let (meaning, default) = meaning(arg);
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            cell(&spelling(arg)),
            cell(&meaning),
            cell(&default)
        );
    }
    text.push('\n');
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Text as a cell of a table.
fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|").replace('\n', " ");
    if text.is_empty() {
        "-".to_string()
    } else {
        text
    }
}

/// An option by its long name, if it has one, or an argument by its place.
fn name(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => value(arg),
    }
}

/// What stands for the value of an option.
fn value(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    names
        .iter()
        .map(|it| it.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

/// All names of an option with its value, or an argument as a command line has it.
fn spelling(arg: &Arg) -> String {
    let value = value(arg);
    if arg.is_positional() {
        let dashes = if arg.is_last_set() { "-- " } else { "" };
        let is_repeated = matches!(arg.get_action(), ArgAction::Append)
            || arg.get_num_args().is_some_and(|it| it.max_values() > 1);
        let dots = if is_repeated { "..." } else { "" };
        return code(&format!("{dashes}{value}{dots}"));
    }
    let value = match arg.get_action().takes_values() {
        false => String::new(),
        true if arg.is_require_equals_set() => format!("[={value}]"),
        true => format!(" {value}"),
    };
    let short = arg.get_short().map(|it| format!("-{it}"));
    let long = arg.get_long().map(|it| format!("--{it}"));
    let names = short.into_iter().chain(long);
    let names = names.map(|name| code(&format!("{name}{value}")));
    names.collect::<Vec<_>>().join(", ")
}

fn help(arg: &Arg) -> String {
    arg.get_help().map(ToString::to_string).unwrap_or_default()
}

/// The meaning of an option with that of its values, and its default.
fn meaning(arg: &Arg) -> (String, String) {
    let (mut meaning, mut default) = match help(arg).split_once(" [default: ") {
        Some((before, rest)) => match rest.split_once(']') {
            Some((default, after)) => (format!("{before}{after}"), default.to_string()),
            None => (before.to_string(), rest.to_string()),
        },
        None => (help(arg), String::new()),
    };
    if default.is_empty() && arg.get_action().takes_values() {
        let values = arg
            .get_default_values()
            .iter()
            .map(|it| it.to_string_lossy());
        default = values.collect::<Vec<_>>().join(",");
    }
    if arg.is_required_set() {
        default = "required".to_string();
    }
    let values = values(arg, &meaning);
    if let Some((_, page)) = PAGES.iter().find(|(id, _)| arg.get_id() == *id) {
        let _ = write!(meaning, " ([more]({page}))");
    }
    meaning.push_str(&values);
    (meaning, default)
}

/// The values that an option takes, each with its meaning, except those that its help names.
fn values(arg: &Arg, help: &str) -> String {
    if value(arg) == "KIND" {
        return "; [the kinds](#kinds-of-failures)".to_string();
    }
    if !arg.get_action().takes_values() || arg.is_hide_possible_values_set() {
        return String::new();
    }
    let values = arg.get_possible_values();
    let is_new = |it: &&PossibleValue| !help.contains(&code(it.get_name())) && !it.is_hide_set();
    let shown: Vec<&PossibleValue> = values.iter().filter(is_new).collect();
    match shown.iter().any(|it| it.get_help().is_some()) {
        true => shown.into_iter().map(listed).collect(),
        false if shown.is_empty() => String::new(),
        false => {
            let names = shown.iter().map(|it| code(it.get_name()));
            format!(": {}", names.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A value in a line of its own.
fn listed(value: &PossibleValue) -> String {
    let help = value.get_help().map(|it| format!(": {it}"));
    format!("<br>{}{}", code(value.get_name()), help.unwrap_or_default())
}

/// Appends the table of techniques.
fn techniques(text: &mut String) {
    text.push_str("## Techniques\n\n");
    paragraph(text, "How they are chosen: [the strategy](strategy.md).");
    text.push_str(
        "| technique | what it does | alone | its options | not with | \
         languages | `--explain` | in `stats` |\n|---|---|---|---|---|---|---|---|\n",
    );
    TECHNIQUES.iter().for_each(|row| technique(text, row));
    text.push('\n');
}

fn technique(text: &mut String, row: &Technique) {
    let shown = crate::args::command();
    let is_shown = |option: &&&str| {
        let mut args = shown.get_subcommands().flat_map(Command::get_arguments);
        let long = option.trim_start_matches("--");
        args.any(|arg| arg.get_long() == Some(long) && !arg.is_hide_set())
    };
    let list = |names: Vec<&str>| names.into_iter().map(code).collect::<Vec<_>>().join(", ");
    let languages = match row.not_dynamic {
        _ if row.of_library => "C",
        Some(_) => "C, microc",
        None => "all",
    };
    let cells = [
        format!("[{}]({})", row.name, row.page),
        row.summary.to_string(),
        code(row.option),
        list(row.options.iter().filter(is_shown).copied().collect()),
        list(row.excludes.iter().map(|(name, _)| *name).collect()),
        languages.to_string(),
        list(row.explains.to_vec()),
        code(row.statistics),
    ];
    let _ = writeln!(text, "| {} |", cells.map(|it| cell(&it)).join(" | "));
}

/// Appends the table of kinds of failures.
fn kinds(text: &mut String) {
    text.push_str("## Kinds of failures\n\n");
    paragraph(
        text,
        "More about some of them: [failures](failures.md). Without `--enable`, those count that \
         have `yes` in the last column.",
    );
    text.push_str("| kind | meaning | counts |\n|---|---|---|\n");
    for kind in FailureKind::ALL {
        let counts = if kind.is_optional() { "no" } else { "yes" };
        let (name, meaning) = (code(kind.name()), cell(kind.meaning()));
        let _ = writeln!(text, "| {name} | {meaning} | {counts} |");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_explains_an_option() {
        let program = crate::args::command();
        for (id, _) in PAGES {
            let mut args = program.get_subcommands().flat_map(Command::get_arguments);
            assert!(args.any(|arg| arg.get_id() == *id), "{id}");
        }
    }

    #[test]
    fn options_are_spelled_as_they_are_given() {
        let text = markdown();
        for part in [
            "| `--length P=N` | ",
            "| `-j N`, `--workers N` | ",
            "| `--steps[=N]` | ",
            "| `-- FLAG...` | ",
            "`--stdin LEN\\|@FILE`",
            "| `--time TIME` | Total time: `500ms`, `60s`, `5m`, `1h` | 60s |",
            "It has the options of [`sheaf check`](#sheaf-check), except `--watch`.",
            "| `leak` | ",
        ] {
            assert!(text.contains(part), "{part}");
        }
        let tables = text.lines().filter(|line| !line.starts_with('|'));
        for line in tables {
            assert!(line.chars().count() <= COLUMNS, "{line}");
        }
    }
}
