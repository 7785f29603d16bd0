//! `sheaf show`: the engine's view of a program, an execution tree, or a certificate.

mod annotate;
mod cfg;
mod chains;
mod clauses;
mod facts;
mod loops;
mod proof;

use crate::args::{Format, ShowArgs};
use crate::error::{UserError, describe_io};
use crate::load::{Request, behaviours, load, load_module};
use crate::query_costs::Listing;
use clauses::Clauses;
use serde_json::{Value, json};
use sheaf_ir::{Behaviours, BlockId, Func, FuncId, Loc, Module, text};
use sheaf_report::source::Sources;
use sheaf_report::tree;
use std::path::Path;

/// The text to print.
///
/// # Errors
/// When the program or the tree cannot be loaded, or has no such form.
pub fn show(args: &ShowArgs) -> Result<String, UserError> {
    let view = &args.view;
    match &args.program.files[..] {
        _ if view.is_of_program() => {}
        [folder] if folder.is_dir() => return show_proof(args, folder),
        _ => return show_tree(args),
    }
    let format = args.format.unwrap_or(Format::Text);
    if view.ast {
        return syntax_tree(args);
    }
    if view.chains {
        return chains::show(args, format);
    }
    let mut request = Request::from(&args.program);
    if view.loops {
        return loops::show(args, format, &load(&mut request, &mut Vec::new())?);
    }
    if view.annotate {
        return annotate::show(args, format, &load(&mut request, &mut Vec::new())?);
    }
    let module = load_module(&mut request, &mut Vec::new())?;
    if view.query_costs {
        return query_costs(args, format, &module, &behaviours(&module, &request));
    }
    let funcs = module.funcs.enumerate();
    let mut funcs: Vec<(FuncId, &Func)> = funcs
        .filter(|(_, func)| args.library || func.user)
        .collect();
    match (view.ir, format) {
        (true, Format::Text) if args.library => return Ok(text::print(&module)),
        (true, Format::Text) => {
            return Ok(funcs
                .iter()
                .map(|(_, func)| text::print_func(&module, func))
                .collect::<Vec<_>>()
                .join("\n"));
        }
        (true, _) => {
            return Err(UserError::new(
                "--format",
                "the program itself is shown as text only",
            ));
        }
        (false, _) => funcs.retain(|(_, func)| !func.is_declaration()),
    }
    let mut sources = Sources::default();
    let clauses = match &args.clauses {
        Some(path) => Clauses::read(path, &args.clause)?,
        None => Clauses::default(),
    };
    let shapes = funcs
        .iter()
        .map(|(id, _)| cfg::shape(&module, &mut sources, &clauses, *id));
    Ok(print(&shapes.collect::<Vec<_>>(), &clauses.lines(), format))
}

/// Functions in an output format, with lines below them.
fn print(shapes: &[Shape], below: &[String], format: Format) -> String {
    match format {
        Format::Text => {
            let shapes = shapes.iter().map(|shape| shape.text.clone());
            let below = below.iter().map(|line| format!("{line}\n"));
            let below = Some(below.collect::<String>()).filter(|it| !it.is_empty());
            shapes.chain(below).collect::<Vec<_>>().join("\n")
        }
        Format::Json => {
            let all: Vec<&Value> = shapes.iter().map(|shape| &shape.json).collect();
            format!("{}\n", json!({ "schema": 1, "functions": all }))
        }
        Format::Dot => {
            let all: String = shapes.iter().map(|shape| shape.dot.as_str()).collect();
            let below = match below.is_empty() {
                true => String::new(),
                // Each line ends in `\l`, which puts it to the left.
                false => {
                    let label = tree::quoted(&(below.join("\n") + "\n")).replace("\\n", "\\l");
                    format!("  label={label};\n  fontname=monospace;\n")
                }
            };
            format!("digraph program {{\n  node [shape=box, fontname=monospace];\n{below}{all}}}\n")
        }
    }
}

/// The execution tree for Graphviz.
fn show_proof(args: &ShowArgs, folder: &Path) -> Result<String, UserError> {
    if args.depth.is_some() {
        return Err(UserError::new("--depth", "only trees have a depth"));
    }
    proof::show(folder, args.format.unwrap_or(Format::Text))
}

fn show_tree(args: &ShowArgs) -> Result<String, UserError> {
    let views = "--ast, --ir, --cfg, --loops, --chains, --query-costs or --annotate";
    let [file] = args.program.files.as_slice() else {
        return Err(UserError::new(
            "show",
            format!("say what to show of the program: {views}"),
        ));
    };
    if file.extension().is_none_or(|extension| extension != "json") {
        let message = format!(
            "say what to show of it: {views}; only trees (.json) and folders of certificates need none"
        );
        return Err(UserError::new(file.display(), message));
    }
    if args.format.is_some_and(|format| format != Format::Dot) {
        let message = "a tree is drawn for Graphviz (`dot`) only; the file itself is JSON";
        return Err(UserError::new("--format", message));
    }
    let text = std::fs::read_to_string(file)
        .map_err(|error| UserError::new(file.display(), describe_io(&error)))?;
    let tree = tree::parse(&text).map_err(|message| UserError::new(file.display(), message))?;
    Ok(tree::dot(&tree, args.depth))
}

/// The estimated cost of merging states, line by line.
fn query_costs(
    args: &ShowArgs,
    format: Format,
    module: &Module,
    behaviours: &Behaviours,
) -> Result<String, UserError> {
    let shown = |func: &Func| (args.library || func.user) && !func.is_declaration();
    let funcs = module.funcs.enumerate().filter(|(_, func)| shown(func));
    let funcs: Vec<FuncId> = funcs.map(|(id, _)| id).collect();
    let listing = Listing::new(module, behaviours, &funcs, &args.costs);
    match format {
        Format::Text => Ok(listing.text()),
        Format::Json => Ok(format!("{}\n", listing.json())),
        Format::Dot => {
            let message = "query costs are shown as text or JSON";
            Err(UserError::new("--format", message))
        }
    }
}

/// The syntax tree of a microc program as JSON.
fn syntax_tree(args: &ShowArgs) -> Result<String, UserError> {
    let [file] = args.program.files.as_slice() else {
        return Err(UserError::new("--ast", "one file at a time"));
    };
    if file.extension().is_none_or(|extension| extension != "uc") {
        let message = "only microc programs (.uc) have a syntax tree here; see --ir and --cfg";
        return Err(UserError::new(file.display(), message));
    }
    let tree = sheaf_microc::parse_file(file)?;
    let text = serde_json::to_string_pretty(&tree);
    text.map(|text| text + "\n")
        .map_err(|error| UserError::new(file.display(), error))
}

/// One function in all output formats.
struct Shape {
    text: String,
    json: Value,
    dot: String,
}

/// The places of a block in the source.
fn places(module: &Module, func: &Func, block: BlockId) -> impl Iterator<Item = Loc> {
    let block = &func.blocks[block];
    let places = block.insts.iter().map(|inst| inst.loc).chain([block.loc]);
    let places = places.flatten().map(|loc| module.locs[loc]);
    places.filter(|loc| loc.line > 0)
}

/// The first and the last source line of a block.
fn lines(module: &Module, func: &Func, block: BlockId) -> Option<(u32, u32)> {
    let lines = places(module, func, block).map(|loc| loc.line);
    lines.fold(None, |range, line| match range {
        None => Some((line, line)),
        Some((low, high)) => Some((line.min(low), line.max(high))),
    })
}

fn describe_lines(range: Option<(u32, u32)>) -> String {
    match range {
        None => String::new(),
        Some((low, high)) if low == high => format!("line {low}"),
        Some((low, high)) => format!("lines {low}-{high}"),
    }
}

fn block_name(block: BlockId) -> String {
    format!("block{}", block.0)
}
