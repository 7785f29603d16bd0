//! Findings with the same cause: one line for each cause at the end.
//!
//! Findings have the same cause if they fail with the same calls, or in the same way at the same
//! object: of the same allocation, or the same variable.

use sheaf_engine::evidence::{Act, Target, What};
use sheaf_engine::outcome::Finding;
use sheaf_ir::Module;
use std::fmt::Write;

/// The positions of findings with the same cause, in the order of the first ones.
pub fn causes(findings: &[Finding]) -> Vec<Vec<usize>> {
    let mut causes: Vec<Vec<usize>> = Vec::new();
    for (position, finding) in findings.iter().enumerate() {
        let same = causes.iter_mut().find(|all| {
            let mut all = all.iter();
            all.any(|other| is_same(&findings[*other], finding))
        });
        match same {
            Some(all) => all.push(position),
            None => causes.push(vec![position]),
        }
    }
    causes
}

fn is_same(a: &Finding, b: &Finding) -> bool {
    let (of_a, of_b) = (&a.evidence, &b.evidence);
    if !of_a.stack.is_empty() && of_a.stack == of_b.stack {
        return true;
    }
    let is_known = |target: &&Target| match &target.what {
        What::Heap => !target.allocated.is_empty(),
        What::Global(_) => true,
        What::Local(name, func) => name.is_some() && func.is_some(),
        What::Input(_) | What::Literal | What::Row => false,
    };
    let target = |finding: &'_ Finding| {
        let access = finding.evidence.access.as_ref();
        let target = access.and_then(|access| access.target.as_ref());
        target.filter(is_known).cloned()
    };
    match (target(a), target(b)) {
        (Some(at), Some(other)) => {
            a.failure.kind == b.failure.kind
                && (&at.what, &at.allocated) == (&other.what, &other.allocated)
        }
        _ => false,
    }
}

/// Numbers of findings that are listed for a cause.
const MAX_LISTED: usize = 8;

/// The numbered causes, if there are several findings. `counts` says which findings are neither
/// known nor suppressed.
pub fn summary(module: &Module, findings: &[Finding], counts: &[bool]) -> String {
    let mut text = String::new();
    if findings.len() < 2 {
        return text;
    }
    for (number, cause) in (1..).zip(causes(findings)) {
        let Some(first) = cause.first().map(|position| &findings[*position]) else {
            continue;
        };
        let failure = &first.failure;
        let act = match first.evidence.access.as_ref().map(|access| access.act) {
            Some(Act::Read) => " read",
            Some(Act::Write) => " write",
            Some(Act::Free | Act::Use | Act::Lose) | None => "",
        };
        let place = failure.loc.map(|loc| module.locs[loc]);
        let place = place.map_or("?".to_string(), |loc| {
            format!("{}:{}", module.files[loc.file], loc.line)
        });
        let numbers = match cause[..] {
            [position] if position + 1 == number => String::new(),
            _ => format!(" ({})", listed(&cause)),
        };
        let is_new = counts.contains(&false) && cause.iter().any(|position| counts[*position]);
        let new = if is_new { ", new" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {number}. {}{act} in {} at {place}{numbers}{new}",
            failure.kind.name(),
            failure.function,
        );
    }
    text
}

/// The numbers of findings at these positions, as in the names of their files.
fn listed(positions: &[usize]) -> String {
    let numbers = positions.iter().take(MAX_LISTED);
    let numbers: Vec<String> = numbers.map(|it| (it + 1).to_string()).collect();
    let word = if positions.len() == 1 {
        "finding"
    } else {
        "findings"
    };
    let more = if positions.len() > MAX_LISTED {
        ", ..."
    } else {
        ""
    };
    format!("{word} {}{more}", numbers.join(", "))
}
