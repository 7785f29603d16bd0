//! Functions of harnesses that a source calls without declaring them. CBMC knows them without a declaration, and older compilers
//! warned only; clang refuses. What it names is declared, nothing else: a declaration of the source's own may differ.

use std::collections::BTreeSet;

/// How clang names a function that is not declared, up to its name.
const COMPLAINTS: [&str; 2] = [
    "error: call to undeclared function '",
    "error: use of undeclared identifier '",
];

/// Declarations, by name.
const FUNCTIONS: &[(&str, &str)] = &[
    ("__CPROVER_assume", "void NAME(_Bool);"),
    ("__CPROVER_assert", "void NAME(_Bool, const char *);"),
    ("__CPROVER_precondition", "void NAME(_Bool, const char *);"),
    ("__CPROVER_postcondition", "void NAME(_Bool, const char *);"),
    ("__CPROVER_cover", "void NAME(_Bool);"),
    ("__CPROVER_input", "void NAME(const char *, ...);"),
    ("__CPROVER_output", "void NAME(const char *, ...);"),
    ("__VERIFIER_assume", "void NAME(int);"),
    ("__VERIFIER_error", "void NAME(void);"),
    ("reach_error", "void NAME(void);"),
];

/// What the names of functions that return an input begin with; what follows is the type.
const NONDET: [&str; 2] = ["__VERIFIER_nondet_", "nondet_"];

/// Their types.
const TYPES: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("_Bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("signed_char", "signed char"),
    ("uchar", "unsigned char"),
    ("unsigned_char", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("unsigned_short", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned"),
    ("unsigned", "unsigned"),
    ("unsigned_int", "unsigned"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("unsigned_long", "unsigned long"),
    ("longlong", "long long"),
    ("long_long", "long long"),
    ("ulonglong", "unsigned long long"),
    ("unsigned_long_long", "unsigned long long"),
    ("size_t", "__SIZE_TYPE__"),
    ("float", "float"),
    ("double", "double"),
    ("long_double", "long double"),
];

/// The type that a function's name says it returns, as a program writes it; `None` if the function is none that returns an input.
pub(crate) fn returned_type(function: &str) -> Option<&str> {
    let suffix = NONDET
        .iter()
        .find_map(|start| function.strip_prefix(start))?;
    let known = TYPES.iter().find(|(name, _)| *name == suffix);
    Some(match known {
        Some((_, "unsigned")) => "unsigned int",
        Some((_, ty)) if !ty.starts_with("__") => ty,
        _ => suffix,
    })
}

/// Declarations of the functions that a compiler missed, if it missed any that harnesses call.
pub fn declarations(messages: &str) -> Option<String> {
    let missed: BTreeSet<&str> = messages.lines().filter_map(missed).collect();
    let declared: Vec<String> = missed.into_iter().filter_map(declaration).collect();
    (!declared.is_empty()).then(|| declared.join("\n") + "\n")
}

/// The name that a line complains about.
fn missed(line: &str) -> Option<&str> {
    let after = |complaint| line.split_once(complaint).map(|(_, rest)| rest);
    let rest = COMPLAINTS.into_iter().find_map(after)?;
    rest.split('\'').next()
}

fn declaration(name: &str) -> Option<String> {
    if let Some((_, text)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
        return Some(text.replace("NAME", name));
    }
    if name.starts_with("klee_") {
        return Some("#include <klee/klee.h>".to_string());
    }
    let suffix = NONDET.iter().find_map(|start| name.strip_prefix(start))?;
    let (_, ty) = TYPES.iter().find(|(known, _)| *known == suffix)?;
    Some(format!("{ty} {name}(void);"))
}

#[cfg(test)]
mod tests {
    use super::declarations;

    #[test]
    fn what_harnesses_call_is_declared_and_nothing_else() {
        let messages = "a.c:1:2: error: call to undeclared function '__CPROVER_assume'; ISO C99 and later do not\n\
                        a.c:2:2: error: use of undeclared identifier 'nondet_uint'\n\
                        a.c:2:2: error: call to undeclared function 'parse'; ISO\n\
                        a.c:3:2: error: call to undeclared function 'nondet_thing'; ISO\n";
        assert_eq!(
            declarations(messages).as_deref(),
            Some("void __CPROVER_assume(_Bool);\nunsigned nondet_uint(void);\n")
        );
        assert_eq!(
            declarations("a.c:1:2: error: call to undeclared function 'parse'"),
            None
        );
    }
}
