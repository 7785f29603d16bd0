//! JavaScript: parsed and resolved by `oxc`, lowered to the program representation.
//!
//! docs/javascript.md lists what is supported. Anything else is an error with its location when the
//! program is loaded; using a built-in that is not modelled ends the path.
//!
//! Most built-in functions are written in JavaScript ([`LIBRARY`]). They are lowered and run before
//! each program.

mod error;
mod lower;

pub use error::{Error, SourceLocation};
pub use lower::INITIAL_OBJECTS;

use lower::Script;
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::SourceType;
use sheaf_ir::Module;

/// Stack size of the loading thread: expressions may nest as deeply as the parser allows.
const STACK_BYTES: usize = 1 << 28;

/// Parses and lowers a script. `file` is its name in locations.
///
/// # Errors
/// Reports the first syntax error or unsupported construct.
pub fn load_text(file: &str, text: &str) -> Result<Module, Error> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, || load_here(file, text));
        match thread.map(|thread| thread.join()) {
            Ok(Ok(module)) => module,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Error {
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
    include_str!("../library/array.js"),
    include_str!("../library/string.js"),
    include_str!("../library/math.js"),
    include_str!("../library/json.js"),
    include_str!("../library/collections.js"),
);

fn load_here(file: &str, text: &str) -> Result<Module, Error> {
    let allocator = Allocator::default();
    let (library, library_scoping) = parse(&allocator, LIBRARY)?;
    let (program, scoping) = parse(&allocator, text)?;
    let scripts = [
        Script {
            file: "library".to_string(),
            program: &library,
            scoping: &library_scoping,
            is_library: true,
        },
        Script {
            file: file.to_string(),
            program: &program,
            scoping: &scoping,
            is_library: false,
        },
    ];
    lower::lower(&scripts)
}

fn parse<'a>(allocator: &'a Allocator, text: &'a str) -> Result<(Program<'a>, Scoping), Error> {
    let parsed = Parser::new(allocator, text, SourceType::script()).parse();
    if let Some(error) = parsed.diagnostics.errors().next() {
        return Err(syntax_error(text, error));
    }
    let semantic = SemanticBuilder::new()
        .with_check_syntax_error(true)
        .build(&parsed.program);
    if let Some(error) = semantic.diagnostics.errors().next() {
        return Err(syntax_error(text, error));
    }
    let scoping = semantic.semantic.into_scoping();
    Ok((parsed.program, scoping))
}

/// The first error of the parser or of the semantic checks, with its first label.
fn syntax_error(text: &str, error: &oxc_diagnostics::OxcDiagnostic) -> Error {
    let offset = error
        .labels
        .first()
        .map_or(0, |label| label.offset() as usize);
    let before = text.get(..offset).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Error {
        place: SourceLocation {
            line: before.matches('\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
        },
        message: error.message.to_string(),
    }
}
