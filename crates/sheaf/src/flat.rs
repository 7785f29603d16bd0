//! The inputs of a program as one sequence of bytes, as fuzzers have them.
//!
//! In the order in which the program reads its inputs, each takes its bytes: an object its size, a
//! number its size in little-endian order, a string its length and its units, two bytes each.
//! Missing bytes are zero, and what is left over is not used. Where a length is an input, the
//! object takes what is left, up to its maximum: standard input and files, and arrays of an entry
//! (`elements of *p`, and N of `--length P=N`). Choices of the environment take none: pointers of
//! an entry are not null, there are no further arguments, and nothing fails.

use crate::load::Request;
use num_bigint::BigInt;
use sheaf_engine::machine::Supply;
use sheaf_engine::outcome::{Input, InputValue, Inputs};
use sheaf_engine::value::Text;
use sheaf_engine::{Value, as_scalar};
use sheaf_ir::{Element, Type};
use sheaf_report::ktest::to_bytes;

/// Bytes of an unbounded integer.
const INTEGER_BYTES: usize = 8;

/// Bytes of a unit of a string, and of its length.
const UNIT_BYTES: usize = 2;

/// The input that decides whether an allocation succeeds.
pub const ALLOCATION: &str = "allocation succeeds";

/// What a scalar input is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Data.
    Data,
    /// The size of the object before it.
    SizeBefore,
    /// The number of elements of the object behind it.
    SizeAfter,
    /// A choice of the environment, which is this number unless something is to fail.
    Choice(u128),
}

/// The role of a scalar input.
fn role(request: &Request, name: &str, before: Option<&str>) -> Role {
    let environment = &request.environment;
    let is_size = |object| name.strip_prefix("size of ") == Some(object);
    let is_length = || {
        request
            .shapes
            .length
            .iter()
            .any(|(_, length)| length == name)
    };
    let is_entry = request.entry.is_some();
    match name {
        ALLOCATION => Role::Choice(1),
        "symbolic arguments" if !environment.args.is_empty() => Role::Choice(0),
        _ if environment.fail_calls > 0 && name.ends_with(" fails") => Role::Choice(0),
        _ if environment.short_io > 0 && name.ends_with(" is short by") => Role::Choice(0),
        _ if before.is_some_and(is_size) => Role::SizeBefore,
        _ if is_entry && name.ends_with(" is null") => Role::Choice(0),
        _ if is_entry && name.ends_with(" leads on") => Role::Choice(0),
        _ if is_entry && (name.starts_with("elements of ") || is_length()) => Role::SizeAfter,
        _ => Role::Data,
    }
}

/// Supplies inputs from bytes, and records them.
pub struct FlatSupply<'a> {
    request: &'a Request,
    bytes: &'a [u8],
    /// The inputs supplied so far.
    pub inputs: Inputs,
    /// The number of bytes of the last object that were there.
    last: usize,
}

impl<'a> FlatSupply<'a> {
    /// The inputs of a program that these bytes are.
    pub fn new(request: &'a Request, bytes: &'a [u8]) -> Self {
        FlatSupply {
            request,
            bytes,
            inputs: Inputs::default(),
            last: 0,
        }
    }

    /// The number of bytes that were not used.
    pub fn left(&self) -> usize {
        self.bytes.len()
    }

    /// The next bytes, and how many of them are there.
    fn take(&mut self, count: usize) -> (Vec<u8>, usize) {
        let (taken, rest) = self.bytes.split_at(count.min(self.bytes.len()));
        self.bytes = rest;
        let mut content = taken.to_vec();
        content.resize(count, 0);
        (content, taken.len())
    }

    fn record(&mut self, name: &str, value: InputValue) {
        let name = name.to_string();
        self.inputs.inputs.push(Input { name, value });
    }

    fn number(&mut self, name: &str) -> Option<u128> {
        let before = self.inputs.inputs.last().map(|input| input.name.as_str());
        let most = self.request.pointers.elements.most as usize;
        match role(self.request, name, before) {
            Role::Data => None,
            Role::SizeBefore => Some(self.last as u128),
            Role::SizeAfter => Some(self.bytes.len().min(most) as u128),
            Role::Choice(number) => Some(number),
        }
    }
}

impl Supply for FlatSupply<'_> {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        let number = self.number(name);
        let bytes = ty.store_bytes(8).map_or(INTEGER_BYTES, |it| it as usize);
        let number = number.unwrap_or_else(|| {
            let mut word = self.take(bytes.min(16)).0;
            word.resize(16, 0);
            word.try_into().map_or(0, u128::from_le_bytes)
        });
        let value = match ty {
            Type::Bool => InputValue::Bool(number & 1 == 1),
            Type::Int => InputValue::Int(BigInt::from(number as i64)),
            Type::Float(kind) => InputValue::Float(*kind, low(number, kind.width())),
            Type::Bits(width) => InputValue::Bits {
                width: *width,
                value: low(number, *width),
            },
            _ => return None,
        };
        let scalar = as_scalar(&value, ty);
        self.record(name, value);
        scalar
    }

    fn string(&mut self, name: &str, max_units: usize) -> Option<Text> {
        let length = self.take(UNIT_BYTES).0;
        let length = usize::from(u16::from_le_bytes([length[0], length[1]]));
        let bytes = self.take(UNIT_BYTES * length.min(max_units)).0;
        let units = bytes.chunks_exact(UNIT_BYTES);
        let units = units.map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
        let text = Text::from(units.collect::<Vec<u16>>());
        self.record(name, InputValue::Text(text.clone()));
        Some(text)
    }

    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
        let (content, taken) = self.take(bytes);
        self.last = taken;
        let bytes = content.clone();
        self.record(name, InputValue::Bytes { bytes, element });
        Some(content)
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        Vec::new()
    }
}

fn low(number: u128, width: u32) -> u128 {
    match width {
        0..128 => number & ((1 << width) - 1),
        _ => number,
    }
}

/// The bytes from which a [`FlatSupply`] makes these inputs, or similar ones: choices are not among
/// them.
pub fn flatten(request: &Request, inputs: &Inputs) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut before: Option<(&str, usize)> = None;
    for Input { name, value } in &inputs.inputs {
        let last = before.map(|(name, _)| name);
        let is_object = matches!(value, InputValue::Bytes { .. });
        let is_argument = || !request.environment.args.is_empty() && name.starts_with("argument ");
        match role(request, name, last) {
            Role::SizeBefore => {
                let start = before.map_or(0, |(_, start)| start);
                if let InputValue::Bits { value, .. } = value {
                    let size = usize::try_from(*value).unwrap_or(usize::MAX);
                    bytes.truncate(start.saturating_add(size));
                }
            }
            _ if is_object && is_argument() => {}
            Role::Data => {
                before = Some((name.as_str(), bytes.len())).filter(|_| is_object);
                if let InputValue::Text(text) = value {
                    let length = u16::try_from(text.units().len()).unwrap_or(u16::MAX);
                    bytes.extend(length.to_le_bytes());
                }
                bytes.extend(to_bytes(value));
            }
            Role::SizeAfter | Role::Choice(_) => {}
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::environment::EnvironmentArgs;
    use crate::args::shapes::ShapeArgs;

    fn number(name: &str, width: u32, value: u128) -> Input {
        Input {
            name: name.into(),
            value: InputValue::Bits { width, value },
        }
    }

    fn text(name: &str, bytes: &[u8]) -> Input {
        Input {
            name: name.into(),
            value: InputValue::Bytes {
                bytes: bytes.to_vec(),
                element: Element::BYTE,
            },
        }
    }

    #[test]
    fn inputs_take_their_bytes_in_order() {
        let request = Request::default();
        let mut supply = FlatSupply::new(&request, b"\x01\x02abcdef");
        assert_eq!(
            supply.scalar("n", &Type::Bits(16)),
            Some(Value::bits(16, 0x201))
        );
        let taken = supply.object("text", 4, Element::BYTE);
        assert_eq!(taken.as_deref(), Some(&b"abcd"[..]));
        assert_eq!(supply.left(), 2);
        let taken = supply.object("rest", 4, Element::BYTE);
        assert_eq!(taken.as_deref(), Some(&b"ef\0\0"[..]));
        assert_eq!(supply.scalar("none", &Type::Bool), Some(Value::Bool(false)));
        assert_eq!(
            flatten(&request, &supply.inputs),
            b"\x01\x02abcdef\0\0\0",
            "the bytes again, and those that were missing"
        );
    }

    #[test]
    fn streams_are_as_long_as_what_is_left() {
        let words = ["--args=1,3", "--stdin=4", "--fail-calls=1"].map(str::to_string);
        let request = Request {
            environment: EnvironmentArgs::from_words(&words).unwrap(),
            ..Request::default()
        };
        for (bytes, size) in [(&b"abcdef"[..], 4), (b"ab", 2), (b"", 0)] {
            let mut supply = FlatSupply::new(&request, bytes);
            let int = Type::Bits(32);
            let none = Some(Value::bits(32, 0));
            assert_eq!(supply.scalar("symbolic arguments", &int), none);
            assert!(supply.object("stdin", 4, Element::BYTE).is_some());
            let taken = supply.scalar("size of stdin", &int);
            assert_eq!(taken, Some(Value::bits(32, size)));
            assert_eq!(supply.scalar("read fails", &int), none);
            let start = &bytes[..size as usize];
            assert_eq!(flatten(&request, &supply.inputs), start);
        }
        let case = Inputs {
            inputs: vec![
                number("symbolic arguments", 32, 1),
                text("argument 1", b"abc"),
                text("stdin", b"xyz\0"),
                number("size of stdin", 32, 3),
            ],
            ..Inputs::default()
        };
        assert_eq!(flatten(&request, &case), b"xyz");
    }

    #[test]
    fn arrays_of_an_entry_are_as_long_as_what_is_left() {
        let shapes = ShapeArgs::from_words(&["--length=data=size".to_string()]).unwrap();
        let mut request = Request {
            entry: Some("LLVMFuzzerTestOneInput".into()),
            shapes,
            ..Request::default()
        };
        request.pointers.elements.most = 8;
        for (bytes, size) in [(&b"abc"[..], 3), (b"123456789", 8), (b"", 0)] {
            let mut supply = FlatSupply::new(&request, bytes);
            let taken = supply.scalar("size", &Type::Bits(64));
            assert_eq!(taken, Some(Value::bits(64, size)));
            let is_null = supply.scalar("data is null", &Type::Bool);
            assert_eq!(is_null, Some(Value::Bool(false)));
            assert!(
                supply
                    .object("*data", size as usize, Element::BYTE)
                    .is_some()
            );
            assert_eq!(flatten(&request, &supply.inputs), &bytes[..size as usize]);
        }
    }
}
