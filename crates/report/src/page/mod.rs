//! The page of a run: one HTML file that shows it in a browser, without a network.
//!
//! The page is a frame, a style and scripts, which are files in this folder, and the data of the
//! run as JSON in an element that no browser executes. In it `<` is escaped, so no text of a
//! program can end the element. The scripts insert text as text only, and the policy of the page
//! allows these scripts and this style by their digests, and nothing else.
//!
//! What makes a page too large for a browser is cut, and the page says so: long lists at some
//! length, and source text behind a total size.

mod fit;

use crate::code;
use crate::digest::sha256_base64;
use crate::json::{self, Report, SCHEMA};
use crate::tree::{self, TreeReport};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the page in an output folder.
pub const NAME: &str = "report.html";

const FRAME: &str = include_str!("page.html");
const STYLE: &str = concat!(include_str!("page.css"), include_str!("views.css"));

/// The scripts in the order in which they define what later ones use.
const SCRIPTS: [&str; 11] = [
    include_str!("base.js"),
    include_str!("list.js"),
    include_str!("source.js"),
    include_str!("overview.js"),
    include_str!("walk.js"),
    include_str!("findings.js"),
    include_str!("code.js"),
    include_str!("effort.js"),
    include_str!("tree.js"),
    include_str!("techniques.js"),
    include_str!("page.js"),
];

/// Shell commands that repeat a finding.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
pub struct Commands {
    /// In the engine.
    pub replay: String,
    /// Compiled natively, or by node.
    pub native: String,
    /// The real program in its environment, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shell: Option<String>,
}

impl Commands {
    /// The commands for a test case in a file; `shell` runs the real program.
    pub fn of(case: &Path, shell: Option<String>) -> Commands {
        let case = case.display();
        Commands {
            replay: format!("sheaf replay {case}"),
            native: format!("sheaf replay --native {case}"),
            shell,
        }
    }
}

/// What a page shows.
#[derive(Debug)]
pub struct Page {
    run: Value,
    sources: Value,
    tree: Option<TreeReport>,
    /// For each finding, in their order; empty without test cases.
    commands: Vec<Commands>,
}

/// Why there is no page of a folder.
#[derive(Debug)]
pub enum PageError {
    /// A file cannot be read.
    Io(PathBuf, io::Error),
    /// A file is not what its name says; the string says what is wrong.
    Malformed(PathBuf, String),
}

impl Page {
    /// The page of an outcome in memory.
    pub fn new(
        report: &Report,
        sources: &code::CodeReport,
        tree: Option<TreeReport>,
        commands: Vec<Commands>,
    ) -> Page {
        let value = |text: String| serde_json::from_str(&text).expect("a report is JSON");
        Page {
            run: value(json::to_string(report, true)),
            sources: value(code::to_string(sources)),
            tree,
            commands,
        }
    }

    /// The page of the folder of a run.
    ///
    /// # Errors
    /// When a file is missing or malformed. Only the tree may be missing.
    pub fn read(folder: &Path) -> Result<Page, PageError> {
        let run = read(folder, "run.json")?;
        let sources = read(folder, "sources.json")?;
        let path = folder.join("tree.json");
        let tree = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(PageError::Io(path, error)),
            Ok(text) => match tree::parse(&text) {
                Ok(tree) => Some(tree),
                Err(message) => return Err(PageError::Malformed(path, message)),
            },
        };
        let findings = run["findings"].as_array().map_or(0, Vec::len);
        let commands = (1..=findings).map_while(|number| {
            let case = folder.join(format!("finding-{number}.json"));
            let shell = folder.join(format!("finding-{number}/run.sh"));
            let shell = std::fs::read_to_string(shell).ok();
            let shell = shell.map(|text| text.trim_end().to_string());
            case.is_file().then(|| Commands::of(&case, shell))
        });
        Ok(Page {
            commands: commands.collect(),
            run,
            sources,
            tree,
        })
    }

    /// The HTML text.
    pub fn html(mut self) -> String {
        fit::lists(&mut self.run);
        let tree = self.tree.as_ref().map(TreeReport::packed);
        let tree = data(&serde_json::to_string(&tree).expect("a tree has string keys only"));
        let run = data(&self.run.to_string());
        fit::texts(&mut self.sources, run.len() + tree.len());
        let about = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "commands": self.commands,
        });
        let script = SCRIPTS.concat();
        let parts = [
            ("STYLE-DIGEST", sha256_base64(STYLE)),
            ("SCRIPT-DIGEST", sha256_base64(&script)),
            ("STYLE", STYLE.to_string()),
            ("ABOUT", data(&about.to_string())),
            ("SOURCES", data(&self.sources.to_string())),
            ("RUN", run),
            ("TREE", tree),
            ("SCRIPT", script),
        ];
        fill(FRAME, &parts)
    }
}

/// Reads a file of a folder.
fn read(folder: &Path, name: &str) -> Result<Value, PageError> {
    let path = folder.join(name);
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) => return Err(PageError::Io(path, error)),
    };
    let malformed = |message: String| PageError::Malformed(path.clone(), message);
    let value: Value =
        serde_json::from_slice(&text).map_err(|error| malformed(error.to_string()))?;
    if value["schema"] != SCHEMA {
        let version = &value["schema"];
        let message = format!("unknown version {version}; only {SCHEMA} is supported");
        return Err(malformed(message));
    }
    Ok(value)
}

/// JSON for an element: nothing in it looks like a tag.
fn data(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Replaces each `@NAME@` of a frame. What is inserted is not searched.
fn fill(frame: &str, parts: &[(&str, String)]) -> String {
    let mut pieces = frame.split('@');
    let mut text = pieces.next().unwrap_or_default().to_string();
    while let (Some(name), Some(rest)) = (pieces.next(), pieces.next()) {
        let part = parts.iter().find(|(known, _)| *known == name);
        text.push_str(part.map_or("", |(_, part)| part));
        text.push_str(rest);
    }
    text
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            PageError::Malformed(path, message) => write!(f, "{}: {message}", path.display()),
        }
    }
}

impl std::error::Error for PageError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_frame_has_places_to_fill() {
        let parts = [("A", "@B@".to_string()), ("B", "b".to_string())];
        assert_eq!(fill("<@A@|@B@>", &parts), "<@B@|b>");
    }

    #[test]
    fn data_ends_no_element() {
        let text = serde_json::to_string("</script><!--").unwrap();
        let escaped = data(&text);
        assert!(!escaped.contains('<'), "{escaped}");
        let read: String = serde_json::from_str(&escaped).unwrap();
        assert_eq!(read, "</script><!--");
    }
}
