//! Tolerates sources that older compilers, or other tools, accept: missing declarations of
//! functions, implicit `int`, conversions between pointers and integers.
//!
//! Clang rejects such a source with an error. Names for harnesses are then declared as in
//! `runtime/harness.h`, but only the missing ones, since a declaration in the source may differ;
//! the other errors become warnings, so that functions of the C library get the types that clang
//! knows, and others return `int`, as in C before 1999.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// The names that harnesses use, one per line.
const HARNESS: &str = include_str!("../../../runtime/harness.h");

/// Prefixes of functions that return an input; the type follows.
const NONDET: [&str; 2] = ["__VERIFIER_nondet_", "nondet_"];

/// Whether a function's name is that of one that returns an input.
pub fn is_input(function: &str) -> bool {
    NONDET.iter().any(|prefix| function.starts_with(prefix))
}

/// Clang's errors for undeclared names, up to the name.
const COMPLAINTS: [&str; 3] = [
    "error: call to undeclared function '",
    "error: use of undeclared identifier '",
    "error: unknown type name '",
];

/// Clang's error for a variable with the name of a C library function.
const CLASH: [&str; 2] = ["error: redefinition of '", "' as different kind of symbol"];

/// Clang's error for a parameter list with unknown types.
const UNTYPED: &str = "error: a parameter list without types";

/// Errors that older standards allow, as the warnings that they can be downgraded to.
const RELAXED: [&str; 6] = [
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "return-mismatch",
    "incompatible-function-pointer-types",
    "incompatible-pointer-types",
];

/// Facts from a compiler's messages about a source that it rejected.
#[derive(Default, Debug)]
pub struct Undeclared {
    names: BTreeSet<String>,
    is_relaxed: bool,
    /// Names of the C library that the source uses for something else.
    clashes: BTreeSet<String>,
}

impl Undeclared {
    /// Processes a compiler's messages; returns whether to compile again.
    pub fn learn(&mut self, messages: &str) -> bool {
        let before = self.names.len() + self.clashes.len();
        let clashes = messages.lines().filter_map(|line| {
            let (_, rest) = line.split_once(CLASH[0])?;
            rest.split_once(CLASH[1]).map(|(name, _)| name.to_string())
        });
        self.clashes.extend(clashes);
        let missed = messages.lines().filter_map(missed);
        self.names
            .extend(missed.filter(|name| is_known(name)).map(String::from));
        if messages.contains(UNTYPED) {
            // The types are only in the line of the source that clang shows.
            let words: BTreeSet<&str> = messages.split(|c| !is_word(c)).collect();
            let types = ENTRIES.iter().filter(|entry| entry.is_type());
            let used = types.filter(|entry| words.contains(entry.name.as_str()));
            self.names.extend(used.map(|entry| entry.name.clone()));
        }
        if self.names.len() + self.clashes.len() > before {
            return true;
        }
        let is_mentioned = |warning: &str| messages.contains(&format!("[-W{warning}]"));
        let helps = !self.is_relaxed && RELAXED.into_iter().any(is_mentioned);
        self.is_relaxed |= helps;
        helps
    }

    /// The text of a header with the missing declarations.
    pub fn header(&self) -> String {
        let mut wanted: BTreeSet<&str> = self.names.iter().map(String::as_str).collect();
        let mut before = 0;
        // Macros use functions and other macros.
        while wanted.len() > before {
            before = wanted.len();
            for entry in ENTRIES.iter() {
                if wanted.contains(entry.name.as_str()) {
                    wanted.extend(entry.words().filter(|word| is_known(word)));
                }
            }
        }
        let lines = ENTRIES.iter();
        let lines = lines.filter(|entry| wanted.contains(entry.name.as_str()));
        lines.map(|entry| format!("{}\n", entry.text)).collect()
    }

    /// Flags for the next attempt, before the user's; `header` is the file with
    /// [`Undeclared::header`].
    pub fn flags(&self, source: &Path, header: &Path) -> Vec<String> {
        let mut flags = Vec::new();
        if self.is_relaxed {
            flags.extend(RELAXED.map(|warning| format!("-Wno-error={warning}")));
        }
        let clashes = self.clashes.iter();
        flags.extend(clashes.map(|name| format!("-fno-builtin-{name}")));
        if self.names.is_empty() {
            return flags;
        }
        if source.extension().is_some_and(|extension| extension == "i") {
            // A preprocessed source ignores `-include` unless it is preprocessed again, without
            // macros for plain names.
            flags.extend(["-x", "c", "-Ulinux", "-Uunix", "-Ui386"].map(String::from));
        }
        flags.extend([
            "-include".to_string(),
            header.to_string_lossy().into_owned(),
        ]);
        flags
    }
}

/// The name that an error message is about.
fn missed(line: &str) -> Option<&str> {
    let after = |complaint| line.split_once(complaint).map(|(_, rest)| rest);
    let rest = COMPLAINTS.into_iter().find_map(after)?;
    rest.split('\'').next()
}

/// The list's entry for a name.
struct Entry {
    name: String,
    text: String,
}

impl Entry {
    fn is_type(&self) -> bool {
        self.text.starts_with("typedef ")
    }

    /// The words of a macro; empty for a declaration.
    fn words(&self) -> impl Iterator<Item = &str> {
        let definition = self.text.strip_prefix("#define ").unwrap_or_default();
        definition.split(|c| !is_word(c))
    }
}

/// The list: declarations first, then macros, some for the same names.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut entries: Vec<Entry> = HARNESS.lines().flat_map(line_entries).collect();
    entries.sort_by_key(|entry| entry.text.starts_with("#define "));
    entries
});

/// The result type in a function's name, as a C type; `None` if the function does not return an
/// input.
pub(crate) fn returned_type(function: &str) -> Option<&str> {
    let suffix = NONDET
        .iter()
        .find_map(|start| function.strip_prefix(start))?;
    // Some names are types themselves: `size_t`, `u32`.
    let is_type = suffix.ends_with("_t") || suffix.ends_with(|c: char| c.is_ascii_digit());
    let listed = ENTRIES.iter().find(|entry| entry.name == function);
    let ty = listed.and_then(|entry| entry.text.split_once(function));
    Some(match ty.map(|(ty, _)| ty.trim_end()) {
        Some("unsigned") if !is_type => "unsigned int",
        Some(ty) if !is_type && !ty.starts_with("__") && !ty.ends_with('*') => ty,
        _ => suffix,
    })
}

/// The functions that harnesses call.
pub fn harness_functions() -> impl Iterator<Item = String> {
    let is_function = |entry: &&Entry| entry.text.ends_with(';') && !entry.is_type();
    let functions = ENTRIES.iter().filter(is_function);
    functions.map(|entry| entry.name.clone())
}

fn is_known(name: &str) -> bool {
    ENTRIES.iter().any(|entry| entry.name == name)
}

fn line_entries(line: &str) -> Vec<Entry> {
    if let Some(row) = line.strip_prefix("NONDET(") {
        let row = row.trim_end_matches(')').rsplit_once(", ");
        return row.map_or_else(Vec::new, |(ty, name)| nondet(ty, name));
    }
    let declared = line.strip_suffix(';').map(|declaration| {
        let words = declaration.split('(').next().unwrap_or_default();
        words.rsplit(|c| !is_word(c)).next().unwrap_or_default()
    });
    let defined = line.strip_prefix("#define ");
    let defined = defined.and_then(|definition| definition.split(|c| !is_word(c)).next());
    let entry = |name: &str| Entry {
        name: name.to_string(),
        text: line.to_string(),
    };
    declared.or(defined).map(entry).into_iter().collect()
}

/// Both functions that return an input of a type.
fn nondet(ty: &str, name: &str) -> Vec<Entry> {
    let entry = |name: String| Entry {
        text: format!("{ty} {name}(void);"),
        name,
    };
    NONDET.map(|prefix| entry(format!("{prefix}{name}"))).into()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::Undeclared;

    fn learnt(messages: &str) -> Option<String> {
        let mut undeclared = Undeclared::default();
        undeclared.learn(messages).then(|| undeclared.header())
    }

    #[test]
    fn what_harnesses_call_is_declared_and_nothing_else() {
        let messages = "a.c:1:2: error: call to undeclared function '__CPROVER_assume'; ISO C99 and later do not\n\
                        a.c:2:2: error: use of undeclared identifier 'nondet_uint'\n\
                        a.c:2:2: error: call to undeclared function 'parse'; ISO\n\
                        a.c:3:2: error: call to undeclared function 'nondet_thing'; ISO\n";
        assert_eq!(
            learnt(messages).as_deref(),
            Some("void __CPROVER_assume(_Bool);\nunsigned nondet_uint(void);\n")
        );
        assert_eq!(
            learnt("a.c:1:2: error: use of undeclared identifier 'n'"),
            None
        );
    }

    #[test]
    fn macros_come_with_what_they_use() {
        let header =
            learnt("error: call to undeclared function '__CPROVER_r_ok'").unwrap_or_default();
        let lines: Vec<&str> = header.lines().collect();
        assert_eq!(lines.len(), 3, "{header}");
        assert!(lines[0].starts_with("_Bool __CPROVER_r_ok("));
        assert!(lines[1].starts_with("#define __sheaf_second("));
        let header = learnt("error: call to undeclared function 'assert'").unwrap_or_default();
        assert!(header.contains("void __assert_fail("));
    }

    #[test]
    fn types_in_lists_of_parameters_are_declared() {
        let message = "a.c:1:2: error: a parameter list without types is only allowed\n\
                       1 | void *malloc(__CPROVER_size_t);\n";
        assert_eq!(
            learnt(message).as_deref(),
            Some("typedef __SIZE_TYPE__ __CPROVER_size_t;\n")
        );
    }

    #[test]
    fn errors_that_were_none_are_relaxed_once() {
        let mut undeclared = Undeclared::default();
        let message = "a.c:1:1: error: type specifier missing [-Wimplicit-int]";
        assert!(undeclared.learn(message));
        assert!(undeclared.header().is_empty());
        assert!(!undeclared.learn(message));
    }
}
