//! The environment of a program as C constants.

use super::string;
use crate::world::World;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;

/// Writes the constant `world_NUMBER`.
pub(super) fn constants(text: &mut String, number: usize, world: &World) {
    let arguments = std::iter::once(&world.name).chain(&world.arguments);
    let arguments = arguments.map(|argument| string(argument));
    let variables = world.variables.iter();
    let variables = variables.map(|variable| string(variable.as_bytes()));
    let files = world.files.iter().map(|(name, content)| {
        let name = string(name.as_os_str().as_bytes());
        format!("{{{name}, {}, {}}}", content.len(), string(content))
    });
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "static const char *const arguments_{number}[] = {{{}}};\n\
         static const char *const variables_{number}[] = {{{}}};\n\
         static const struct file files_{number}[] = {{{}}};\n\
         static const struct world world_{number} = {{arguments_{number}, variables_{number}, {{\"stdin\", {}, {}}}, {}, files_{number}}};",
        list(arguments, "0"),
        list(variables, "0"),
        list(files, "{0, 0, 0}"),
        world.stdin.len(),
        string(&world.stdin),
        world.files.len()
    );
}

/// Values separated by commas, followed by a terminator.
fn list(values: impl Iterator<Item = String>, end: &str) -> String {
    let mut all: Vec<String> = values.collect();
    all.push(end.to_string());
    all.join(", ")
}
