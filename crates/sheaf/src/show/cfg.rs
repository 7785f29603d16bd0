//! Control-flow graphs: of each block its lines, and on each edge the outcome of the branch, with
//! the clauses that it is in.

use super::clauses::{Clauses, Marks};
use super::{Shape, block_name, describe_lines, lines, places};
use serde_json::{Value, json};
use sheaf_engine::outcome::Turn;
use sheaf_ir::analysis::Cfg;
use sheaf_ir::{BlockId, FileId, Func, FuncId, Module};
use sheaf_report::source::Sources;
use sheaf_report::trace;
use sheaf_report::tree::quoted;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Lines of the source that a drawn block shows.
const SHOWN_LINES: usize = 6;
/// Characters of such a line.
const WIDTH: usize = 60;

/// The graph of a function, in which the decisions of clauses are marked.
pub fn shape(module: &Module, sources: &mut Sources, clauses: &Clauses, id: FuncId) -> Shape {
    let graph = Graph {
        name: &module.funcs[id].name,
        blocks: blocks(module, sources, clauses, id),
    };
    Shape {
        text: graph.text(),
        json: graph.json(),
        dot: graph.dot(),
    }
}

struct Graph<'m> {
    name: &'m str,
    blocks: Vec<Shown>,
}

/// A block.
struct Shown {
    id: BlockId,
    /// The first and the last line.
    lines: Option<(u32, u32)>,
    /// The text of its lines.
    source: Vec<String>,
    instructions: usize,
    is_reachable: bool,
    /// What the branch at its end tests, if the source shows it.
    condition: Option<String>,
    /// The successors.
    edges: Vec<Edge>,
}

/// A side of a branch.
struct Edge {
    target: BlockId,
    /// The outcome of the branch, if that is known.
    outcome: Option<String>,
    marks: Marks,
}

fn blocks(module: &Module, sources: &mut Sources, clauses: &Clauses, id: FuncId) -> Vec<Shown> {
    let func = &module.funcs[id];
    let cfg = Cfg::new(func);
    let shown = func.blocks.enumerate().map(|(block, code)| {
        let targets = code.terminator.targets();
        let mut condition = None;
        let edges = targets.iter().enumerate().map(|(number, target)| {
            let turn = Turn {
                func: id,
                block,
                target: number as u32,
            };
            let told = match targets.len() {
                0 | 1 => Vec::new(),
                _ => trace::told(module, sources, &[turn]),
            };
            let tested = told.first().and_then(|told| told.tested());
            condition = condition.take().or(tested.map(str::to_string));
            let known = told.first().filter(|_| tested.is_some());
            let marks = known.map(|it| clauses.marks(&func.name, it.loc.line, &it.text()));
            Edge {
                target: target.block,
                outcome: known.map(|told| told.decision.clone()),
                marks: marks.unwrap_or_default(),
            }
        });
        let edges = edges.collect();
        Shown {
            id: block,
            lines: lines(module, func, block),
            source: text_of(module, sources, func, block),
            instructions: code.insts.len() + 1,
            is_reachable: cfg.is_reachable(block),
            condition,
            edges,
        }
    });
    shown.collect()
}

/// The first source lines of a block, each with its number, cut to a width.
fn text_of(module: &Module, sources: &mut Sources, func: &Func, block: BlockId) -> Vec<String> {
    let lines = places(module, func, block).map(|loc| (loc.file, loc.line));
    let lines: BTreeSet<(FileId, u32)> = lines.collect();
    let mut text = Vec::new();
    for (file, line) in lines.iter().take(SHOWN_LINES) {
        let Some(source) = sources.line(&module.files[*file], *line) else {
            continue;
        };
        let source = source.trim();
        let end = source.char_indices().nth(WIDTH);
        text.push(match end {
            Some((end, _)) => format!("{line} {}...", &source[..end]),
            None => format!("{line} {source}"),
        });
    }
    if lines.len() > SHOWN_LINES {
        text.push("...".to_string());
    }
    text
}

impl Shown {
    /// Where it leads to.
    fn successors(&self) -> String {
        if !self.is_reachable {
            return "unreachable".to_string();
        }
        if self.edges.is_empty() {
            return "ends".to_string();
        }
        let edge = |edge: &Edge| {
            let outcome = edge.outcome.iter().map(|it| format!(" {it}"));
            let marks = Some(edge.marks.text()).filter(|it| !it.is_empty());
            let marks = marks.map(|it| format!(" ({it})"));
            block_name(edge.target) + &outcome.chain(marks).collect::<String>()
        };
        let edges: Vec<String> = self.edges.iter().map(edge).collect();
        match &self.condition {
            Some(condition) => format!("-> {}: {condition}", edges.join(", ")),
            None => format!("-> {}", edges.join(", ")),
        }
    }
}

impl Graph<'_> {
    fn text(&self) -> String {
        let mut text = format!("func {}\n", self.name);
        // Writing to a string cannot fail.
        for block in &self.blocks {
            let (name, range) = (block_name(block.id), describe_lines(block.lines));
            let _ = writeln!(text, "  {name:<9} {range:<14} {}", block.successors());
        }
        text
    }

    fn json(&self) -> Value {
        let blocks = self.blocks.iter().map(|block| {
            json!({
                "block": block.id.0,
                "lines": block.lines.map(|(low, high)| [low, high]),
                "instructions": block.instructions,
                "condition": block.condition,
                "successors": block.edges.iter().map(|it| it.target.0).collect::<Vec<_>>(),
                "outcomes": block.edges.iter().map(|it| it.outcome.clone()).collect::<Vec<_>>(),
                "clauses": block.edges.iter().map(|it| it.marks.json()).collect::<Vec<_>>(),
                "reachable": block.is_reachable,
            })
        });
        json!({ "function": self.name, "blocks": blocks.collect::<Vec<_>>() })
    }

    fn dot(&self) -> String {
        let mut dot = format!(
            "  subgraph {} {{\n    label={};\n",
            quoted(&format!("cluster_{}", self.name)),
            quoted(self.name)
        );
        let node = |block: BlockId| quoted(&format!("{}.{}", self.name, block_name(block)));
        // Writing to a string cannot fail.
        for block in &self.blocks {
            let condition = block.condition.iter().map(|it| format!("{it}?"));
            let lines: Vec<String> = [block_name(block.id)]
                .into_iter()
                .chain(block.source.iter().cloned())
                .chain(condition)
                .collect();
            let label = quoted(&lines.join("\n"));
            let _ = writeln!(dot, "    {} [label={label}];", node(block.id));
            for edge in &block.edges {
                let marks = Some(edge.marks.text()).filter(|it| !it.is_empty());
                let lines: Vec<String> = edge.outcome.iter().cloned().chain(marks).collect();
                let label = match lines.is_empty() {
                    true => String::new(),
                    false => {
                        let (label, more) = (quoted(&lines.join("\n")), edge.marks.attributes());
                        format!(" [label={label}{more}]")
                    }
                };
                let (from, to) = (node(block.id), node(edge.target));
                let _ = writeln!(dot, "    {from} -> {to}{label};");
            }
        }
        dot.push_str("  }\n");
        dot
    }
}
