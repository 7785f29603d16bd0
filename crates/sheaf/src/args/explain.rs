//! What `--explain` prints.

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error, ValueEnum};
use sheaf_report::merging::Wanted;
use std::ffi::OsStr;

/// Details that `--explain` prints.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Explain {
    /// Merge points, and whether states merged there
    Merge,
    /// The values of variables where states merged, each with its condition; `summaries=z`,
    /// `summaries=z@12` and `summaries@12` are those of a variable, of a line, or both
    Summaries,
    /// Endless loops, places where states wait, loops that forked most, lines never reached
    Missed,
    /// Each place at which something may fail, and what is known of it; C and microc
    Properties,
    /// Each reason why something was not explored, with the number of paths that ended there
    Reasons,
    /// What each link of the solver chain answered, and its time
    Solver,
    /// The labels of `--subsume`, by line
    Subsume,
    /// The clauses of `--explore cdse`, by line, and what its search tracks
    Cdse,
    /// All decisions on the path to each failure
    Path,
    /// The loops that `--summarize-loops` analysed, and why some were executed without a summary
    Loops,
    /// The members of `--index`, where they come from, and the tables by line
    Index,
    /// What each technique has taken and spared where they take turns
    Strategy,
    /// The source of the program, with failures and what techniques have found out at their lines
    Source,
}

/// One of them, and what of it is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// What is explained.
    pub what: Explain,
    /// The value summaries, if it is these.
    pub summaries: Wanted,
}

/// Parses a name, and what may follow it.
#[derive(Clone)]
pub struct ExplainedParser;

impl TypedValueParser for ExplainedParser {
    type Value = Explained;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Explained, Error> {
        let text = value.to_string_lossy();
        let (name, part) = match text.find(['=', '@']) {
            Some(at) => (&text[..at], Some(&text[at..])),
            None => (&*text, None),
        };
        let what = EnumValueParser::<Explain>::new();
        let what = what.parse_ref(command, arg, OsStr::new(name))?;
        let wrong = |why: &str| {
            let message = format!("invalid value '{text}' for '--explain <WHAT>': {why}");
            Error::raw(ErrorKind::ValueValidation, message)
        };
        let summaries = match (what, part) {
            (_, None) => Wanted::default(),
            (Explain::Summaries, Some(part)) => wanted(part).map_err(wrong)?,
            _ => return Err(wrong("only `summaries` has a variable and a line")),
        };
        Ok(Explained { what, summaries })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all = Explain::value_variants().iter();
        Some(Box::new(all.filter_map(ValueEnum::to_possible_value)))
    }
}

/// Parses `=VARIABLE`, `@LINE` or both.
fn wanted(part: &str) -> Result<Wanted, &'static str> {
    let (variable, line) = match part.split_once('@') {
        Some((variable, line)) => (variable, Some(line)),
        None => (part, None),
    };
    let line = line.map(str::parse).transpose();
    let line = line.map_err(|_| "behind the `@` is no line")?;
    let variable = match variable.strip_prefix('=') {
        Some("") => return Err("behind the `=` is no variable"),
        variable => variable.map(str::to_string),
    };
    Ok(Wanted { variable, line })
}
