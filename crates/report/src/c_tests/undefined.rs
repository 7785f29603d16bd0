//! What a program leaves undefined, where that is an input: functions whose calls no test has an
//! input of, and objects, which are inputs at the start of each test.

use super::string;
use sheaf_ir::{Module, undefined};
use std::fmt::Write;

/// Functions and objects that are undefined and inputs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Undefined {
    functions: Vec<String>,
    /// Their names, and their sizes in bytes.
    objects: Vec<(String, u64)>,
}

impl Undefined {
    /// Those of a program.
    pub fn of(module: &Module) -> Undefined {
        let inputs = || module.inputs.keys();
        let functions = inputs().filter_map(|input| undefined::called(input));
        let objects = inputs().filter_map(|input| {
            let mut globals = module.globals.iter();
            let global = globals.find(|it| undefined::of_object(&it.name) == **input)?;
            Some((global.name.to_string(), global.bytes))
        });
        Undefined {
            functions: functions.map(str::to_string).collect(),
            objects: objects.collect(),
        }
    }

    /// Writes their definitions, except for these functions. Their types do not matter: the others
    /// return nothing, or no test calls them.
    pub(super) fn write(&self, text: &mut String, defined: &[&str]) {
        let missing = self.functions.iter();
        // Writing to a string cannot fail, here and below.
        for name in missing.filter(|name| !defined.contains(&name.as_str())) {
            let _ = writeln!(
                text,
                "WEAK void undefined_{name}(void) __asm__({});\nWEAK void undefined_{name}(void) {{}}",
                string(name.as_bytes())
            );
        }
        for (number, (name, bytes)) in self.objects.iter().enumerate() {
            let _ = writeln!(
                text,
                "extern char object_{number}[{bytes}] __asm__({});\nWEAK _Alignas(16) char object_{number}[{bytes}];",
                string(name.as_bytes())
            );
        }
        let _ = writeln!(
            text,
            "struct object {{ const char *name; void *at; unsigned long bytes; }};\n\
             static const struct object objects[] = {{"
        );
        for (number, (name, bytes)) in self.objects.iter().enumerate() {
            let input = undefined::of_object(name);
            let input = string(input.as_bytes());
            let _ = writeln!(text, "  {{{input}, object_{number}, {bytes}}},");
        }
        text.push_str("  {0, 0, 0},\n};\n");
    }
}
