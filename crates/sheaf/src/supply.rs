//! Inputs of concrete runs: values typed by the user, and a wrapper that records requests.

use sheaf_engine::machine::Supply;
use sheaf_engine::outcome::{Input, InputValue, Inputs};
use sheaf_engine::value::Text;
use sheaf_engine::{Value, as_scalar};
use sheaf_ir::{Element, Type};
use sheaf_report::literal;
use sheaf_report::value::decode;
use std::collections::VecDeque;

/// Inputs as text, in order, regardless of names.
pub struct TextSupply {
    values: VecDeque<String>,
    /// The error message for a value that did not fit.
    pub mismatch: Option<String>,
}

impl TextSupply {
    /// A supply of these values.
    pub fn new(values: impl IntoIterator<Item = String>) -> Self {
        TextSupply {
            values: values.into_iter().collect(),
            mismatch: None,
        }
    }

    /// The number of unused values; trailing blank ones do not count.
    pub fn left(&self) -> usize {
        let is_value = |text: &String| !text.trim().is_empty();
        self.values
            .iter()
            .rposition(is_value)
            .map_or(0, |last| last + 1)
    }

    fn refuse<T>(&mut self, name: &str, text: &str, wanted: &str) -> Option<T> {
        self.mismatch = Some(format!("input `{name}`: `{text}` is no value of {wanted}"));
        None
    }
}

impl Supply for TextSupply {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        let text = self.values.pop_front()?;
        match scalar(ty, text.trim()) {
            Some(value) => Some(value),
            None => self.refuse(name, &text, &type_name(ty)),
        }
    }

    fn string(&mut self, name: &str, max_units: usize) -> Option<Text> {
        let text = self.values.pop_front()?;
        let units = literal::decode(text.trim());
        let string = units.map_or_else(|| Text::from(text.as_str()), Text::from);
        if string.units().len() > max_units {
            let wanted = format!("type `string` with at most {max_units} units");
            return self.refuse(name, &text, &wanted);
        }
        Some(string)
    }

    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
        let text = self.values.pop_front()?;
        match object(&text, bytes, element) {
            Some(content) => Some(content),
            None => self.refuse(name, &text, &format!("{bytes} bytes")),
        }
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        Vec::new()
    }
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Bool => "type `bool`".to_string(),
        Type::Bits(width) => format!("type `i{width}`"),
        Type::Int => "type `int`".to_string(),
        Type::Float(kind) => format!("type `f{}`", kind.width()),
        _ => "this type".to_string(),
    }
}

fn scalar(ty: &Type, text: &str) -> Option<Value> {
    match (ty, text) {
        (Type::Bool, "0" | "false") => Some(Value::Bool(false)),
        (Type::Bool, "1" | "true") => Some(Value::Bool(true)),
        (Type::Int, _) => text.parse().ok().map(Value::int),
        (Type::Bits(width), _) => match decode(&format!("i{width}"), text).ok()? {
            InputValue::Bits { width, value } => Some(Value::bits(width, value)),
            _ => None,
        },
        (Type::Float(kind), _) => match decode(&format!("f{}", kind.width()), text).ok()? {
            InputValue::Float(kind, bits) => Some(Value::bits(kind.width(), bits)),
            _ => None,
        },
        _ => None,
    }
}

/// Content of an object: a number if the object is a scalar, else a string padded with zeros.
fn object(text: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
    if bytes == element.bytes() as usize && (1..=16).contains(&bytes) {
        let ty = match element {
            Element::Integer(bytes) => format!("i{}", 8 * bytes),
            Element::Float(kind) => kind.word().to_string(),
        };
        if let Ok(InputValue::Bits { value, .. } | InputValue::Float(_, value)) =
            decode(&ty, text.trim())
        {
            return Some(value.to_le_bytes()[..bytes].to_vec());
        }
    }
    let mut content = text.as_bytes().to_vec();
    if content.len() > bytes {
        return None;
    }
    content.resize(bytes, 0);
    Some(content)
}

/// Supplies inputs by their names, whatever the order, and records them as they are read: those of
/// a test case whose program reads them in another order. Objects of another size are cut or filled
/// up with zeros, and numbers are as wide as they are read.
pub struct NamedSupply {
    given: Vec<Option<Input>>,
    /// The inputs supplied so far.
    pub inputs: Inputs,
}

impl NamedSupply {
    /// A supply of these inputs.
    pub fn new(inputs: Inputs) -> Self {
        NamedSupply {
            given: inputs.inputs.into_iter().map(Some).collect(),
            inputs: Inputs::default(),
        }
    }

    /// The first input of this name that was not supplied yet.
    fn take(&mut self, name: &str) -> Option<InputValue> {
        let is_it = |slot: &&mut Option<Input>| slot.as_ref().is_some_and(|it| it.name == name);
        let input = self.given.iter_mut().find(is_it)?.take()?;
        Some(input.value)
    }

    fn record(&mut self, name: &str, value: InputValue) {
        let name = name.to_string();
        self.inputs.inputs.push(Input { name, value });
    }
}

impl Supply for NamedSupply {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        let given = match self.take(name) {
            Some(given) => given,
            // No call fails or is short.
            None if name.ends_with(" fails") || name.ends_with(" is short by") => {
                InputValue::Bits {
                    width: 32,
                    value: 0,
                }
            }
            None => return None,
        };
        let value = as_scalar(&given, ty)?;
        self.record(name, given);
        Some(value)
    }

    fn string(&mut self, _: &str, _: usize) -> Option<Text> {
        None
    }

    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
        let InputValue::Bytes {
            bytes: mut content, ..
        } = self.take(name)?
        else {
            return None;
        };
        content.resize(bytes, 0);
        let bytes = content.clone();
        self.record(name, InputValue::Bytes { bytes, element });
        Some(content)
    }

    fn recorded(&mut self, question: &str, ty: &Type) -> Option<Value> {
        self.scalar(question, ty)
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        Vec::new()
    }
}

/// Wraps another supply and records its requests.
pub struct Watched<'a> {
    supply: &'a mut dyn Supply,
    /// The number of inputs supplied.
    pub supplied: usize,
    /// The request that was not satisfied.
    pub missing: Option<String>,
}

impl<'a> Watched<'a> {
    /// Wraps a supply.
    pub fn new(supply: &'a mut dyn Supply) -> Self {
        Watched {
            supply,
            supplied: 0,
            missing: None,
        }
    }

    fn note<T>(&mut self, answer: Option<T>, wanted: impl FnOnce() -> String) -> Option<T> {
        match answer {
            Some(_) => self.supplied += 1,
            None => self.missing = Some(wanted()),
        }
        answer
    }
}

impl Supply for Watched<'_> {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        let answer = self.supply.scalar(name, ty);
        self.note(answer, || format!("`{name}` of {}", type_name(ty)))
    }

    fn string(&mut self, name: &str, max_units: usize) -> Option<Text> {
        let answer = self.supply.string(name, max_units);
        self.note(answer, || format!("`{name}`, a string"))
    }

    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
        let answer = self.supply.object(name, bytes, element);
        self.note(answer, || format!("`{name}` of {bytes} bytes"))
    }

    fn recorded(&mut self, question: &str, ty: &Type) -> Option<Value> {
        let answer = self.supply.recorded(question, ty);
        self.supplied += usize::from(answer.is_some());
        answer
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        self.supply.uninitialized()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::FloatKind;

    #[test]
    fn text_becomes_what_is_asked_for() {
        let mut supply = TextSupply::new(["-1", "7", "abc", "true", "-0.5"].map(String::from));
        assert_eq!(
            supply.scalar("a", &Type::Bits(8)),
            Some(Value::bits(8, 255))
        );
        assert_eq!(
            supply.object("b", 4, Element::Integer(4)),
            Some(vec![7, 0, 0, 0])
        );
        assert_eq!(
            supply.object("c", 5, Element::BYTE),
            Some(b"abc\0\0".to_vec())
        );
        assert_eq!(supply.scalar("d", &Type::Bool), Some(Value::Bool(true)));
        let float = Element::Float(FloatKind::F32);
        let half = (-0.5f32).to_le_bytes().to_vec();
        assert_eq!(supply.object("e", 4, float), Some(half));
        assert_eq!(supply.scalar("f", &Type::Bool), None);
        assert_eq!(supply.mismatch, None);
    }

    #[test]
    fn what_is_left_is_counted_without_blanks_at_the_end() {
        let mut supply = TextSupply::new(["1", "", "2", "", " "].map(String::from));
        assert_eq!(supply.left(), 3);
        assert!(supply.scalar("a", &Type::Bits(8)).is_some());
        assert_eq!(supply.left(), 2);
        assert_eq!(TextSupply::new([String::new()]).left(), 0);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let mut supply = TextSupply::new(["300", "abc"].map(String::from));
        let mut watched = Watched::new(&mut supply);
        assert_eq!(watched.scalar("a", &Type::Bits(8)), None);
        assert_eq!(watched.missing.as_deref(), Some("`a` of type `i8`"));
        assert_eq!(watched.object("b", 2, Element::BYTE), None);
        assert_eq!(watched.supplied, 0);
        assert_eq!(
            supply.mismatch.as_deref(),
            Some("input `b`: `abc` is no value of 2 bytes")
        );
    }
}
