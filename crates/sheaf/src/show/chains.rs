//! `sheaf show --chains`: the chain program form with regard to a target, with the constraint
//! system of each root chain.

use crate::args::{Format, ShowArgs};
use crate::error::UserError;
use crate::load::{Request, load};
use crate::reach::Target;
use serde_json::{Value, json};
use sheaf_engine::Options;
use sheaf_engine::chains::{ChainText, FormText, LoopText, StepText, describe};
use sheaf_ir::FailureKind;
use std::fmt::Write;

/// The text to print.
///
/// # Errors
/// When the program cannot be loaded or has no such target.
pub fn show(args: &ShowArgs, format: Format) -> Result<String, UserError> {
    let Some(target) = &args.target else {
        let message = "say with `--target` where the chains are to lead, as for `sheaf reach`";
        return Err(UserError::new("--chains", message));
    };
    let mut options = Options::default();
    let mut request = Request::from(&args.program);
    let goal = match target {
        Target::Goal(goal) => {
            request.goal = Some(goal.clone());
            FailureKind::Target
        }
        Target::Kind(kind) => *kind,
    };
    options.failures.push(goal);
    request.failures.clone_from(&options.failures);
    let program = load(&mut request, &mut Vec::new())?;
    let form = describe(&program, &options, goal).map_err(|why| UserError::new("solver", why))?;
    match format {
        Format::Text => Ok(text(&form)),
        Format::Json => Ok(format!("{}\n", json_of(&form))),
        Format::Dot => Err(UserError::new(
            "--format",
            "chains are shown as text or JSON",
        )),
    }
}

fn text(form: &FormText) -> String {
    let mut text = String::new();
    if form.roots.is_empty() && form.obstacle.is_none() {
        text.push_str("no path leads to the target\n");
    }
    for root in &form.roots {
        let answer = match root.answer {
            Some("unsolvable") => ": its system has no solution",
            Some("unknown") => ": the solver does not know a solution of its system",
            _ => "",
        };
        let _ = writeln!(text, "{}{answer}", root.name);
        write_steps(&mut text, "  ", root);
        if let Some(solution) = &root.solution {
            let counts = solution.iter();
            let counts: Vec<String> = counts
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            let _ = writeln!(text, "  a solution: {}", counts.join(", "));
        }
    }
    if let Some(obstacle) = &form.obstacle {
        let _ = writeln!(text, "not all paths follow these chains: {obstacle}");
    }
    text
}

/// A line with its number in the source.
fn write_line(text: &mut String, line: Option<u32>, indent: &str, content: &str) {
    let line = line.map_or(String::new(), |line| line.to_string());
    let _ = writeln!(text, "{line:>5}{indent}{content}");
}

fn write_steps(text: &mut String, indent: &str, chain: &ChainText) {
    for step in &chain.steps {
        match step {
            StepText::Assume {
                line,
                condition,
                is_branch,
            } => {
                if *is_branch {
                    write_line(text, *line, indent, condition);
                }
            }
            StepText::Loop(inner) => write_loop(text, indent, inner),
        }
    }
}

fn write_loop(text: &mut String, indent: &str, inner: &LoopText) {
    let names: Vec<&str> = inner
        .chains
        .iter()
        .map(|chain| chain.name.as_str())
        .collect();
    write_line(
        text,
        inner.line,
        indent,
        &format!("loop {{{}}}", names.join(", ")),
    );
    let deeper = format!("{indent}    ");
    for chain in &inner.chains {
        write_line(text, None, &format!("{indent}  "), &chain.name);
        write_steps(text, &deeper, chain);
        for update in &chain.updates {
            write_line(text, None, &deeper, update);
        }
    }
    let indent = format!("{indent}  ");
    for function in &inner.functions {
        write_line(text, None, &indent, &format!("then {function}"));
    }
    for fact in &inner.facts {
        if let Some(shown) = &fact.shown {
            write_line(text, None, &indent, &format!("{}: {shown}", fact.origin));
        }
    }
}

fn json_of(form: &FormText) -> Value {
    let roots: Vec<Value> = form.roots.iter().map(chain_json).collect();
    json!({ "schema": 1, "root_chains": roots, "obstacle": form.obstacle })
}

fn chain_json(chain: &ChainText) -> Value {
    let steps = chain.steps.iter().map(|step| match step {
        StepText::Assume {
            line,
            condition,
            is_branch,
        } => json!({ "line": line, "condition": condition, "branch": is_branch }),
        StepText::Loop(inner) => json!({ "line": inner.line, "loop": loop_json(inner) }),
    });
    let mut object = json!({
        "name": chain.name,
        "steps": steps.collect::<Vec<_>>(),
    });
    match chain.answer {
        None => object["updates"] = json!(chain.updates),
        Some(answer) => {
            object["system"] = json!(answer);
            let counts = chain.solution.iter().flatten();
            object["solution"] = counts
                .map(|(name, value)| (name.clone(), json!(value)))
                .collect();
        }
    }
    object
}

fn loop_json(inner: &LoopText) -> Value {
    let facts = inner.facts.iter();
    let facts = facts.map(|fact| json!({ "condition": fact.condition, "origin": fact.origin }));
    json!({
        "chains": inner.chains.iter().map(chain_json).collect::<Vec<_>>(),
        "functions": inner.functions,
        "facts": facts.collect::<Vec<_>>(),
    })
}
