//! A supply of random inputs that records them.

use num_bigint::BigInt;
use rand::Rng;
use rand::rngs::SmallRng;
use sheaf_engine::machine::Supply;
use sheaf_engine::value::Text;
use sheaf_engine::{Input, InputValue, Inputs, Value};
use sheaf_ir::{Element, Type};

/// Supplies an unlimited number of random values; small values and the limits of a type are more
/// likely.
pub struct RandomSupply<'a> {
    rng: &'a mut SmallRng,
    /// The values supplied.
    pub inputs: Inputs,
}

impl<'a> RandomSupply<'a> {
    /// A supply with this source of randomness.
    pub fn new(rng: &'a mut SmallRng) -> Self {
        RandomSupply {
            rng,
            inputs: Inputs::default(),
        }
    }

    fn word(&mut self, width: u32) -> u128 {
        let ones = u128::MAX >> (128 - width.clamp(1, 128));
        let value = match self.rng.random_range(0..6) {
            0..=2 => self.rng.random_range(0..16),
            3 => u128::MAX - self.rng.random_range(0..4),
            4 => (ones >> 1).wrapping_add(self.rng.random_range(0..2)),
            _ => self.rng.random(),
        };
        value & ones
    }

    /// A unit of a string: often a letter, a digit or a sign, seldom anything.
    fn unit(&mut self) -> u16 {
        match self.rng.random_range(0..8) {
            0..=2 => self.rng.random_range(b'a'.into()..=b'd'.into()),
            3 | 4 => self.rng.random_range(b'0'.into()..=b'9'.into()),
            5 | 6 => self.rng.random_range(b' '.into()..=b'~'.into()),
            _ => self.rng.random(),
        }
    }

    fn remember(&mut self, name: &str, value: InputValue) {
        let name = name.to_string();
        self.inputs.inputs.push(Input { name, value });
    }
}

impl Supply for RandomSupply<'_> {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        match ty {
            Type::Bool => {
                let value = self.rng.random();
                self.remember(name, InputValue::Bool(value));
                Some(Value::Bool(value))
            }
            Type::Bits(width) => {
                let value = self.word(*width);
                let width = *width;
                self.remember(name, InputValue::Bits { width, value });
                Some(Value::bits(width, value))
            }
            Type::Int => {
                let value = BigInt::from(match self.rng.random_range(0..20) {
                    0 => i64::from(self.rng.random::<i32>()),
                    1..=4 => self.rng.random_range(-100..=100),
                    _ => self.rng.random_range(-12..=12),
                });
                self.remember(name, InputValue::Int(value.clone()));
                Some(Value::int(value))
            }
            _ => None,
        }
    }

    fn string(&mut self, name: &str, max_units: usize) -> Option<Text> {
        let length = self.rng.random_range(0..=max_units.min(8));
        let units: Vec<u16> = (0..length).map(|_| self.unit()).collect();
        self.remember(name, InputValue::Text(units.clone().into()));
        Some(units.into())
    }

    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
        let size = element.bytes() as usize;
        let mut content = Vec::with_capacity(bytes + size);
        while content.len() < bytes {
            let word = self.word(8 * element.bytes());
            content.extend_from_slice(&word.to_le_bytes()[..size]);
        }
        content.truncate(bytes);
        let value = InputValue::Bytes {
            bytes: content.clone(),
            element,
        };
        self.remember(name, value);
        Some(content)
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        Vec::new()
    }
}
