//! Functions that a program refers to and nothing defines. No path of the test cases that run
//! natively calls them; otherwise the run says so.

use std::collections::BTreeSet;
use std::fmt::Write;

/// What linkers say of them, in front of their names: GNU's and LLVM's.
const MESSAGES: [&str; 2] = ["undefined reference to `", "undefined symbol: "];

/// A C file that defines what a linker has missed; `None` if its message is about something else.
pub fn source(message: &str) -> Option<String> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = |line: &str| {
        let rest = MESSAGES
            .iter()
            .find_map(|it| Some(line.split_once(it)?.1))?;
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        (end > 0).then(|| rest[..end].to_string())
    };
    let names: BTreeSet<String> = message.lines().filter_map(name).collect();
    if names.is_empty() {
        return None;
    }
    let mut text = String::from(
        "extern int printf(const char *, ...);\nextern void _Exit(int);\nextern int fflush(void *);\n",
    );
    for name in names {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "void sheaf_stub_{name}(void) __asm__(\"{name}\");\nvoid sheaf_stub_{name}(void) {{\n  \
             printf(\"\\nsheaf: `{name}` is not defined\\n\");\n  fflush(0);\n  _Exit({status});\n}}",
            status = sheaf_report::c_tests::MISMATCH
        );
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_from_messages() {
        let text = "a.c:(.text+0x9): undefined reference to `f'\nld.lld: error: undefined symbol: g\n>>> \
                    a.c:(.text+0x9): undefined reference to `f'\n";
        let source = source(text).unwrap();
        assert_eq!(source.matches("__asm__(\"f\")").count(), 1, "{source}");
        assert!(source.contains("__asm__(\"g\")"));
        assert_eq!(super::source("no space left"), None);
    }
}
