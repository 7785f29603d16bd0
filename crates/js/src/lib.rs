//! JavaScript: parsed and resolved by `oxc`, lowered to the program representation.
//!
//! docs/javascript.md lists what is supported. Anything else ends the paths that reach it.
//!
//! Most built-in functions are written in JavaScript ([`LIBRARY`]). They are lowered and run before
//! each program.

mod entry;
mod error;
mod link;
mod lower;
mod modules;

pub use entry::entry_call;
pub use error::{Error, SourceLocation};
pub use lower::INITIAL_OBJECTS;

use lower::{Script, ScriptKind};
use modules::{Files, Syntax};
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::SourceType;
use sheaf_ir::Module;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Stack size of the loading thread: expressions may nest as deeply as the parser allows.
const STACK_BYTES: usize = 1 << 28;

/// Parses and lowers a script and the files that it requires. `file` is its path.
///
/// # Errors
/// Reports the first syntax error, a name that is imported but does not exist, or call of the harness without the literals that it asks for.
pub fn load_text(file: &str, text: &str) -> Result<Module, Error> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, || load_here(file, text));
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
/// other.
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

fn load_here(file: &str, text: &str) -> Result<Module, Error> {
    let allocator = Allocator::default();
    let mut files = Files::default();
    files.number(PathBuf::from(file));
    let library = parse(&allocator, "library", LIBRARY, Syntax::Script)?;
    let mut parsed = vec![("library".to_string(), HashMap::new(), library)];
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
    let scripts = parsed
        .iter()
        .enumerate()
        .map(|(at, (name, required, tree))| {
            let (program, scoping) = (&tree.program, &tree.scoping);
            let uses = |name: &&str| scoping.root_unresolved_references().contains_key(*name);
            let is_module = at > 1 || ["require", "module", "exports"].iter().any(uses);
            Script {
                file: name.clone(),
                program,
                scoping,
                kind: match at {
                    0 => ScriptKind::Library,
                    _ if tree.is_es => ScriptKind::EsModule(at as u32 - 1),
                    _ if is_module => ScriptKind::Module(at as u32 - 1),
                    _ => ScriptKind::Plain,
                },
                required,
            }
        });
    lower::lower(&scripts.collect::<Vec<_>>())
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
    /// Whether it is an ES module.
    is_es: bool,
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
    let semantic = SemanticBuilder::new()
        .with_check_syntax_error(true)
        .build(&parsed.program);
    if let Some(error) = semantic.diagnostics.errors().next() {
        return Err(syntax_error(file, text, error));
    }
    let scoping = semantic.semantic.into_scoping();
    Ok(Tree {
        program: parsed.program,
        scoping,
        is_es,
    })
}

/// The first error of the parser or of the semantic checks, with its first label.
fn syntax_error(file: &str, text: &str, error: &oxc_diagnostics::OxcDiagnostic) -> Error {
    let offset = error
        .labels
        .first()
        .map_or(0, |label| label.offset() as usize);
    let before = text.get(..offset).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Error {
        file: file.to_string(),
        place: SourceLocation {
            line: before.matches('\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
        },
        message: error.message.to_string(),
    }
}
