//! JavaScript: parsed and resolved by `oxc`, lowered to the program representation.
//!
//! docs/javascript.md lists what is supported. Anything else ends the paths that reach it.
//!
//! Most built-in functions are written in JavaScript ([`LIBRARY`]). They are lowered and run before
//! each program.

pub mod abi;
mod entry;
mod error;
mod evaluate;
mod link;
mod lower;
mod modules;
mod scopes;

pub use entry::{Entry, entry_call};
pub use error::{Error, SourceLocation};

use evaluate::Evaluated;
use lower::{Script, ScriptKind};
use modules::{Files, Required, Syntax};
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::Scoping;
use oxc_span::SourceType;
use scopes::Scopes;
use sheaf_ir::Module;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Stack size of the loading thread, at least and at most, and for each byte of the program: the
/// parser and the lowering recurse into expressions, which may nest as deeply as the text is long.
const STACK_BYTES: (usize, usize) = (1 << 28, 1 << 33);
const STACK_PER_BYTE: usize = 1 << 11;

/// The maximum number of units of a string input, if neither the program nor the user names one.
pub const STRING_SIZE: u32 = 8;

/// Parses and lowers a script and the files that it requires. `file` is its path, and `string_size`
/// the maximum number of units of a string input that names none. If `keeps_variables`, all
/// variables are in boxes, so that each has a value as long as it lives.
///
/// # Errors
/// Reports the first syntax error, a name that is imported but does not exist, or call of the
/// harness without the literals that it asks for.
pub fn load_text(
    file: &str,
    text: &str,
    string_size: u32,
    keeps_variables: bool,
) -> Result<Module, Error> {
    let (least, most) = STACK_BYTES;
    let wanted = text.len().saturating_mul(STACK_PER_BYTE).clamp(least, most);
    std::thread::scope(|scope| {
        let spawn = |stack| {
            let builder = std::thread::Builder::new().stack_size(stack);
            builder.spawn_scoped(scope, || {
                load_here(file, text, string_size, keeps_variables)
            })
        };
        // Not every machine has room for the largest stack, which hardly any program needs.
        let thread = spawn(wanted).or_else(|_| spawn(least));
        match thread.map(|thread| thread.join()) {
            Ok(Ok(module)) => module,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Error {
                file: file.to_string(),
                place: SourceLocation { line: 1, column: 1 },
                message: format!("no thread could be started: {error}"),
            }),
        }
    })
}

/// The built-in functions that are written in JavaScript: one script, whose functions call each
/// other. [`BINARY`] is appended to it for programs that need it.
const LIBRARY: &str = concat!(
    include_str!("../library/object.js"),
    include_str!("../library/reflect.js"),
    include_str!("../library/array.js"),
    include_str!("../library/string.js"),
    include_str!("../library/regexp.js"),
    include_str!("../library/globals.js"),
    include_str!("../library/date.js"),
    include_str!("../library/math.js"),
    include_str!("../library/json.js"),
    include_str!("../library/collections.js"),
    include_str!("../library/generators.js"),
    include_str!("../library/promise.js"),
    include_str!("../library/modules.js"),
    include_str!("../library/node.js"),
);

/// What is printed of objects, and the module `util`.
const CONSOLE: &str = concat!(
    include_str!("../library/inspect.js"),
    include_str!("../library/console.js"),
);

/// The module `path`.
const PATH: &str = include_str!("../library/path.js");

/// Conditions of Jalangi's harnesses.
const JALANGI: &str = include_str!("../library/jalangi.js");

/// Buffers and their views.
const BINARY: &str = concat!(
    include_str!("../library/buffers.js"),
    include_str!("../library/typed_arrays.js"),
);

/// What a program mentions that uses them. Without them, their names are built-ins that are not
/// modelled.
const BINARY_NAMES: [&str; 7] = [
    "ArrayBuffer",
    "DataView",
    "8Array",
    "8ClampedArray",
    "16Array",
    "32Array",
    "64Array",
];

/// BigInt, and typed arrays of BigInts.
const BIG: &str = include_str!("../library/bigint.js");
const BIG_ARRAYS: &str = include_str!("../library/big_arrays.js");

/// The library for a program with these files, and whether the program may have BigInts.
fn library_for(files: &[(String, HashMap<String, Required>, Tree)]) -> (String, bool) {
    let mentions = |name: &&str| {
        let mut files = files.iter();
        files.any(|(_, _, tree)| tree.program.source_text.contains(*name))
    };
    let binary = BINARY_NAMES.iter().any(mentions);
    let console = ["console", "util"].iter().any(mentions);
    let path = ["'path", "\"path", "node:path"].iter().any(mentions);
    let mut files = files.iter();
    let big = files.any(|(_, _, tree)| may_have_big(tree.program.source_text));
    let parts = [
        LIBRARY,
        if console { CONSOLE } else { "" },
        if path { PATH } else { "" },
        if mentions(&"addAxiom") { JALANGI } else { "" },
        if binary { BINARY } else { "" },
        if big { BIG } else { "" },
        if binary && big { BIG_ARRAYS } else { "" },
    ];
    (parts.concat(), big)
}

/// Whether a text may have literals of BigInts, or mentions them.
fn may_have_big(text: &str) -> bool {
    let literal = |pair: &[u8]| pair[0].is_ascii_hexdigit() && pair[1] == b'n';
    let is_hex = text.contains("0x") || text.contains("0X");
    let literal = |pair: &[u8]| match is_hex {
        true => literal(pair),
        false => pair[0].is_ascii_digit() && pair[1] == b'n',
    };
    text.contains("BigInt") || text.as_bytes().windows(2).any(literal)
}

fn load_here(
    file: &str,
    text: &str,
    string_size: u32,
    keeps_variables: bool,
) -> Result<Module, Error> {
    let allocator = Allocator::default();
    let mut files = Files::default();
    files.number(PathBuf::from(file));
    let mut parsed = Vec::new();
    let mut read = 0;
    while let Some(path) = files.open.get(read).cloned() {
        let name = path.display().to_string();
        let text = match read {
            0 => text,
            _ => modules::kept(&allocator, &module_text(&name, &path)?),
        };
        read += 1;
        let tree = parse(&allocator, &name, text, modules::syntax_of(&path))?;
        let mut required = HashMap::new();
        for wanted in modules::required_names(&tree.program) {
            let found = files.require(&wanted, &path, tree.is_es);
            required.insert(wanted, found);
        }
        parsed.push((name, required, tree));
    }
    let (library, has_big) = library_for(&parsed);
    let library = modules::kept(&allocator, &library);
    let library = parse(&allocator, "library", library, Syntax::Script)?;
    parsed.insert(0, ("library".to_string(), HashMap::new(), library));
    let kinds: Vec<ScriptKind> = parsed
        .iter()
        .enumerate()
        .map(|(at, (_, _, tree))| kind_of(tree, at as u32))
        .collect();
    let mut texts = evaluated_texts(&allocator, &parsed);
    let has_others = !texts.is_empty() || parsed.len() > 2;
    for ((_, _, tree), kind) in parsed.iter_mut().zip(&kinds) {
        tree.resolve_variables(*kind, has_others);
    }
    let hidden = lexical_names(&parsed[1].2, kinds[1]);
    texts.retain(|text| !text.tree.as_ref().is_ok_and(|tree| tree.uses(&hidden)));
    let none = HashMap::new();
    let mut scripts = Vec::new();
    for ((name, required, tree), kind) in parsed.iter().zip(kinds) {
        scripts.push(tree.script(name, kind, required));
    }
    let mut evaluations = Vec::new();
    for Evaluation { key, file, tree } in &texts {
        let script = match tree {
            Ok(tree) => {
                scripts.push(tree.script(file, ScriptKind::Evaluated, &none));
                Ok(scripts.len() - 1)
            }
            Err(message) => Err(message.clone()),
        };
        evaluations.push((key.clone(), script));
    }
    lower::lower(
        &scripts,
        &evaluations,
        has_big,
        string_size,
        keeps_variables,
    )
}

/// What the script with a number is.
fn kind_of(tree: &Tree, at: u32) -> ScriptKind {
    let uses = |name: &&str| {
        let references = tree.scoping.root_unresolved_references();
        references.contains_key(*name)
    };
    let names = ["require", "module", "exports", "__filename", "__dirname"];
    let is_module = at > 1 || names.iter().any(uses);
    match at {
        0 => ScriptKind::Library,
        _ if tree.is_es => ScriptKind::EsModule(at - 1),
        _ if is_module => ScriptKind::Module(at - 1),
        _ => ScriptKind::Plain,
    }
}

/// A text that a program may evaluate in the global scope.
struct Evaluation<'a> {
    key: String,
    /// The file that contains it.
    file: String,
    /// The message of a `SyntaxError` if it is no script.
    tree: Result<Tree<'a>, String>,
}

/// The most texts that are looked at: others end the paths that evaluate them.
const MAX_TEXTS: usize = 1000;

/// The texts of scripts, and those in these texts.
fn evaluated_texts<'a>(
    allocator: &'a Allocator,
    parsed: &[(String, HashMap<String, Required>, Tree<'a>)],
) -> Vec<Evaluation<'a>> {
    let mut found: Vec<Evaluation> = Vec::new();
    let mut known = HashSet::new();
    let mut open: Vec<(String, Option<SourceLocation>, Vec<evaluate::Text>)> = Vec::new();
    let mut sources = Vec::new();
    for (name, _, tree) in &parsed[1..] {
        open.push((name.clone(), None, evaluate::texts_of(&tree.program)));
        sources.push(tree);
    }
    let mut read = 0;
    while read < open.len() {
        let (file, place, texts) = std::mem::take(&mut open[read]);
        for text in texts {
            if found.len() == MAX_TEXTS || !known.insert(text.key.clone()) {
                continue;
            }
            let place = place.unwrap_or_else(|| sources[read].place(text.offset));
            let tree = text.script.and_then(|script| {
                let script = modules::kept(allocator, &script);
                let tree = parse(allocator, &file, script, Syntax::Script);
                let mut tree = tree.map_err(|error| error.message)?;
                tree.evaluated.places.clear();
                tree.evaluated.places.push((0, place));
                tree.resolve_variables(ScriptKind::Evaluated, true);
                open.push((file.clone(), Some(place), evaluate::texts_of(&tree.program)));
                Ok(tree)
            });
            let (key, file) = (text.key, file.clone());
            found.push(Evaluation { key, file, tree });
        }
        read += 1;
    }
    found
}

/// The names of the global variables of a script that are no properties of the global object.
fn lexical_names(tree: &Tree, kind: ScriptKind) -> HashSet<String> {
    let root = tree.program.scope_id.get();
    let Some(root) = root.filter(|_| kind == ScriptKind::Plain) else {
        return HashSet::new();
    };
    let bindings = tree.scoping.get_bindings(root).iter();
    bindings
        .filter(|(_, symbol)| !tree.evaluated.globals.contains_key(symbol))
        .map(|(name, _)| name.to_string())
        .collect()
}

/// The text of a file that is required.
fn module_text(name: &str, path: &Path) -> Result<String, Error> {
    let error = |line, column, message: String| Error {
        file: name.to_string(),
        place: SourceLocation { line, column },
        message,
    };
    let text = std::fs::read_to_string(path).map_err(|it| error(1, 1, it.to_string()))?;
    match path.extension().is_some_and(|ending| ending == "json") {
        true => modules::json_module(&text)
            .map_err(|(line, column, message)| error(line, column, message)),
        false => Ok(text),
    }
}

/// A parsed and resolved file.
struct Tree<'a> {
    program: Program<'a>,
    scoping: Scoping,
    scopes: Scopes,
    /// Whether it is an ES module.
    is_es: bool,
    evaluated: Evaluated,
}

impl Tree<'_> {
    /// The location of an offset.
    fn place(&self, offset: u32) -> SourceLocation {
        let places = &self.evaluated.places;
        match places[..places.partition_point(|it| it.0 <= offset)].last() {
            Some((_, place)) => *place,
            None => place_of(self.program.source_text, offset),
        }
    }

    /// Finds which variables are properties of the global object. `has_others` says whether there
    /// is other code that may see them there.
    fn resolve_variables(&mut self, kind: ScriptKind, has_others: bool) {
        let program = &self.program;
        let is_global = matches!(kind, ScriptKind::Plain | ScriptKind::Evaluated);
        evaluate::resolve(
            &mut self.evaluated,
            program,
            &mut self.scoping,
            &self.scopes,
            is_global,
        );
        let scoping = &self.scoping;
        let root = program.scope_id.get();
        let strict = root.is_some_and(|it| scoping.scope_flags(it).is_strict_mode());
        let is_text = kind == ScriptKind::Evaluated;
        if is_global && !(is_text && strict) {
            let all = has_others || self.evaluated.globals.values().any(|it| *it);
            let found = evaluate::global_variables(program, scoping, all);
            let found = found.into_iter().map(|symbol| (symbol, is_text));
            self.evaluated.globals.extend(found);
        }
    }

    /// Whether it uses or declares a global variable of one of several names.
    fn uses(&self, names: &HashSet<String>) -> bool {
        let root = self.program.scope_id.get();
        let declared = root
            .into_iter()
            .flat_map(|it| self.scoping.get_bindings(it));
        let mut declared = declared.map(|(name, _)| name.as_str());
        let used = self.scoping.root_unresolved_references();
        let mut used = used.keys().map(|name| name.as_str());
        declared.any(|it| names.contains(it)) || used.any(|it| names.contains(it))
    }
}

impl<'a> Tree<'a> {
    fn script<'s>(
        &'s self,
        name: &str,
        kind: ScriptKind,
        required: &'s HashMap<String, Required>,
    ) -> Script<'s>
    where
        'a: 's,
    {
        Script {
            file: name.to_string(),
            program: &self.program,
            scoping: &self.scoping,
            scopes: &self.scopes,
            kind,
            required,
            evaluated: &self.evaluated,
        }
    }
}

/// Parses a file. One of unknown syntax is an ES module if it has `import` or `export`
/// declarations.
fn parse<'a>(
    allocator: &'a Allocator,
    file: &str,
    text: &'a str,
    syntax: Syntax,
) -> Result<Tree<'a>, Error> {
    // CommonJS modules are bodies of functions: they may contain `return`.
    let options = ParseOptions {
        allow_return_outside_function: text.contains("require(") || text.contains("exports"),
        parse_regular_expression: true,
        ..ParseOptions::default()
    };
    let parse_as = |kind: SourceType| {
        let parser = Parser::new(allocator, text, kind);
        parser.with_options(options).parse()
    };
    let mut is_es = syntax == Syntax::EsModule;
    let mut parsed = match is_es {
        true => parse_as(SourceType::mjs()),
        false => parse_as(SourceType::script()),
    };
    if syntax == Syntax::Unknown && parsed.module_record.has_module_syntax {
        parsed = parse_as(SourceType::mjs());
        is_es = true;
    }
    if let Some(error) = parsed.diagnostics.errors().next() {
        return Err(syntax_error(file, text, error));
    }
    let resolve = |program: &mut Program<'a>| {
        let resolved = scopes::resolve(allocator, program);
        resolved.map_err(|it| Error {
            file: file.to_string(),
            place: place_of(text, it.offset),
            message: it.message,
        })
    };
    let mut program = parsed.program;
    let (mut scoping, mut scopes) = resolve(&mut program)?;
    let mut evaluated = Evaluated::default();
    if text.contains("eval") {
        evaluated = evaluate::splice(allocator, &mut program, &scoping);
        match resolve(&mut program) {
            Ok(resolved) => (scoping, scopes) = resolved,
            // What a text may contain depends on its place: none of them is supported.
            Err(_) => {
                let kind = if is_es {
                    SourceType::mjs()
                } else {
                    SourceType::script()
                };
                program = parse_as(kind).program;
                (scoping, scopes) = resolve(&mut program)?;
                evaluated = Evaluated::default();
            }
        }
    }
    Ok(Tree {
        program,
        scoping,
        scopes,
        is_es,
        evaluated,
    })
}

/// The first error of the parser, with its first label.
fn syntax_error(file: &str, text: &str, error: &oxc_diagnostics::OxcDiagnostic) -> Error {
    let label = error.labels.first();
    Error {
        file: file.to_string(),
        place: place_of(text, label.map_or(0, |label| label.offset())),
        message: error.message.to_string(),
    }
}

/// The location of an offset in a text.
fn place_of(text: &str, offset: u32) -> SourceLocation {
    let before = text.get(..offset as usize).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    SourceLocation {
        line: before.matches('\n').count() as u32 + 1,
        column: before[line_start..].chars().count() as u32 + 1,
    }
}
