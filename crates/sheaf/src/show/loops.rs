//! `sheaf show --loops`: the loops of each function, their nesting, and their effects.

use super::{Shape, block_name, describe_lines, lines, print};
use crate::args::{Format, ShowArgs};
use crate::error::UserError;
use serde_json::{Value, json};
use sheaf_engine::loops::{AccelerationDescription, Description, PathDescription, describe};
use sheaf_engine::{Options, Program};
use sheaf_ir::analysis::{Cfg, Dominators, LoopForest};
use sheaf_ir::index::Idx;
use sheaf_ir::{Func, FuncId};
use sheaf_report::note::{About, Note};
use sheaf_report::place::Place;
use sheaf_report::tree::quoted;
use std::fmt::Write;

/// The text to print.
///
/// # Errors
/// When the solver cannot be set up.
pub fn show(args: &ShowArgs, format: Format, program: &Program) -> Result<String, UserError> {
    let shown = |func: &Func| (args.library || func.user) && !func.is_declaration();
    let funcs = program.module().funcs.enumerate();
    let shapes = funcs
        .filter(|(_, func)| shown(func))
        .map(|(id, func)| shape(program, id, func));
    let shapes: Vec<Shape> = shapes
        .collect::<Result<_, String>>()
        .map_err(|why| UserError::new("--loops", why))?;
    Ok(print(&shapes, &[], format))
}

fn shape(program: &Program, id: FuncId, func: &Func) -> Result<Shape, String> {
    let module = program.module();
    let cfg = Cfg::new(func);
    let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
    let known = match forest.loops().is_empty() {
        true => Vec::new(),
        false => describe(program, &Options::default(), id)?,
    };
    let mut text = format!("func {}\n", func.name);
    let mut dot = String::new();
    let mut loops = Vec::new();
    if forest.loops().is_empty() {
        text.push_str("  no loops\n");
    }
    for ((id, natural), known) in forest.loops().enumerate().zip(&known) {
        let ranges = natural.body.iter();
        let range = ranges
            .filter_map(|block| lines(module, func, *block))
            .reduce(|(low, high), (other_low, other_high)| {
                (low.min(other_low), high.max(other_high))
            });
        let indent = "  ".repeat(natural.depth as usize);
        let body: Vec<u32> = natural.body.iter().map(|block| block.0).collect();
        let numbers: Vec<String> = body.iter().map(u32::to_string).collect();
        let _ = writeln!(
            text,
            "{indent}loop at {} {}: blocks {}",
            block_name(natural.header),
            describe_lines(range),
            numbers.join(" ")
        );
        for line in known_lines(known) {
            let _ = writeln!(text, "{indent}  {line}");
        }
        let node = |index: u32| quoted(&format!("{}.loop{index}", func.name));
        let label = format!(
            "{}: {}, type {}",
            func.name,
            describe_lines(range),
            known.class
        );
        let _ = writeln!(dot, "  {} [label={}];", node(id.0), quoted(&label));
        if let Some(parent) = natural.parent {
            let _ = writeln!(dot, "  {} -> {};", node(parent.0), node(id.0));
        }
        let exits = natural.exits.iter();
        loops.push(json!({
            "loop": id.index(),
            "header": natural.header.0,
            "blocks": body,
            "latches": natural.latches.iter().map(|block| block.0).collect::<Vec<_>>(),
            "exits": exits.map(|(from, to)| [from.0, to.0]).collect::<Vec<_>>(),
            "parent": natural.parent.map(|parent| parent.0),
            "depth": natural.depth,
            "lines": range.map(|(low, high)| [low, high]),
            "known": json_of(known),
        }));
    }
    for part in forest.irreducible() {
        let numbers: Vec<String> = part.iter().map(|block| block.0.to_string()).collect();
        let numbers = numbers.join(" ");
        let _ = writeln!(text, "  an irreducible cycle: blocks {numbers}");
    }
    let irreducible = forest.irreducible().iter();
    let irreducible = irreducible.map(|part| part.iter().map(|block| block.0).collect());
    let irreducible: Vec<Vec<u32>> = irreducible.collect();
    let json = json!({ "function": &*func.name, "loops": loops, "irreducible": irreducible });
    Ok(Shape { text, json, dot })
}

/// The effect of a loop, in lines: its type, and its parts below.
fn known_lines(known: &Description) -> Vec<String> {
    let kind = format!("type {}, {}", known.class, known.interleaving);
    let mut lines = vec![match &known.reason {
        Some(reason) => format!("{kind}, not summarised: {reason}"),
        None => kind,
    }];
    known.paths.iter().for_each(|it| add_path(&mut lines, it));
    lines.extend(known.exits.iter().map(|exit| format!("leaves if {exit}")));
    let accelerations = known.accelerations.iter();
    accelerations.for_each(|it| add_acceleration(&mut lines, it));
    lines
}

fn add_path(lines: &mut Vec<String>, path: &PathDescription) {
    lines.push(format!("{} if {}", path.name, path.condition));
    lines.extend(path.updates.iter().map(|update| format!("  {update}")));
    if !path.followed_by.is_empty() {
        lines.push(format!("  then {}", path.followed_by.join(" or ")));
    }
}

fn add_acceleration(lines: &mut Vec<String>, known: &AccelerationDescription) {
    lines.push(format!("k times {} from {}", known.turn, known.region));
    lines.extend(known.updates.iter().map(|update| format!("  {update}")));
    for (when, count) in &known.stops {
        lines.push(match count {
            Some(count) => format!("  until {when}: k = {count}"),
            None => format!("  until {when}"),
        });
    }
    if known.stops.is_empty() {
        lines.push("  forever".to_string());
    }
}

/// A note for each loop of a function, at the line of its head.
///
/// # Errors
/// When the solver cannot be set up.
pub fn notes(program: &Program, id: FuncId) -> Result<Vec<Note>, String> {
    let module = program.module();
    let func = &module.funcs[id];
    let cfg = Cfg::new(func);
    let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
    if forest.loops().is_empty() {
        return Ok(Vec::new());
    }
    let known = describe(program, &Options::default(), id)?;
    let loops = forest.loops().iter().zip(&known);
    let notes = loops.map(|(natural, known)| {
        let head = &func.blocks[natural.header];
        let loc = head.insts.iter().find_map(|inst| inst.loc).or(head.loc);
        Note {
            about: About::Loop,
            place: Place::new(module, id, loc),
            text: known_lines(known),
        }
    });
    Ok(notes.collect())
}

fn json_of(known: &Description) -> Value {
    let paths = known.paths.iter().map(|path| {
        json!({
            "name": path.name,
            "lines": path.lines,
            "condition": path.condition,
            "updates": path.updates,
            "followed_by": path.followed_by,
        })
    });
    let accelerations = known.accelerations.iter().map(|it| {
        let stops = it.stops.iter();
        let stops = stops.map(|(when, count)| json!({ "when": when, "count": count }));
        json!({
            "turn": it.turn,
            "region": it.region,
            "updates": it.updates,
            "stops": stops.collect::<Vec<_>>(),
        })
    });
    json!({
        "type": known.class,
        "interleaving": known.interleaving,
        "reason": known.reason,
        "paths": paths.collect::<Vec<_>>(),
        "exits": known.exits,
        "accelerations": accelerations.collect::<Vec<_>>(),
    })
}
