//! Clauses of `--explore cdse` as JSON has them, to mark their decisions in a control-flow graph.

use crate::error::{UserError, describe_io};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// Clauses that the graph's label lists.
const MOST_LISTED: usize = 12;

/// Clauses by number, from 1.
#[derive(Default)]
pub struct Clauses(Vec<(usize, Clause)>);

/// What does not happen after some branches.
#[derive(Deserialize)]
struct Clause {
    excluded: Step,
    after: Vec<Step>,
}

/// Something that happens on a path.
#[derive(Deserialize)]
struct Step {
    function: String,
    line: Option<u32>,
    what: String,
    iteration: Option<u64>,
}

/// The numbers of the clauses that a side of a branch is in.
#[derive(Default, PartialEq, Debug)]
pub struct Marks {
    /// Those that exclude it.
    pub excluding: Vec<usize>,
    /// Those that it is a reason of.
    pub reason: Vec<usize>,
}

impl Clauses {
    /// The clauses in a JSON object of `sheaf check`; with `only`, those with these numbers.
    ///
    /// # Errors
    /// When the file has none, or not that many.
    pub fn read(path: &Path, only: &[usize]) -> Result<Clauses, UserError> {
        let wrong = |message: String| UserError::new(path.display(), message);
        let text = std::fs::read_to_string(path).map_err(|error| wrong(describe_io(&error)))?;
        let parsed = |error| wrong(format!("not the JSON of `sheaf check`: {error}"));
        let outcome: Value = serde_json::from_str(&text).map_err(parsed)?;
        let clauses = &outcome["explain"]["learned"]["clauses"];
        if clauses.is_null() {
            let how = "write it with `sheaf check --explore cdse --explain cdse --json`";
            return Err(wrong(format!("no clauses: {how}")));
        }
        let clauses: Vec<Clause> = Deserialize::deserialize(clauses).map_err(parsed)?;
        let (count, all) = (clauses.len(), (1..).zip(clauses));
        if let Some(number) = only.iter().find(|it| !(1..=count).contains(*it)) {
            return Err(wrong(format!("no clause {number}: there are {count}")));
        }
        let is_wanted = |(number, _): &(usize, Clause)| only.is_empty() || only.contains(number);
        Ok(Clauses(all.filter(is_wanted).collect()))
    }

    /// The clauses that the decision `what` in a line of a function is in.
    pub fn marks(&self, function: &str, line: u32, what: &str) -> Marks {
        let is_it =
            |step: &Step| step.what == what && step.line == Some(line) && step.function == function;
        let mut marks = Marks::default();
        for (number, clause) in &self.0 {
            if is_it(&clause.excluded) {
                marks.excluding.push(*number);
            }
            if clause.after.iter().any(is_it) {
                marks.reason.push(*number);
            }
        }
        marks
    }

    /// The clauses as lines of text.
    pub fn lines(&self) -> Vec<String> {
        let shown = self.0.iter().take(MOST_LISTED);
        let mut lines: Vec<String> = shown
            .map(|(number, clause)| {
                let after: Vec<String> = clause.after.iter().map(Step::text).collect();
                let excluded = clause.excluded.text();
                match after.is_empty() {
                    true => format!("{number}: never {excluded}"),
                    false => format!("{number}: never {excluded}, after {}", after.join(" and ")),
                }
            })
            .collect();
        if self.0.len() > MOST_LISTED {
            lines.push(format!("and {} more", self.0.len() - MOST_LISTED));
        }
        lines
    }
}

impl Step {
    fn text(&self) -> String {
        let line = self.line.map(|it| format!(" at line {it}"));
        let iteration = self.iteration.map(|it| format!(" in iteration {it}"));
        let (line, iteration) = (line.unwrap_or_default(), iteration.unwrap_or_default());
        format!("{}{line}{iteration}", self.what)
    }
}

impl Marks {
    /// In words, such as `never: 1, 3`; empty if there are none.
    pub fn text(&self) -> String {
        let list = |word: &str, numbers: &[usize]| {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            (!numbers.is_empty()).then(|| format!("{word}: {}", numbers.join(", ")))
        };
        let parts = [list("never", &self.excluding), list("reason", &self.reason)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({ "excluding": self.excluding, "reason": self.reason })
    }

    /// Graphviz's attributes of such an edge.
    pub fn attributes(&self) -> &'static str {
        match (self.excluding.is_empty(), self.reason.is_empty()) {
            (true, true) => "",
            (false, _) => ", color=\"#d55e00\", fontcolor=\"#d55e00\", style=dashed, penwidth=2",
            (true, false) => ", color=\"#0072b2\", fontcolor=\"#0072b2\", penwidth=2",
        }
    }
}
