//! Violation and correctness witnesses: written by `check --witness`, followed by `replay`.

use crate::error::{UserError, describe_io};
use crate::load::{Request, load};
use crate::reporter::Setup;
use sheaf_engine::machine::Supply;
use sheaf_engine::outcome::{Input, InputValue, Inputs, Outcome, Verdict};
use sheaf_engine::value::Text;
use sheaf_engine::{Options, PrefixSupply, Value, concrete};
use sheaf_ir::{Element, Type};
use sheaf_report::case::Case;
use sheaf_report::source::Sources;
use sheaf_report::value::decode;
use sheaf_report::witness::{self, Task};
use std::collections::VecDeque;
use std::path::Path;
use std::time::SystemTime;

/// Writes the witness of an outcome. There is none of an incomplete exploration: the file is empty.
///
/// # Errors
/// When the program cannot be read, or the file cannot be written.
pub fn write(
    path: &Path,
    setup: &Setup,
    sources: &mut Sources,
    outcome: &Outcome,
) -> std::io::Result<()> {
    let module = setup.program.module();
    let property = setup.failures.property.as_ref();
    let task = Task {
        files: setup.request.files.clone(),
        specification: property.map_or(String::new(), |it| it.formula()),
        is_32_bit: module.pointer_bytes == 4,
        created: SystemTime::now(),
    };
    let replayed = outcome.findings.iter().find(|finding| finding.replayed);
    let text = match (outcome.verdict, replayed) {
        (Verdict::Bug, Some(finding)) => {
            let (text, left_out) = witness::violation(module, sources, finding, &task)?;
            if left_out > 0 {
                eprintln!(
                    "{}: warning: {left_out} of the inputs have no form in a witness",
                    path.display()
                );
            }
            text
        }
        (Verdict::Safe, _) => witness::correctness(&task)?,
        _ => String::new(),
    };
    std::fs::write(path, text)
}

/// Whether a file is a witness by its name.
pub fn is_witness(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it == "yml" || it == "yaml")
}

/// The test case of a violation witness: the inputs that a program reads when its calls return what
/// the witness says, and zero where it says nothing.
///
/// # Errors
/// When the file is no such witness, or a value does not fit what the program reads.
pub fn read(path: &Path, mut request: Request, options: &Options) -> Result<Case, UserError> {
    let refused = |message: String| UserError::new(path.display(), message);
    let text = std::fs::read(path).map_err(|error| refused(describe_io(&error).to_string()))?;
    let text = String::from_utf8(text).map_err(|_| refused("is not UTF-8".to_string()))?;
    let values = witness::returned(&text).map_err(|error| refused(error.to_string()))?;
    let program = load(&mut request, &mut Vec::new())?;
    let mut supply = Returned {
        values: values.into(),
        supplied: PrefixSupply::new(Inputs::default()),
        mismatch: None,
    };
    concrete::run(&program, &mut supply, &[], options);
    if let Some(mismatch) = supply.mismatch {
        return Err(refused(mismatch));
    }
    Ok(Case {
        inputs: supply.supplied.into_inputs(),
        ..Case::default()
    })
}

/// Supplies what calls return according to a witness, and then zeros.
struct Returned {
    /// Constants of C.
    values: VecDeque<String>,
    supplied: PrefixSupply,
    /// The error message for a value that did not fit.
    mismatch: Option<String>,
}

impl Supply for Returned {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        if let Some(constant) = self.values.pop_front() {
            let Some(value) = value(&constant, ty) else {
                let message = format!("`{constant}` is no value that `{name}` returns");
                self.mismatch = Some(message);
                return None;
            };
            let name = name.to_string();
            self.supplied.inputs.inputs.push(Input { name, value });
        }
        self.supplied.scalar(name, ty)
    }

    fn string(&mut self, name: &str, most: usize) -> Option<Text> {
        self.supplied.string(name, most)
    }

    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
        self.supplied.object(name, bytes, element)
    }

    fn recorded(&mut self, question: &str, ty: &Type) -> Option<Value> {
        self.supplied.recorded(question, ty)
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        self.supplied.uninitialized()
    }
}

/// A constant of C as an input of a type.
fn value(constant: &str, ty: &Type) -> Option<InputValue> {
    match ty {
        Type::Bool => Some(InputValue::Bool(integer(constant)? != 0)),
        Type::Bits(width) => {
            let unused = 128 - width.clamp(&1, &128);
            let value = (integer(constant)? as u128) << unused >> unused;
            let width = *width;
            Some(InputValue::Bits { width, value })
        }
        Type::Float(kind) => {
            let digits = constant.trim_end_matches(['f', 'F', 'l', 'L']);
            let digits = match digits.contains(['.', 'e', 'p', 'n']) {
                true => digits.to_string(),
                false => format!("{digits}.0"),
            };
            decode(kind.word(), &digits).ok()
        }
        _ => None,
    }
}

/// An integer constant, its negation, or a sum of two in parentheses, as the least value of a type
/// is written.
fn integer(constant: &str) -> Option<i128> {
    let text = constant.trim();
    if let Some(inner) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
        return match inner.rsplit_once(" - ") {
            Some((a, b)) => integer(a)?.checked_sub(integer(b)?),
            None => integer(inner),
        };
    }
    if let Some(rest) = text.strip_prefix('-') {
        return integer(rest)?.checked_neg();
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::FloatKind;

    #[test]
    fn constants_of_c() {
        assert_eq!(integer("-5"), Some(-5));
        assert_eq!(integer("4294967295UL"), Some(4_294_967_295));
        assert_eq!(integer("(-9223372036854775807 - 1)"), Some(i64::MIN.into()));
        assert_eq!(integer("0xffu"), Some(255));
        assert_eq!(integer("x"), None);
        let float = value("0.1f", &Type::Float(FloatKind::F32));
        let expected = InputValue::Float(FloatKind::F32, 0.1f32.to_bits().into());
        assert_eq!(float, Some(expected));
        let minus = value("-1", &Type::Bits(8));
        assert_eq!(
            minus,
            Some(InputValue::Bits {
                width: 8,
                value: 255
            })
        );
    }
}
