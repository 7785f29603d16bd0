//! A supply of random inputs that records them.

use num_bigint::BigInt;
use rand::Rng;
use rand::rngs::SmallRng;
use sheaf_engine::machine::Supply;
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
