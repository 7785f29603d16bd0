//! What a program has that no function of its modules shows: assembly between functions, and
//! variables with names by which the C library finds its own. Where there is any, the program
//! starts with a call of a function that is not modelled.

use super::Lowering;
use crate::ll::ValueKind;
use sheaf_ir::FuncId;

/// Variables that programs may define for themselves: the C library has other names for its own.
pub(super) const OF_BOTH: &[&str] = &[
    "_environ",
    "daylight",
    "environ",
    "program_invocation_name",
    "program_invocation_short_name",
    "signgam",
    "timezone",
    "tzname",
];

/// These other names.
const OF_LIBRARY: &[&str] = &[
    "__daylight",
    "__environ",
    "__progname",
    "__progname_full",
    "__signgam",
    "__timezone",
    "__tzname",
];

/// Directives of assemblers that define nothing, and change nothing of what is defined.
const DIRECTIVES: &[&str] = &[
    ".extern", ".file", ".ident", ".loc", ".size", ".symver", ".type",
];

/// Directives that put data into a section.
const DATA: &[&str] = &[
    ".2byte", ".4byte", ".8byte", ".align", ".ascii", ".asciz", ".balign", ".byte", ".int",
    ".long", ".p2align", ".quad", ".short", ".skip", ".space", ".string", ".word", ".zero",
];

/// Starts of the names of sections that are not part of a running program.
const NOTES: &[&str] = &[".comment", ".debug", ".gnu.warning", ".note"];

impl Lowering<'_> {
    /// Functions that are not modelled, for the start of the program.
    pub(super) fn unknown_start(&mut self) -> Vec<FuncId> {
        let mut unknown = Vec::new();
        let acts = |module: &crate::ll::Module| acts(&module.assembly());
        if let Some(module) = self.modules.iter().find(|module| acts(module)) {
            unknown.push(format!(
                "assembly between the functions of `{}`",
                module.source_file()
            ));
        }
        for name in OF_LIBRARY {
            let defined = self.symbols.user(name).map(|value| value.kind());
            if defined.is_some_and(|kind| kind != ValueKind::LLVMFunctionValueKind) {
                unknown.push(format!("the variable `{name}` of the C library"));
            }
        }
        let unknown = unknown.iter();
        unknown.map(|name| self.declare(name, None)).collect()
    }
}

/// Whether assembly has more than directives that define nothing, and notes.
fn acts(assembly: &str) -> bool {
    let Some(assembly) = without_comments(assembly) else {
        return true;
    };
    let mut in_notes = vec![false];
    let statements = assembly.lines().flat_map(statements);
    for statement in statements {
        let (word, rest) = statement
            .split_once(char::is_whitespace)
            .unwrap_or((statement, ""));
        let section = rest.trim_start().trim_start_matches('"');
        let is_note = NOTES.iter().any(|start| section.starts_with(start));
        match word {
            ".pushsection" => in_notes.push(is_note),
            ".popsection" => drop(in_notes.pop()),
            ".section" | ".text" | ".data" | ".bss" | ".previous" => {
                in_notes.pop();
                in_notes.push(is_note);
            }
            // A function that chooses another one when it is linked, and the version of a name
            // that others mean without one.
            _ if rest.contains("indirect") || rest.contains("@@") => return true,
            _ if DIRECTIVES.contains(&word) => {}
            _ if DATA.contains(&word) && in_notes.last() == Some(&true) => {}
            _ => return true,
        }
    }
    false
}

/// Assembly without comments between `/*` and `*/`; `None` if one does not end.
fn without_comments(assembly: &str) -> Option<String> {
    let mut parts = assembly.split("/*");
    let mut code = parts.next()?.to_string();
    for part in parts {
        code.push(' ');
        code.push_str(part.split_once("*/")?.1);
    }
    Some(code)
}

/// The statements of a line of assembly, without comments up to its end. A `#` behind a quotation
/// mark may be part of a text.
fn statements(line: &str) -> impl Iterator<Item = &str> {
    let code = match line.split_once('#') {
        Some((code, _)) if !code.contains('"') => code,
        _ => line,
    };
    let code = match code.trim_start().starts_with("//") {
        true => "",
        false => code,
    };
    let statements = code.split(';').map(str::trim);
    statements.filter(|statement| !statement.is_empty())
}

#[cfg(test)]
mod tests {
    use super::acts;

    #[test]
    fn assembly_that_defines_something_is_recognised() {
        for harmless in [
            "",
            "# a comment\n.symver f, f@V1\n",
            ".ident \"me\"; .type f, @function",
            "/* a\ncomment */ // another",
            ".section .gnu.warning.f\n.string \"do not\"\n.text\n",
            ".pushsection \".debug_gdb_scripts\", \"MS\",@progbits,1\n.byte 4\n.popsection",
            ".section .note.GNU-stack,\"\",@progbits",
        ] {
            assert!(!acts(harmless), "{harmless}");
        }
        for acting in [
            ".section .init_array,\"aw\"\n.quad init\n.text\n",
            ".weak other\n.set other, real\n",
            "f: ret",
            ".pushsection .debug_x\n.popsection\n.byte 1",
            ".section .note.x\n.text\n.long 1",
            ".section .note.x\n.set f, g",
            ".type f, @gnu_indirect_function",
            ".symver f, g@@V1",
            ".globl f",
            "/* a comment */ .set f, g",
            "/* without an end",
            ".ident \"#\"; .set f, g",
        ] {
            assert!(acts(acting), "{acting}");
        }
    }
}
