//! Control-flow graphs: of each block its lines, and on each edge the outcome of the branch.

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

/// The graph of a function.
pub fn shape(module: &Module, sources: &mut Sources, id: FuncId) -> Shape {
    let graph = Graph {
        name: &module.funcs[id].name,
        blocks: blocks(module, sources, id),
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
    /// The successors, each with the outcome of the branch, if that is known.
    edges: Vec<(BlockId, Option<String>)>,
}

fn blocks(module: &Module, sources: &mut Sources, id: FuncId) -> Vec<Shown> {
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
            let outcome = told.first().filter(|_| tested.is_some());
            (target.block, outcome.map(|told| told.decision.clone()))
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
    fn way(&self) -> String {
        if !self.is_reachable {
            return "unreachable".to_string();
        }
        if self.edges.is_empty() {
            return "ends".to_string();
        }
        let edge = |(target, outcome): &(BlockId, Option<String>)| match outcome {
            Some(outcome) => format!("{} {outcome}", block_name(*target)),
            None => block_name(*target),
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
            let _ = writeln!(text, "  {name:<9} {range:<14} {}", block.way());
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
                "successors": block.edges.iter().map(|(to, _)| to.0).collect::<Vec<_>>(),
                "outcomes": block.edges.iter().map(|(_, it)| it.clone()).collect::<Vec<_>>(),
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
            for (target, outcome) in &block.edges {
                let label = outcome
                    .as_ref()
                    .map(|it| format!(" [label={}]", quoted(it)));
                let label = label.unwrap_or_default();
                let _ = writeln!(dot, "    {} -> {}{label};", node(block.id), node(*target));
            }
        }
        dot.push_str("  }\n");
        dot
    }
}
