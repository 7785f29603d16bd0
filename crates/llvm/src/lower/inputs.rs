//! Source declarations of inputs: for each call that creates one, the type of its variable, or the
//! type in the function's name.

use super::function::FunctionLowering;
use crate::ll::{Value, ValueKind};
use crate::undeclared;
use sheaf_ir::{Declared, Form, Type};

impl FunctionLowering<'_, '_> {
    /// Records the declaration of an input that a call of a harness function creates.
    pub(super) fn declare_inputs(&mut self, inst: Value, callee: &str, result: Option<&Type>) {
        let args = inst.arguments();
        let (name, declared) = match callee {
            "klee_make_symbolic" => {
                let function = inst.parent().function();
                let ty = args.first().and_then(|arg| arg.pointee_type(function));
                (text(args.get(2)), ty.map(|ty| ty.declared()))
            }
            "klee_int" => (text(args.first()), Some(number("int", 32))),
            "klee_range" => (text(args.get(2)), Some(number("int", 32))),
            _ => (Some(callee.to_string()), returned(callee, result)),
        };
        if let Some(name) = name {
            self.cx.module.declare_input(&name, declared);
        }
    }
}

/// The type of the input that a function such as `nondet_uint` returns.
fn returned(callee: &str, result: Option<&Type>) -> Option<Declared> {
    let name = undeclared::returned_type(callee)?;
    let (bytes, form) = match result? {
        Type::Float(kind) => (u64::from(kind.width().div_ceil(8)), Form::Float(*kind)),
        Type::Bits(width) if name != "_Bool" => return Some(number(name, *width)),
        Type::Bits(width) => (u64::from(width / 8), Form::Boolean),
        _ => return None,
    };
    Some(Declared {
        name: name.into(),
        bytes,
        form,
    })
}

fn number(name: &str, width: u32) -> Declared {
    let unsigned = name.starts_with('u') || matches!(name, "size_t" | "sector_t");
    Declared {
        name: name.into(),
        bytes: u64::from(width / 8),
        form: if unsigned {
            Form::Unsigned
        } else {
            Form::Signed
        },
    }
}

/// A constant string.
fn text(value: Option<&Value>) -> Option<String> {
    let value = value.filter(|it| it.kind() == ValueKind::LLVMGlobalVariableValueKind)?;
    let content = value.initializer()?;
    if content.is_null() {
        return Some(String::new());
    }
    let mut bytes = content.string()?;
    bytes.truncate(bytes.iter().position(|byte| *byte == 0)?);
    String::from_utf8(bytes).ok()
}
