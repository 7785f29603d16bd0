//! The execution tree as JSON, written and read; see `docs/schema/tree.schema.json`.
//!
//! The order of the structs' fields is the order in the output.

mod dot;
mod fold;
mod packed;

pub use dot::{dot, quoted};

use crate::json::SCHEMA;
use crate::learning;
use crate::place::Place;
use crate::source::Sources;
use crate::trace;
use serde::{Deserialize, Serialize};
use sheaf_engine::outcome::{End, Reason, Verdict};
use sheaf_engine::path::ProgramPoint;
use sheaf_engine::{Alternative, Fate, Node, Tree};
use sheaf_ir::{LocId, Module};

/// The value of `format` that identifies a tree.
const FORMAT: &str = "execution-tree";

/// A tree, or a graph where paths merged.
#[derive(Serialize, Deserialize, Debug)]
pub struct TreeReport {
    schema: u32,
    format: String,
    file: String,
    verdict: String,
    /// Parents precede their children, the root is first.
    nodes: Vec<NodeReport>,
    /// Number of nodes that were not kept.
    left_out: u64,
}

/// A segment of a path between two forks.
#[derive(Serialize, Deserialize, Default, Debug)]
struct NodeReport {
    id: usize,
    parents: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    #[serde(flatten)]
    place: Place,
    fate: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// Why a technique has dropped it: the conditions of a label, or the branches of clauses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    because: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    core: Option<Vec<Place>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<usize>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    completed: bool,
}

/// The fate of a node.
#[derive(
    Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug,
)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    #[default]
    Waiting,
    Forked,
    Exit,
    Failed,
    Dropped,
    Infeasible,
    Merged,
    Pruned,
    SetAside,
    Parked,
}

/// The report of a tree; `file` is the program as the user named it.
pub fn report(
    file: &str,
    module: &Module,
    sources: &mut Sources,
    tree: &Tree,
    verdict: Verdict,
) -> TreeReport {
    let mut teller = Teller {
        module,
        sources,
        decisions: trace::Teller::new(module),
    };
    let nodes = tree.nodes.iter().enumerate();
    TreeReport {
        schema: SCHEMA,
        format: FORMAT.to_string(),
        file: file.to_string(),
        verdict: verdict.name().to_string(),
        nodes: nodes.map(|(id, node)| teller.node(id, node)).collect(),
        left_out: tree.left_out,
    }
}

/// The text of a report, one node per line.
pub fn to_string(report: &TreeReport) -> String {
    let text = serde_json::to_string(report).expect("a report has string keys only");
    // A node starts with its id, and quotes within strings are escaped.
    text.replace("{\"id\":", "\n{\"id\":") + "\n"
}

/// Reads a report.
///
/// # Errors
/// When the text is not a tree; the message is one line.
pub fn parse(text: &str) -> Result<TreeReport, String> {
    let no_tree = |error: serde_json::Error| format!("not an execution tree: {error}");
    let value: serde_json::Value = serde_json::from_str(text).map_err(no_tree)?;
    if value["format"] != FORMAT {
        let what = "not an execution tree written by `sheaf check --tree`";
        return Err(format!("{what}: `format` is not `{FORMAT}`"));
    }
    if value["schema"] != SCHEMA {
        let schema = &value["schema"];
        return Err(format!(
            "unknown version {schema} of the tree format; only {SCHEMA} is supported"
        ));
    }
    let report: TreeReport = serde_json::from_value(value).map_err(no_tree)?;
    for (id, node) in report.nodes.iter().enumerate() {
        if node.id != id {
            return Err(format!(
                "not an execution tree: node {id} has the number {}",
                node.id
            ));
        }
        if (id == 0) != node.parents.is_empty() || node.parents.iter().any(|it| *it >= id) {
            return Err(format!(
                "not an execution tree: node {id} has wrong parents"
            ));
        }
    }
    Ok(report)
}

/// Converts nodes into their reports.
struct Teller<'a> {
    module: &'a Module,
    sources: &'a mut Sources,
    decisions: trace::Teller<'a>,
}

impl Teller<'_> {
    fn node(&mut self, id: usize, node: &Node) -> NodeReport {
        let told = node
            .decision
            .and_then(|(point, alternative)| self.edge(point, alternative));
        let mut place = self.place(node.point, None);
        if let Fate::Ended {
            end: End::Failed(failure),
            ..
        } = &node.fate
        {
            place = self.place(node.point, failure.loc);
            place.function.clone_from(&failure.function);
        }
        let report = NodeReport {
            id,
            parents: node.parents.clone(),
            condition: told.or_else(|| node.condition.clone()),
            place,
            ..NodeReport::default()
        };
        self.with_fate(report, &node.fate)
    }

    fn with_fate(&mut self, node: NodeReport, fate: &Fate) -> NodeReport {
        match fate {
            Fate::Waiting => node.of(Kind::Waiting),
            Fate::Forked => node.of(Kind::Forked),
            Fate::Parked => node.of(Kind::Parked),
            Fate::Ended { end, completed } => NodeReport {
                completed: *completed,
                ..self.with_end(node, end)
            },
            Fate::Infeasible { core } => NodeReport {
                core: Some(self.places(core)),
                ..node.of(Kind::Infeasible)
            },
            Fate::Merged(into) => NodeReport {
                into: *into,
                ..node.of(Kind::Merged)
            },
            Fate::Pruned(by, because) => NodeReport {
                detail: Some((*by).to_string()),
                because: because.as_ref().map_or(Vec::new(), |it| {
                    learning::because(self.module, self.sources, it)
                }),
                ..node.of(Kind::Pruned)
            },
            Fate::SetAside(reason) => node.set_aside(reason),
        }
    }

    fn with_end(&self, node: NodeReport, end: &End) -> NodeReport {
        match end {
            End::Exit(status) => NodeReport {
                status: *status,
                ..node.of(Kind::Exit)
            },
            End::Failed(failure) => NodeReport {
                kind: Some(failure.kind.name().to_string()),
                detail: Some(failure.message.clone()),
                ..node.of(Kind::Failed)
            },
            End::Dropped => node.of(Kind::Dropped),
            End::Unmodelled(reason) | End::Limit(reason) => node.set_aside(reason),
            End::OutOfInputs(name) => NodeReport {
                detail: Some(format!("input `{name}` is missing")),
                ..node.of(Kind::SetAside)
            },
        }
    }

    /// The condition of taking an edge, if the source shows it.
    fn edge(&mut self, point: ProgramPoint, alternative: Alternative) -> Option<String> {
        self.decisions.edge(self.sources, point, alternative)
    }

    fn place(&self, point: ProgramPoint, loc: Option<LocId>) -> Place {
        let loc = loc.or_else(|| point.loc(self.module));
        Place::new(self.module, point.func, loc)
    }

    /// Locations of program points, without duplicates.
    fn places(&self, points: &[ProgramPoint]) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for point in points {
            let place = self.place(*point, None);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }
}

impl NodeReport {
    fn of(self, fate: Kind) -> NodeReport {
        NodeReport { fate, ..self }
    }

    fn set_aside(self, reason: &Reason) -> NodeReport {
        NodeReport {
            kind: Some(reason.kind.name().to_string()),
            detail: Some(reason.detail.clone()),
            ..self.of(Kind::SetAside)
        }
    }
}
