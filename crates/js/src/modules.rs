//! Modules: the files that a program requires or imports, found as node does.
//!
//! A file is an ES module by its name, by the nearest `package.json`, or because it has `import` or
//! `export` declarations; it is a CommonJS module if it uses `require`, `module` or `exports`. What
//! it needs is found when the program is loaded.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, CallExpression, ExportAllDeclaration, ExportFromDeclaration, Expression,
    ImportDeclaration, ImportExpression, Program,
};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::{walk_call_expression, walk_import_expression};
use oxc_syntax::operator::BinaryOperator;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What a `require` of a name means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Required {
    /// The module with this number.
    Module(u32),
    /// A module of node itself, or native code.
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

    /// What a name means in a file, which may import it instead of requiring it.
    pub fn require(&mut self, name: &str, from: &Path, imports: bool) -> Required {
        let plain = name.strip_prefix("node:").unwrap_or(name);
        let first = plain.split('/').next().unwrap_or(plain);
        if BUILT_IN.contains(&first) {
            return Required::BuiltIn;
        }
        match resolve(name, from, imports) {
            Some(path) if is_native(&path) => Required::BuiltIn,
            Some(path) => Required::Module(self.number(path)),
            None => Required::Missing,
        }
    }
}

/// What is known about the syntax of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    Script,
    EsModule,
    /// It may be both.
    Unknown,
}

/// The syntax of a file, by its name and the nearest `package.json`.
pub fn syntax_of(path: &Path) -> Syntax {
    let ending = path.extension().and_then(|it| it.to_str());
    match ending {
        Some("mjs") => return Syntax::EsModule,
        Some("cjs" | "json") => return Syntax::Script,
        _ => {}
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut folders = absolute.ancestors().skip(1);
    let package = folders.find_map(|it| std::fs::read_to_string(it.join("package.json")).ok());
    let package = package.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    match package.as_ref().and_then(|it| it.get("type")?.as_str()) {
        Some("module") => Syntax::EsModule,
        Some("commonjs") => Syntax::Script,
        _ => Syntax::Unknown,
    }
}

/// The file that a name means in another file.
fn resolve(name: &str, from: &Path, imports: bool) -> Option<PathBuf> {
    let folder = from.parent().unwrap_or(Path::new(""));
    let is_path = name.starts_with('/') || name == "." || name == "..";
    if is_path || name.starts_with("./") || name.starts_with("../") {
        return file_or_folder(&folder.join(name));
    }
    let here = std::env::current_dir().ok()?;
    let folder = here.join(folder);
    let parts = if name.starts_with('@') { 2 } else { 1 };
    let end = name.match_indices('/').nth(parts - 1).map(|(at, _)| at);
    let (package, inner) = name.split_at(end.unwrap_or(name.len()));
    let mut places = folder.ancestors().map(|it| it.join("node_modules"));
    let found = places.find_map(|place| {
        exported_file(&place.join(package), &format!(".{inner}"), imports)
            .or_else(|| file_or_folder(&place.join(name)))
    })?;
    // As the user names files.
    let below = found.strip_prefix(&here).map(Path::to_path_buf);
    Some(below.unwrap_or(found))
}

/// The file that `exports` of a package names for a path in it.
fn exported_file(package: &Path, inner: &str, imports: bool) -> Option<PathBuf> {
    let text = std::fs::read_to_string(package.join("package.json")).ok()?;
    let exports = serde_json::from_str::<Value>(&text).ok()?;
    let exports = exports.get("exports")?;
    let paths = exports
        .as_object()
        .filter(|it| it.keys().any(|key| key.starts_with('.')));
    let (value, rest) = match paths {
        None if inner == "." => (exports, ""),
        None => return None,
        Some(paths) => match paths.get(inner) {
            Some(value) => (value, ""),
            None => paths.iter().find_map(|(key, value)| {
                let (before, after) = key.split_once('*')?;
                let rest = inner.strip_prefix(before)?.strip_suffix(after)?;
                Some((value, rest))
            })?,
        },
    };
    let chosen = chosen(value, imports)?.replace('*', rest);
    file(&package.join(chosen)).map(|path| simplified(&path))
}

fn file_or_folder(path: &Path) -> Option<PathBuf> {
    file(path)
        .or_else(|| folder(path))
        .map(|path| simplified(&path))
}

/// Whether a file is native code for node.
fn is_native(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "node")
}

/// A file, perhaps with an ending.
fn file(path: &Path) -> Option<PathBuf> {
    let named = |ending: &str| {
        let mut name = path.as_os_str().to_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let mut candidates = ["", ".js", ".json", ".node"].into_iter().map(named);
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
    Some(package.get("main")?.as_str()?.to_string())
}

/// The file that a value of `exports` names for `import` or `require`.
fn chosen(exports: &Value, imports: bool) -> Option<String> {
    match exports {
        Value::String(path) => Some(path.clone()),
        Value::Object(conditions) => {
            let own = if imports { "import" } else { "require" };
            let applies = |name: &str| name == own || matches!(name, "node" | "default");
            let mut applying = conditions.iter().filter(|(name, _)| applies(name));
            applying.find_map(|(_, value)| chosen(value, imports))
        }
        Value::Array(choices) => choices.iter().find_map(|value| chosen(value, imports)),
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

/// The names that a program requires or imports.
pub fn required_names(program: &Program) -> Vec<String> {
    let mut names = Names {
        source: program.source_text,
        found: Vec::new(),
    };
    let words = ["require", "import", "export"];
    if words.iter().any(|word| program.source_text.contains(word)) {
        names.visit_program(program);
    }
    names.found
}

/// Whether a call in a file loads what Sheaf itself provides: ExpoSE's `S$`, and in files that use
/// Jalangi's `J$`, its module of inputs and the file in the current folder that it writes.
pub fn loads_harness(call: &CallExpression, source: &str) -> bool {
    match required_name(call) {
        Some("S$") => true,
        Some(name) => {
            let file = name.rsplit('/').next().unwrap_or(name);
            let file = file.strip_suffix(".js").unwrap_or(file);
            matches!(file, "InputManager" | "InputManager2") && is_of_jalangi(source)
        }
        None => loads_written_inputs(call) && is_of_jalangi(source),
    }
}

/// Whether a file is a harness of Jalangi.
fn is_of_jalangi(source: &str) -> bool {
    ["J$.readInput(", "J$.addAxiom("]
        .iter()
        .any(|call| source.contains(call))
}

/// Whether a call is `require(process.cwd() + '/inputs')`.
fn loads_written_inputs(call: &CallExpression) -> bool {
    let (Expression::Identifier(callee), [argument]) = (&call.callee, &call.arguments[..]) else {
        return false;
    };
    let Argument::BinaryExpression(path) = argument else {
        return false;
    };
    let (Expression::CallExpression(folder), Expression::StringLiteral(file)) =
        (&path.left, &path.right)
    else {
        return false;
    };
    let Expression::StaticMemberExpression(folder) = &folder.callee else {
        return false;
    };
    let is_process = matches!(&folder.object, Expression::Identifier(it) if it.name == "process");
    callee.name == "require"
        && path.operator == BinaryOperator::Addition
        && is_process
        && folder.property.name == "cwd"
        && file.value == "/inputs"
}

/// The name in an expression `import(name)`, if it is a literal.
pub fn imported_name<'s>(import: &'s ImportExpression) -> Option<&'s str> {
    match &import.source {
        Expression::StringLiteral(name) => Some(name.value.as_str()),
        _ => None,
    }
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

struct Names<'s> {
    source: &'s str,
    found: Vec<String>,
}

impl<'a> Visit<'a> for Names<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if !loads_harness(call, self.source) {
            self.found.extend(required_name(call).map(str::to_string));
        }
        walk_call_expression(self, call);
    }

    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        self.found.extend(imported_name(import).map(str::to_string));
        walk_import_expression(self, import);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.found.push(it.source.value.to_string());
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.found.push(it.source.value.to_string());
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.found.push(it.source.value.to_string());
    }
}

/// Keeps a text as long as the syntax trees.
pub fn kept<'a>(allocator: &'a Allocator, text: &str) -> &'a str {
    allocator.alloc_str(text)
}
