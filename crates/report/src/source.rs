//! Lines of source files, for excerpts in messages.

use std::collections::HashMap;

/// Source files by the names that a module gives them, read on demand.
#[derive(Default, Debug)]
pub struct Sources {
    files: HashMap<String, Option<Vec<String>>>,
}

impl Sources {
    /// Reads a file now: it may change later.
    pub fn keep(&mut self, file: &str) {
        self.lines(file);
    }

    /// All lines; `None` if the file cannot be read.
    fn lines(&mut self, file: &str) -> Option<&[String]> {
        let lines = self.files.entry(file.to_string()).or_insert_with(|| {
            let content = std::fs::read(file).ok()?;
            let text = String::from_utf8_lossy(&content);
            Some(text.lines().map(str::to_string).collect())
        });
        lines.as_deref()
    }

    /// A file; `None` if it cannot be read. The ends of lines are single characters, and a
    /// replacement character stands for what is no UTF-8.
    pub fn text(&mut self, file: &str) -> Option<String> {
        self.lines(file).map(|lines| lines.join("\n"))
    }

    /// The line with this number (from 1), without its end; `None` if the file cannot be read or is
    /// shorter.
    pub fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        let index = (line as usize).checked_sub(1)?;
        self.lines(file)?.get(index).map(String::as_str)
    }

    /// The line with a caret under the column (from 1; 0 for none), each line prefixed with its
    /// number.
    pub fn excerpt(&mut self, file: &str, line: u32, column: u32) -> Option<String> {
        let text = self.line(file, line)?.to_string();
        let mut excerpt = format!("{line:>5} | {}\n", text.replace('\t', " "));
        if column > 0 && (column as usize) <= text.len() + 1 {
            excerpt.push_str(&format!(
                "      | {:>width$}\n",
                '^',
                width = column as usize
            ));
        }
        Some(excerpt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_stands_under_the_column() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, "int x;\n\tx = 1 / 0;\n").unwrap();
        let name = path.display().to_string();
        let mut sources = Sources::default();
        let expected = "    2 |  x = 1 / 0;\n      |        ^\n";
        assert_eq!(sources.excerpt(&name, 2, 8).as_deref(), Some(expected));
        assert_eq!(
            sources.excerpt(&name, 2, 0).as_deref(),
            Some("    2 |  x = 1 / 0;\n")
        );
        assert_eq!(sources.excerpt(&name, 9, 1), None);
        assert_eq!(sources.excerpt(&name, 0, 1), None);
        assert_eq!(sources.excerpt("nowhere.c", 1, 1), None);
    }
}
