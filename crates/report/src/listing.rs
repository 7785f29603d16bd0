//! The source of a program with notes at its lines, as `--explain source` and `sheaf show
//! --annotate` print it: a line with its number, and below it a `=` for each note.

use crate::learning;
use crate::merging;
use crate::note::{self, About, Note};
use crate::place::Place;
use crate::source::Sources;
use crate::subsumption;
use crate::summaries;
use crate::text::message;
use sheaf_engine::outcome::{Finding, Outcome};
use sheaf_ir::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The maximum number of notes about one thing at a line; JSON has all.
const MOST: usize = 5;

/// The maximum number of lines of a note; likewise.
const MOST_LINES: usize = 9;

/// Notes by line.
type ByLine<'n> = BTreeMap<u32, Vec<&'n Note>>;

/// All notes of an exploration, sorted: its failures, and what techniques have found out.
pub fn notes(module: &Module, sources: &mut Sources, outcome: &Outcome) -> Vec<Note> {
    let findings = outcome.findings.iter();
    let mut notes: Vec<Note> = findings.map(|it| failure(module, it)).collect();
    notes.extend(subsumption::notes(module, outcome));
    notes.extend(learning::notes(module, sources, outcome));
    notes.extend(merging::notes(module, outcome));
    notes.extend(summaries::notes(module, outcome));
    note::sort(&mut notes);
    notes
}

fn failure(module: &Module, finding: &Finding) -> Note {
    let failure = &finding.failure;
    let place = Place::named(module, &failure.function, failure.loc);
    let text = format!("{}: {}", failure.kind.name(), message(failure));
    Note::line(About::Fails, place, text)
}

/// The files that have notes, with a legend before them. Notes must be sorted; those without a line
/// come last.
pub fn text(sources: &mut Sources, notes: &[Note]) -> String {
    if notes.is_empty() {
        return "no notes: no failure, and nothing that a technique has found out\n".to_string();
    }
    let mut text = legend(notes);
    let mut files: BTreeMap<&str, ByLine> = BTreeMap::new();
    let mut others = Vec::new();
    for note in notes {
        match (&note.place.file, note.place.line) {
            (Some(file), Some(line)) => {
                let lines = files.entry(file).or_default();
                lines.entry(line).or_default().push(note);
            }
            _ => others.push(note),
        }
    }
    for (file, lines) in files {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{file}");
        text.push_str(&listed(sources, file, &lines));
    }
    if !others.is_empty() {
        text.push_str("\nwithout a line\n");
        text.push_str(&told(&others));
    }
    text
}

/// What the words in front of notes mean, of those that occur.
fn legend(notes: &[Note]) -> String {
    let occurs = |about: &About| notes.iter().any(|note| note.about == *about);
    let mut text = "notes\n".to_string();
    for about in About::ALL.into_iter().filter(occurs) {
        let _ = writeln!(text, "  {:<7}  {}", about.word(), about.meaning());
    }
    text
}

/// A file, or those of its lines that have notes if it cannot be read.
fn listed(sources: &mut Sources, file: &str, notes: &ByLine) -> String {
    let mut text = String::new();
    let mut number = 1;
    while let Some(line) = sources.line(file, number) {
        let _ = writeln!(text, "{}", row(number, line));
        text.push_str(
            notes
                .get(&number)
                .map_or(String::new(), |it| told(it))
                .as_str(),
        );
        number += 1;
    }
    for (line, notes) in notes.range(number..) {
        let _ = writeln!(text, "{}", row(*line, ""));
        text.push_str(&told(notes));
    }
    text
}

fn row(number: u32, line: &str) -> String {
    let row = format!("{number:>5} | {}", line.replace('\t', "    "));
    row.trim_end().to_string()
}

/// The notes of a line, each once, and of those about one thing the first ones.
fn told(notes: &[&Note]) -> String {
    let mut text = String::new();
    let mut seen: BTreeSet<(About, &[String])> = BTreeSet::new();
    for about in About::ALL {
        let of = notes.iter().filter(|note| note.about == about);
        let new = of.filter(|note| seen.insert((about, &note.text)));
        let new: Vec<&&Note> = new.collect();
        for note in new.iter().take(MOST) {
            for (position, line) in note.text.iter().take(MOST_LINES).enumerate() {
                let _ = match position {
                    0 => writeln!(text, "      = {}: {line}", about.word()),
                    _ => writeln!(text, "      =   {line}"),
                };
            }
            if let more @ 1.. = note.text.len().saturating_sub(MOST_LINES) {
                let _ = writeln!(text, "      =   and {more} more");
            }
        }
        if let more @ 1.. = new.len().saturating_sub(MOST) {
            let _ = writeln!(text, "      = {}: and {more} more", about.word());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;

    fn note(about: About, line: Option<u32>, text: &str) -> Note {
        let file = line.map(|_| "nowhere.c".to_string());
        let place = Place {
            function: "f".to_string(),
            file,
            line,
            column: None,
        };
        Note::line(about, place, text.to_string())
    }

    #[test]
    fn lines_of_a_file_that_cannot_be_read_are_shown_by_number() {
        let mut notes = vec![
            note(About::Label, Some(7), "x == 1"),
            note(About::Label, Some(7), "x == 1"),
            note(About::Fails, Some(7), "division-by-zero"),
        ];
        notes.extend((0..7).map(|n| note(About::Clause, Some(9), &format!("c{n}"))));
        notes.push(note(About::Loop, None, "type 1"));
        let text = text(&mut Sources::default(), &notes);
        let expected = "\nnowhere.c\n    7 |\n      = fails: division-by-zero\n      = label: x == 1\n    9 |\n      = clause: c0\n";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("      = clause: and 2 more\n"), "{text}");
        assert!(
            text.ends_with("\nwithout a line\n      = loop: type 1\n"),
            "{text}"
        );
        assert!(!text.contains("estimated"), "{text}");
        assert!(super::text(&mut Sources::default(), &[]).starts_with("no notes: "));
    }
}
