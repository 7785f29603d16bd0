//! Findings in SARIF 2.1.0 (OASIS Standard, 2020), which code hosts and editors display.
//!
//! Rules are the kinds of failure; the decisions by inputs that lead to a finding, and the failure,
//! are its code flow. Calls are stacks; where the object was allocated and freed is related.

use crate::baseline;
use crate::evidence;
use crate::shape;
use crate::source::Sources;
use crate::suppressions::Suppressed;
use crate::text::message;
use crate::trace::{self, Told};
use serde_json::{Value, json};
use sheaf_engine::evidence::Stack;
use sheaf_engine::outcome::Finding;
use sheaf_ir::{FailureKind, Loc, Module};
use std::path::{Component, Path, PathBuf};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The name of the base directory, as code hosts expect it.
const BASE: &str = "%SRCROOT%";

/// The maximum number of steps of a code flow; the last ones are kept.
const MAX_STEPS: usize = 1000;

/// The log of one run, as text.
///
/// `suppressed` says which of the findings are, in their order. Files below `root`, the directory
/// that names are relative to, are named relative to it.
pub fn log(
    module: &Module,
    sources: &mut Sources,
    findings: &[Finding],
    suppressed: &[Option<Suppressed>],
    root: &Path,
) -> String {
    let rules: Vec<Value> = FailureKind::ALL
        .iter()
        .map(|kind| json!({"id": kind.name(), "shortDescription": {"text": kind.meaning()}}))
        .collect();
    let suppressed = suppressed.iter().map(Option::as_ref);
    let suppressed = suppressed.chain(std::iter::repeat(None));
    let results: Vec<Value> = findings
        .iter()
        .zip(suppressed)
        .map(|(finding, suppressed)| {
            let mut result = result(module, sources, finding);
            normalize(&mut result, root);
            if let Some(suppressed) = suppressed {
                let kind = if suppressed.in_source {
                    "inSource"
                } else {
                    "external"
                };
                result["suppressions"] =
                    json!([{"kind": kind, "justification": suppressed.text()}]);
            }
            result
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "originalUriBaseIds": {BASE: {"uri": uri(&format!("{}/", root.display()))}},
            "tool": {"driver": {"name": "Sheaf", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn result(module: &Module, sources: &mut Sources, finding: &Finding) -> Value {
    let failure = &finding.failure;
    let index = FailureKind::ALL
        .iter()
        .position(|kind| *kind == failure.kind);
    let inputs = shape::lines(module, &finding.inputs.shown());
    let access = finding.evidence.access.as_ref();
    let access = access.map_or(String::new(), |it| {
        let of = &finding.evidence;
        format!(": {}", evidence::access_text(module, sources, of, it))
    });
    let said = format!("{}{access}", message(failure));
    let text = match inputs.is_empty() {
        true => format!("{said}, on every run"),
        false => format!("{said}, with {}", inputs.join(", ")),
    };
    let mut location = match failure.loc {
        Some(loc) => place(module, module.locs[loc]),
        None => json!({}),
    };
    location["logicalLocations"] = json!([{"name": failure.function, "kind": "function"}]);
    let mut result = json!({
        "ruleId": failure.kind.name(),
        "ruleIndex": index,
        "level": "error",
        "message": {"text": text},
        "locations": [location],
        "partialFingerprints": {baseline::SARIF_KEY: baseline::fingerprint(module, sources, finding)},
    });
    let evidence = &finding.evidence;
    let stacks: Vec<Value> = [("failed", &evidence.stack)]
        .into_iter()
        .filter(|(_, stack)| !stack.is_empty())
        .chain(evidence::history(evidence))
        .map(|(word, calls)| stack(module, sources, word, calls))
        .collect();
    if !stacks.is_empty() {
        result["stacks"] = json!(stacks);
    }
    let related: Vec<Value> = evidence::history(evidence)
        .filter_map(|(word, stack)| related(module, word, stack))
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    let steps = trace::decisive(module, sources, finding, MAX_STEPS);
    let mut steps: Vec<Value> = steps.iter().map(|told| step(module, told)).collect();
    if !steps.is_empty() {
        if let Some(loc) = failure.loc {
            let mut location = place(module, module.locs[loc]);
            location["message"] = json!({"text": said});
            steps.push(json!({"location": location}));
        }
        result["codeFlows"] = json!([{"threadFlows": [{"locations": steps}]}]);
    }
    result
}

/// A stack, whose word says what it led to.
fn stack(module: &Module, sources: &mut Sources, word: &str, stack: &Stack) -> Value {
    let calls = stack.inner.iter().chain(&stack.outer);
    let frames = calls.map(|call| {
        let mut location = match call.loc {
            Some(loc) => place(module, module.locs[loc]),
            None => json!({}),
        };
        let name = &module.funcs[call.func].name;
        location["logicalLocations"] = json!([{"name": name, "kind": "function"}]);
        if let Some(library) = evidence::library(module, sources, call) {
            location["message"] = json!({"text": format!("in {library}")});
        }
        json!({"location": location})
    });
    let frames: Vec<Value> = frames.collect();
    json!({"message": {"text": word}, "frames": frames})
}

/// The place where something happened to the object of a finding.
fn related(module: &Module, word: &str, stack: &Stack) -> Option<Value> {
    let call = stack.inner.first()?;
    let mut location = place(module, module.locs[call.loc?]);
    let of = &module.funcs[call.func].name;
    location["message"] = json!({"text": format!("{word} {of}")});
    Some(location)
}

fn step(module: &Module, told: &Told) -> Value {
    let mut location = place(module, told.loc);
    location["message"] = json!({"text": told.text()});
    let mut step = json!({"location": location});
    if !told.values.is_empty() {
        let values = told.values.iter();
        let state = values.map(|(name, value)| (name.clone(), json!({"text": value})));
        step["state"] = Value::Object(state.collect());
    }
    step
}

fn place(module: &Module, loc: Loc) -> Value {
    let mut physical = json!({"artifactLocation": {"uri": &*module.files[loc.file]}});
    match (loc.line, loc.column) {
        (0, _) => {}
        (line, 0) => physical["region"] = json!({"startLine": line}),
        (line, column) => physical["region"] = json!({"startLine": line, "startColumn": column}),
    }
    json!({"physicalLocation": physical})
}

/// Makes all names of files in a value relative to the base directory, or absolute.
fn normalize(value: &mut Value, root: &Path) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|it| normalize(it, root)),
        Value::Object(members) => {
            if let Some(location) = members.get_mut("artifactLocation")
                && let Some(name) = location["uri"].as_str()
            {
                *location = artifact(name, root);
            }
            members.values_mut().for_each(|it| normalize(it, root));
        }
        _ => {}
    }
}

/// The location of a file: below the base directory if it is there, which code hosts need to find
/// it in a repository.
fn artifact(name: &str, root: &Path) -> Value {
    // Not a file: `<sheaf>/x.h`.
    if name.starts_with('<') {
        return json!({"uri": uri(name)});
    }
    let mut path = PathBuf::new();
    for part in root.join(name).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    match path.strip_prefix(root) {
        Ok(below) => json!({"uri": uri(&below.to_string_lossy()), "uriBaseId": BASE}),
        Err(_) => json!({"uri": uri(&path.to_string_lossy())}),
    }
}

/// A file name as a reference: a URI for an absolute name.
fn uri(name: &str) -> String {
    let mut uri = String::from(if name.starts_with('/') { "file://" } else { "" });
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(byte as char)
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use crate::json::tests::sample_finding;

    #[test]
    fn a_finding_is_a_result() {
        let text = log(
            &branching_module(),
            &mut Sources::default(),
            &[sample_finding()],
            &[],
            Path::new("/project"),
        );
        let log: Value = serde_json::from_str(&text).unwrap();
        let result = &log["runs"][0]["results"][0];
        let rule = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(
            log["runs"][0]["tool"]["driver"]["rules"][rule]["id"],
            "assertion"
        );
        assert_eq!(result["ruleId"], "assertion");
        assert_eq!(
            result["message"]["text"],
            "x > 0, with x = -2147483648 (i32)"
        );
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(*region, json!({"startLine": 3, "startColumn": 1}));
        let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"][0]["location"];
        assert_eq!(flow["message"]["text"], "taken");
        let file = json!({"uri": "a.c", "uriBaseId": "%SRCROOT%"});
        assert_eq!(flow["physicalLocation"]["artifactLocation"], file);
        let base = &log["runs"][0]["originalUriBaseIds"]["%SRCROOT%"]["uri"];
        assert_eq!(base, "file:///project/");
    }

    #[test]
    fn names_are_relative_to_the_base() {
        let root = Path::new("/project/build");
        for (name, expected, is_below) in [
            ("a.c", "a.c", true),
            ("../build/./src/a.c", "src/a.c", true),
            ("/project/build/a b.c", "a%20b.c", true),
            ("../lib/a.c", "file:///project/lib/a.c", false),
            ("<sheaf>/x.h", "%3Csheaf%3E/x.h", false),
        ] {
            let found = artifact(name, root);
            assert_eq!(found["uri"], expected);
            assert_eq!(found.get("uriBaseId").is_some(), is_below, "{name}");
        }
    }

    #[test]
    fn names_become_uris() {
        assert_eq!(uri("a b/ä.c"), "a%20b/%C3%A4.c");
        assert_eq!(uri("/tmp/a.c"), "file:///tmp/a.c");
        assert_eq!(uri("<sheaf>/x.h"), "%3Csheaf%3E/x.h");
    }
}
