//! A tree in Graphviz format: a node for each path segment, with shape and colour by its fate, and
//! edges labelled with conditions.

use super::fold::{Drawn, Fold, Summary};
use super::{Kind, NodeReport, TreeReport};
use crate::display;
use crate::place::Place;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The maximum number of characters of an edge's condition; the tooltip has all.
const CONDITION: usize = 32;
/// The maximum number of characters of a detail in a node.
const DETAIL: usize = 40;
/// The maximum number of conditions in a node for which it was dropped.
const BECAUSE: usize = 3;
/// The maximum number of lines of a core in a node.
const CORE: usize = 4;

/// Text as a Graphviz string.
pub fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}

/// A tree for Graphviz; `depth` limits the number of forks along a path.
pub fn dot(tree: &TreeReport, depth: Option<usize>) -> String {
    let fold = Fold::new(tree, depth);
    let mut text = format!("digraph tree {{\n  label={};\n", quoted(&title(tree)));
    text.push_str("  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", fontsize=10, height=0.3, margin=\"0.09,0.04\"];\n");
    text.push_str("  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.6, color=gray40];\n");
    text.push_str("  fontname=\"Helvetica\"; fontsize=11; nodesep=0.3; ranksep=0.35;\n");
    // Writing to a string cannot fail.
    for node in &tree.nodes {
        if fold.drawn[node.id] == Drawn::Node(node.id) {
            let (look, label) = (look(node), quoted(&label(node)));
            let tip = quoted(&tip(node));
            let _ = writeln!(text, "  n{} [label={label}, tooltip={tip}{look}];", node.id);
        }
    }
    for (number, summary) in fold.summaries.iter().enumerate() {
        if *summary != Summary::default() {
            let label = quoted(&count(summary));
            let _ = writeln!(
                text,
                "  s{number} [label={label}, shape=note, style=filled, fillcolor=gray95, fontcolor=gray30];"
            );
        }
    }
    edges(&mut text, tree, &fold);
    text.push_str("}\n");
    text
}

fn title(tree: &TreeReport) -> String {
    let mut title = format!(
        "{}: {}",
        display::name(&tree.file),
        display::name(&tree.verdict)
    );
    if tree.left_out > 0 {
        let _ = write!(title, "; {} further nodes were not kept", tree.left_out);
    }
    title
}

/// The edges between drawn nodes; those of summaries are drawn once.
fn edges(text: &mut String, tree: &TreeReport, fold: &Fold) {
    let name = |drawn: Drawn| match drawn {
        Drawn::Node(id) => format!("n{id}"),
        Drawn::Summary(number) => format!("s{number}"),
    };
    let mut seen = BTreeSet::new();
    for node in &tree.nodes {
        let to = fold.drawn[node.id];
        for parent in &node.parents {
            let from = fold.drawn[*parent];
            let folded = matches!((from, to), (Drawn::Summary(_), _) | (_, Drawn::Summary(_)));
            if from == to || folded && !seen.insert((from, to)) {
                continue;
            }
            let mut look = Vec::new();
            if let (Some(condition), Drawn::Node(_)) = (&node.condition, to) {
                let condition = display::name(condition);
                let label = quoted(&format!(" {} ", shortened(&condition, CONDITION)));
                look.push(format!(
                    "label={label}, labeltooltip={}",
                    quoted(&condition)
                ));
            }
            if node.fate == Kind::Infeasible {
                look.push("style=dashed, color=gray70, fontcolor=gray50".to_string());
            }
            let _ = writeln!(
                text,
                "  {} -> {} [{}];",
                name(from),
                name(to),
                look.join(", ")
            );
        }
    }
}

/// Shape and colour by the fate of a node.
fn look(node: &NodeReport) -> &'static str {
    match node.fate {
        Kind::Forked if node.parents.len() > 1 => ", fillcolor=\"#cfe2f3\"",
        Kind::Forked => "",
        Kind::Exit => ", fillcolor=\"#d5ecd0\", style=filled",
        Kind::Failed => ", fillcolor=\"#f4b6b0\", shape=octagon",
        Kind::Dropped => ", fillcolor=gray90, shape=invtrapezium, style=filled",
        Kind::Infeasible => ", shape=plaintext, style=\"\", fontcolor=gray45",
        Kind::Merged => ", fillcolor=\"#cfe2f3\"",
        Kind::Pruned => ", fillcolor=\"#e3d5ec\", shape=parallelogram, style=filled",
        Kind::SetAside => ", fillcolor=\"#fbd9a5\", shape=hexagon",
        Kind::Waiting => ", fillcolor=\"#fff4c2\", style=\"filled,dashed\"",
        Kind::Parked => ", fillcolor=\"#fff4c2\", shape=cylinder, style=filled",
    }
}

/// The label of a node.
fn label(node: &NodeReport) -> String {
    let place = short_place(&node.place);
    let detail = || shortened(&display::name(node.detail.as_deref().unwrap_or("")), DETAIL);
    let kind = display::name(node.kind.as_deref().unwrap_or(""));
    match node.fate {
        Kind::Forked | Kind::Merged => place,
        Kind::Waiting => format!("waiting\n{place}"),
        Kind::Parked => format!("parked\n{place}"),
        Kind::Dropped => format!("dropped\n{place}"),
        Kind::Exit => match node.status {
            Some(status) => format!("exit {status}"),
            None => "exit".to_string(),
        },
        Kind::Failed if node.completed => format!("{kind}\n{place}"),
        Kind::Failed => format!("{kind}, again\n{place}"),
        Kind::Pruned => {
            let because = node.because.iter().take(BECAUSE);
            let because = because.map(|it| shortened(&display::name(it), DETAIL) + "\n");
            let more = if node.because.len() > BECAUSE {
                "...\n"
            } else {
                ""
            };
            let because: String = because.collect();
            format!("pruned: {}\n{because}{more}{place}", detail())
        }
        Kind::SetAside => format!("{kind}\n{}\n{place}", detail()),
        Kind::Infeasible => {
            let core: Vec<String> = node.core.iter().flatten().map(line).collect();
            let more = if core.len() > CORE { " ..." } else { "" };
            match core.len() {
                0 => "infeasible".to_string(),
                _ => format!(
                    "infeasible\nby {}{more}",
                    core[..core.len().min(CORE)].join(" ")
                ),
            }
        }
    }
}

/// The tooltip of a node: everything known about it.
fn tip(node: &NodeReport) -> String {
    let mut tip = format!(
        "{} in {}",
        long_place(&node.place),
        display::name(&node.place.function)
    );
    for text in [&node.condition, &node.kind, &node.detail]
        .into_iter()
        .flatten()
    {
        let _ = write!(tip, "\n{}", display::name(text));
    }
    for text in &node.because {
        let _ = write!(tip, "\n{}", display::name(text));
    }
    for place in node.core.iter().flatten() {
        let _ = write!(tip, "\nby {}", long_place(place));
    }
    tip
}

fn line(place: &Place) -> String {
    place
        .line
        .map_or("?".to_string(), |line| format!(":{line}"))
}

/// The file without its folder, and the line; the function if there is no file.
fn short_place(place: &Place) -> String {
    let Some(file) = &place.file else {
        return display::name(&place.function);
    };
    let file = file.rsplit('/').next().unwrap_or(file);
    format!("{}{}", display::name(file), line(place))
}

fn long_place(place: &Place) -> String {
    let column = place
        .column
        .map_or(String::new(), |column| format!(":{column}"));
    let file = place.file.as_deref().unwrap_or("?");
    format!("{}{}{column}", display::name(file), line(place))
}

/// The text of a summary: its counts.
fn count(summary: &Summary) -> String {
    let mut lines: Vec<String> = Vec::new();
    if summary.inner > 0 {
        lines.push(format!("{} more inner nodes", summary.inner));
    }
    for (kind, count) in &summary.ends {
        lines.push(format!("{count} {}", word(*kind)));
    }
    lines.join("\n")
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Waiting => "waiting",
        Kind::Forked => "forked, not kept further",
        Kind::Exit => "exit",
        Kind::Failed => "failed",
        Kind::Dropped => "dropped",
        Kind::Infeasible => "infeasible",
        Kind::Merged => "merged",
        Kind::Pruned => "pruned",
        Kind::SetAside => "not explored",
        Kind::Parked => "parked",
    }
}

fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 3).chain("...".chars()).collect(),
        false => text.to_string(),
    }
}
