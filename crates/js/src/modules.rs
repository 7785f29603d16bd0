//! Modules: the files that a program requires, found as node does.
//!
//! A file is a module if it uses `require`, `module` or `exports`. What it requires is found when
//! the program is loaded; it runs when it is first required.

use oxc_allocator::Allocator;
use oxc_ast::ast::{Argument, CallExpression, Expression, Program};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::walk_call_expression;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What a `require` of a name means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Required {
    /// The module with this number.
    Module(u32),
    /// A module of node itself.
    BuiltIn,
    /// Nothing.
    Missing,
}

/// The modules of node itself that programs use most.
const BUILT_IN: &[&str] = &[
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "sys",
    "timers",
    "tls",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

/// The files of a program by their paths, in the order of their numbers.
#[derive(Default)]
pub struct Files {
    numbers: HashMap<PathBuf, u32>,
    /// Files whose text was not read yet.
    pub open: Vec<PathBuf>,
}

impl Files {
    /// The number of a file, which is read later if it is new.
    pub fn number(&mut self, path: PathBuf) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(path).or_insert_with_key(|path| {
            self.open.push(path.clone());
            next
        })
    }

    /// What a name means in a file.
    pub fn require(&mut self, name: &str, from: &Path) -> Required {
        let plain = name.strip_prefix("node:").unwrap_or(name);
        let first = plain.split('/').next().unwrap_or(plain);
        if BUILT_IN.contains(&first) {
            return Required::BuiltIn;
        }
        match resolve(name, from) {
            Some(path) => Required::Module(self.number(path)),
            None => Required::Missing,
        }
    }
}

/// The file that a name means in another file.
fn resolve(name: &str, from: &Path) -> Option<PathBuf> {
    let folder = from.parent().unwrap_or(Path::new(""));
    let is_path = name.starts_with('/') || name == "." || name == "..";
    if is_path || name.starts_with("./") || name.starts_with("../") {
        return file_or_folder(&folder.join(name));
    }
    let folder = std::path::absolute(folder).ok()?;
    let mut places = folder
        .ancestors()
        .map(|it| it.join("node_modules").join(name));
    places.find_map(|place| file_or_folder(&place))
}

fn file_or_folder(path: &Path) -> Option<PathBuf> {
    file(path)
        .or_else(|| folder(path))
        .map(|path| simplified(&path))
}

/// A file, perhaps with an ending.
fn file(path: &Path) -> Option<PathBuf> {
    let named = |ending: &str| {
        let mut name = path.as_os_str().to_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let mut candidates = ["", ".js", ".json"].into_iter().map(named);
    candidates.find(|it| it.is_file())
}

/// The main file of a folder.
fn folder(path: &Path) -> Option<PathBuf> {
    let main = std::fs::read_to_string(path.join("package.json"))
        .ok()
        .and_then(|text| serde_json::from_str::<Value>(&text).ok())
        .and_then(|package| main_of(&package));
    main.and_then(|main| file(&path.join(&main)).or_else(|| file(&path.join(main).join("index"))))
        .or_else(|| file(&path.join("index")))
}

/// The main file that `package.json` names.
fn main_of(package: &Value) -> Option<String> {
    let exports = package.get("exports");
    let exports = exports.map(|it| it.get(".").unwrap_or(it));
    let chosen = exports.and_then(chosen);
    chosen.or_else(|| Some(package.get("main")?.as_str()?.to_string()))
}

/// The file that a value of `exports` names for `require`.
fn chosen(exports: &Value) -> Option<String> {
    match exports {
        Value::String(path) => Some(path.clone()),
        Value::Object(conditions) => {
            let applies = |name: &str| matches!(name, "require" | "node" | "default");
            let mut applying = conditions.iter().filter(|(name, _)| applies(name));
            applying.find_map(|(_, value)| chosen(value))
        }
        _ => None,
    }
}

/// A path without `.` and `..` where they can be left out.
fn simplified(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if result.file_name().is_some() => {
                result.pop();
            }
            part => result.push(part),
        }
    }
    result
}

/// The text of a module that is a JSON file.
///
/// # Errors
/// The line and column from 1, and what is wrong.
pub fn json_module(text: &str) -> Result<String, (u32, u32, String)> {
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        return Err((
            error.line() as u32,
            error.column() as u32,
            error.to_string(),
        ));
    }
    Ok(match text.contains("__proto__") {
        true => {
            let quoted = Value::String(text.to_string());
            format!("module.exports = JSON.parse({quoted});")
        }
        false => format!("module.exports = ({text});"),
    })
}

/// The names that a program requires.
pub fn required_names(program: &Program) -> Vec<String> {
    let mut names = Names(Vec::new());
    if program.source_text.contains("require") {
        names.visit_program(program);
    }
    names.0
}

/// The name in a call of `require`.
pub fn required_name<'s>(call: &'s CallExpression) -> Option<&'s str> {
    match (&call.callee, &call.arguments[..]) {
        (Expression::Identifier(ident), [Argument::StringLiteral(name)])
            if ident.name == "require" =>
        {
            Some(name.value.as_str())
        }
        _ => None,
    }
}

struct Names(Vec<String>);

impl<'a> Visit<'a> for Names {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.0.extend(required_name(call).map(str::to_string));
        walk_call_expression(self, call);
    }
}

/// Keeps a text as long as the syntax trees.
pub fn kept<'a>(allocator: &'a Allocator, text: &str) -> &'a str {
    allocator.alloc_str(text)
}
