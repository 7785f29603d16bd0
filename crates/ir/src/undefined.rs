//! Names of inputs that stand for functions and objects that a program leaves undefined.

const PREFIX: &str = "extern ";
const CALL: &str = "()";

/// The name of the input that is the content of an undefined object.
pub fn of_object(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// The name of the inputs that calls of an undefined function return.
pub fn of_calls(name: &str) -> String {
    format!("{PREFIX}{name}{CALL}")
}

/// Whether an input, or a part of one, has such a name.
pub fn is_undefined(input: &str) -> bool {
    input.starts_with(PREFIX)
}

/// The undefined function whose calls return the inputs of this name.
pub fn called(input: &str) -> Option<&str> {
    input.strip_prefix(PREFIX)?.strip_suffix(CALL)
}
