//! The environment as data: the globals that `runtime/environment.h` declares, and the arguments of
//! `main`.

use super::Lowering;
use super::function::FunctionLowering;
use crate::environment::{Content, Environment};
use sheaf_ir::{Const, Element, Global, GlobalId, Init, Operand, Reloc, Type};

/// Name of the model that builds symbolic arguments.
const ARGUMENTS: &str = "__sheaf_arguments";

/// Names of the table of variables.
const VARIABLES: &[&str] = &["environ", "__environ", "_environ"];

/// What the verdict says of a program that reads the variables; as in `runtime/environment.c`.
const NO_VARIABLES: &str = "there are no environment variables but those of --env";

/// The value of `argv[0]` for a program without a name.
const PROGRAM_NAME: &str = "program";

impl Lowering<'_> {
    /// Bytes of a pointer and of a `size_t`.
    fn word(&self) -> u64 {
        self.layout.pointer_bytes()
    }

    /// A number as a `size_t`.
    fn size_bytes(&self, value: u64) -> Vec<u8> {
        value.to_le_bytes()[..self.word() as usize].to_vec()
    }

    /// The global of the models' environment with this name, if there is one.
    pub(super) fn environment_global(&mut self, name: &str) -> Option<GlobalId> {
        let environment = self.options.environment.clone();
        match name {
            "__sheaf_program_name" => {
                let text = terminated(program_name(&environment));
                Some(self.data(name, text, Vec::new()))
            }
            "__sheaf_variables" => Some(self.text_table(name, &environment.variables)),
            "__sheaf_failing_calls" => Some(self.number(name, environment.failing_calls.into())),
            "__sheaf_short_calls" => Some(self.number(name, environment.short_calls.into())),
            "__sheaf_clock_input" => Some(self.number(name, environment.clock_is_input.into())),
            "__sheaf_random_input" => Some(self.number(name, environment.random_is_input.into())),
            "__sheaf_file_count" => Some(self.number(name, environment.files.len() as u64 + 1)),
            "__sheaf_files" => Some(self.files(name, &environment)),
            _ => None,
        }
    }

    /// Whether the program uses the table of variables itself.
    fn uses_variables(&self) -> bool {
        let mut globals = self.modules.iter().flat_map(|module| module.globals());
        globals.any(|it| it.is_declaration() && VARIABLES.contains(&it.name().as_str()))
    }

    fn number(&mut self, name: &str, value: u64) -> GlobalId {
        self.data(name, self.size_bytes(value), Vec::new())
    }

    /// A table of names, contents or null, and sizes; standard input first.
    fn files(&mut self, name: &str, environment: &Environment) -> GlobalId {
        let stdin = [(String::new(), environment.stdin.clone())];
        let mut bytes = Vec::new();
        let mut relocs = Vec::new();
        for (file, content) in stdin.iter().chain(&environment.files) {
            let start = bytes.len() as u64;
            let text = self.data(&format!("{name}.name"), terminated(file), Vec::new());
            relocs.push(Reloc {
                offset: start,
                value: Const::Global(text, 0),
            });
            let size = match content {
                Content::Symbolic(size) => u64::from(*size),
                Content::Given(given) => {
                    let global = self.data(&format!("{name}.content"), given.clone(), Vec::new());
                    relocs.push(Reloc {
                        offset: start + self.word(),
                        value: Const::Global(global, 0),
                    });
                    given.len() as u64
                }
            };
            bytes.resize(bytes.len() + 2 * self.word() as usize, 0);
            bytes.extend(self.size_bytes(size));
        }
        self.data(name, bytes, relocs)
    }

    /// A null-terminated table of pointers to these strings.
    fn text_table(&mut self, name: &str, texts: &[Vec<u8>]) -> GlobalId {
        let mut relocs = Vec::new();
        for (index, text) in (0..).zip(texts) {
            let mut text = text.clone();
            text.push(0);
            let id = self.data(&format!("{name}.{index}"), text, Vec::new());
            relocs.push(Reloc {
                offset: index * self.word(),
                value: Const::Global(id, 0),
            });
        }
        let bytes = vec![0; (texts.len() + 1) * self.word() as usize];
        self.data(name, bytes, relocs)
    }

    /// A writable global.
    pub(super) fn data(&mut self, name: &str, bytes: Vec<u8>, relocs: Vec<Reloc>) -> GlobalId {
        let name = self.unique_name(&format!(
            "sheaf.start.{}",
            name.trim_start_matches("__sheaf_")
        ));
        self.module.globals.push(Global {
            name: name.into(),
            bytes: bytes.len() as u64,
            align: if relocs.is_empty() && bytes.len() as u64 != self.word() {
                1
            } else {
                self.word() as u32
            },
            constant: false,
            unnamed_addr: false,
            element: Element::BYTE,
            init: Init::Data {
                bytes: bytes.into(),
                relocs: relocs.into(),
            },
        })
    }
}

impl FunctionLowering<'_, '_> {
    /// Says that the variables are assumed, if the program reads them without `getenv`.
    pub(super) fn assume_variables(&mut self, as_argument: bool) {
        if as_argument || self.cx.uses_variables() {
            self.assume(NO_VARIABLES);
        }
    }

    /// Says that something is assumed.
    pub(super) fn assume(&mut self, text: &str) {
        let text = self.cx.input_name(text);
        let text = self.builder.constant(text);
        self.call_library("__sheaf_assumes", vec![text], None);
    }

    /// Arguments for a `main` with parameters of these types: the number of arguments, the
    /// arguments and the environment, as far as it has parameters for them.
    pub(super) fn main_arguments(&mut self, types: Vec<Type>) -> Vec<Operand> {
        let environment = self.cx.options.environment.clone();
        let mut texts = vec![program_name(&environment).as_bytes().to_vec()];
        texts.extend(environment.arguments.iter().cloned());
        let mut count = self.bits(32, texts.len() as u128);
        let mut table = None;
        if types.get(1) == Some(&Type::Ptr) {
            let given = self.cx.text_table("arguments", &texts);
            table = Some(match environment.symbolic_arguments.as_slice() {
                [] => self.builder.constant(Const::Global(given, 0)),
                groups => self.symbolic_arguments(given, &mut count, groups),
            });
        }
        let arguments = (0..).zip(types).map(|(position, ty)| match (position, ty) {
            (0, Type::Bits(32)) => count,
            (1, Type::Ptr) if let Some(table) = table => table,
            (2, Type::Ptr) => {
                let variables = self.cx.external_named("__sheaf_variables");
                match variables {
                    Some(global) => self.builder.constant(Const::Global(global, 0)),
                    None => self.undefined(Type::Ptr),
                }
            }
            (_, ty) => self.undefined(ty),
        });
        arguments.collect()
    }

    /// The table of the given arguments and further symbolic ones: for each group, their number and
    /// length.
    fn symbolic_arguments(
        &mut self,
        given: GlobalId,
        count: &mut Operand,
        groups: &[(u32, u32)],
    ) -> Operand {
        let start = Reloc {
            offset: 0,
            value: Const::Global(given, 0),
        };
        let word = self.cx.word();
        let table = self
            .cx
            .data("argument.table", vec![0; word as usize], vec![start]);
        let table = self.builder.constant(Const::Global(table, 0));
        for (more, bytes) in groups {
            let mut args = vec![table, *count];
            let width = self.cx.pointer_bits();
            args.extend([*more, *bytes].map(|n| self.bits(width, n.into())));
            if let Some(all) = self.call_library(ARGUMENTS, args, Some(Type::Bits(32))) {
                *count = all;
            }
        }
        self.builder.push(sheaf_ir::Op::Load(table), Type::Ptr)
    }
}

fn program_name(environment: &Environment) -> &str {
    match environment.program.as_str() {
        "" => PROGRAM_NAME,
        name => name,
    }
}

fn terminated(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    bytes
}
