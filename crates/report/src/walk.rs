//! The lines of a run, each with the variables that have changed since the line before: what a
//! debugger shows while it steps.

use crate::place::Place;
use crate::steps;
use serde::Serialize;
use sheaf_engine::snapshot::{Camera, Snapshot};
use sheaf_engine::state::State;
use sheaf_engine::{Pool, Program};
use std::collections::BTreeMap;

/// The maximum number of calls at a line. Deeper recursion repeats itself.
const MOST_CALLS: usize = 100;

/// The last lines of a run.
#[derive(Serialize, Debug)]
pub struct Walk {
    steps: Vec<Line>,
    /// The number of lines before them.
    left_out: u64,
}

/// A line that the run begins.
#[derive(Serialize, Debug)]
struct Line {
    #[serde(flatten)]
    place: Place,
    /// The functions that are called, outermost first, if these are others than at the line before.
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<Change>,
}

/// A value that is another one than at the line before, or was not known there.
#[derive(Serialize, Debug)]
struct Change {
    /// The position of the call that the variable belongs to; none for globals and objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<usize>,
    name: String,
    /// `None` where it has no value any more.
    value: Option<String>,
}

/// What identifies a variable.
type Key = (Option<usize>, String);

/// Records a run.
pub struct Walker<'p> {
    program: &'p Program,
    camera: Camera<'p>,
    /// The number of lines to leave out.
    skipped: u64,
    lines: u64,
    calls: Vec<String>,
    values: BTreeMap<Key, String>,
    steps: Vec<Line>,
    is_too_deep: bool,
}

impl<'p> Walker<'p> {
    /// At the start of a run, of which this many lines are left out.
    pub fn new(program: &'p Program, skipped: u64) -> Walker<'p> {
        Walker {
            program,
            camera: Camera::new(program),
            skipped,
            lines: 0,
            calls: Vec::new(),
            values: BTreeMap::new(),
            steps: Vec::new(),
            is_too_deep: false,
        }
    }

    /// Records a line that the run begins.
    pub fn line(&mut self, pool: &Pool, state: &State) {
        self.lines += 1;
        if self.lines <= self.skipped || self.is_too_deep {
            return;
        }
        self.is_too_deep = state.frames.len() > MOST_CALLS;
        if self.is_too_deep {
            return;
        }
        let module = self.program.module();
        let snapshot = self.camera.snapshot(pool, state);
        let names = snapshot
            .calls
            .iter()
            .map(|call| &module.funcs[call.func].name);
        let calls: Vec<String> = names.map(ToString::to_string).collect();
        let changes = self.changes(values(snapshot));
        let differs = calls != self.calls;
        if differs {
            self.calls.clone_from(&calls);
        }
        self.steps.push(Line {
            place: steps::place(self.program, state),
            calls: differs.then_some(calls),
            changes,
        });
    }

    /// The differences to the values at the line before, which these replace.
    fn changes(&mut self, values: Vec<(Key, String)>) -> Vec<Change> {
        let before = std::mem::take(&mut self.values);
        let mut changes = Vec::new();
        for (key, value) in values {
            if before.get(&key) != Some(&value) {
                changes.push(Change {
                    call: key.0,
                    name: key.1.clone(),
                    value: Some(value.clone()),
                });
            }
            self.values.insert(key, value);
        }
        let gone = before
            .into_keys()
            .filter(|key| !self.values.contains_key(key));
        changes.extend(gone.map(|(call, name)| Change {
            call,
            name,
            value: None,
        }));
        changes
    }

    /// What was recorded; `None` if a line was in too many calls.
    pub fn walk(self) -> Option<Walk> {
        (!self.is_too_deep).then(|| Walk {
            steps: self.steps,
            left_out: self.skipped.min(self.lines),
        })
    }
}

/// All variables of a snapshot.
fn values(snapshot: Snapshot) -> Vec<(Key, String)> {
    let calls = snapshot.calls.into_iter().enumerate();
    let of_calls = calls.flat_map(|(position, call)| {
        let variables = call.variables.into_iter();
        variables.map(move |(name, value)| ((Some(position), name), value))
    });
    let globals = snapshot.globals.into_iter();
    let objects = snapshot.objects.into_iter().map(|it| (it.name, it.content));
    let others = globals
        .chain(objects)
        .map(|(name, value)| ((None, name), value));
    of_calls.chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(call: Option<usize>, name: &str) -> Key {
        (call, name.to_string())
    }

    #[test]
    fn a_line_has_what_is_new_and_what_is_gone() {
        let text = "module ptr 8 entry @main func @main() -> bits32 { start: ret bits32 0 }";
        let module = sheaf_ir::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let program = Program::new(module, &[]).unwrap();
        let mut walker = Walker::new(&program, 0);
        let text = |changes: Vec<Change>| {
            let text = changes.into_iter().map(|it| {
                let call = it.call.map_or("-".to_string(), |call| call.to_string());
                format!("{call} {} {:?}", it.name, it.value)
            });
            text.collect::<Vec<_>>().join("; ")
        };
        let first = vec![
            (key(Some(0), "x"), "1".to_string()),
            (key(Some(1), "x"), "2".to_string()),
            (key(None, "g"), "0".to_string()),
        ];
        let all = "0 x Some(\"1\"); 1 x Some(\"2\"); - g Some(\"0\")";
        assert_eq!(text(walker.changes(first)), all);
        let second = vec![
            (key(Some(0), "x"), "1".to_string()),
            (key(None, "g"), "5".to_string()),
        ];
        assert_eq!(text(walker.changes(second)), "- g Some(\"5\"); 1 x None");
    }
}
