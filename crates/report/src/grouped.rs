//! Lines below headers, as the tables of `--explain subsume` and `--explain cdse` show them.

use crate::note::Note;
use std::fmt::Write;

/// The maximum number of lines shown below a header.
const MAX_SHOWN: usize = 5;

/// Lines below headers, in the order in which the headers came.
#[derive(Default)]
pub(crate) struct Grouped {
    groups: Vec<(String, Vec<String>)>,
}

impl Grouped {
    /// Notes of one line below their places.
    pub fn of(notes: &[Note]) -> Grouped {
        let mut grouped = Grouped::default();
        for note in notes {
            grouped.add(note.place.text(), note.text.join(" "));
        }
        grouped
    }

    /// Adds a line below a header, unless it is there.
    pub fn add(&mut self, header: String, line: String) {
        let position = self.groups.iter().position(|(known, _)| *known == header);
        let position = position.unwrap_or_else(|| {
            self.groups.push((header, Vec::new()));
            self.groups.len() - 1
        });
        let lines = &mut self.groups[position].1;
        if !lines.contains(&line) {
            lines.push(line);
        }
    }

    /// The text: the first lines of each group, indented.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        for (header, lines) in &self.groups {
            let _ = writeln!(text, "  {header}");
            for line in lines.iter().take(MAX_SHOWN) {
                let _ = writeln!(text, "    {line}");
            }
            if lines.len() > MAX_SHOWN {
                let _ = writeln!(text, "    and {} more", lines.len() - MAX_SHOWN);
            }
        }
        text
    }
}
