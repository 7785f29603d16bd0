//! Makes the inputs of a failure smaller, as long as they fail in the same way: with the same kind
//! of failure at the same place, reached by the same calls.
//!
//! First sizes and other numbers, then arrays by halves, quarters and so on down to single elements
//! (as in Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", TSE 2002):
//! zeros, or else printable characters. An access outside of an object is moved close to it, where
//! sanitizers notice it in a native run. Each attempt is a concrete run. Work is limited in steps
//! and not in time, so that the result is the same everywhere.

use super::start::Start;
use crate::coverage::Recorder;
use crate::evidence::{Access, Evidence, Stack};
use crate::inputs::PrefixSupply;
use crate::options::Options;
use crate::outcome::{End, Failure, InputValue, Inputs};
use crate::program::Program;
use crate::value::Text;
use num_bigint::BigInt;
use sheaf_term::cancel;

sheaf_tuning::constants! {
    /// The work of all attempts, in steps of [`cancel`].
    MOST_STEPS: u64 = 1 << 22, 1 => 1 << 24, "steps";
    /// The maximum number of attempts.
    MOST_ATTEMPTS: u32 = 400, 1 => 6400, "attempts";
}

/// Instructions that take about as long as a step.
const INSTRUCTIONS_PER_STEP: u64 = 4;

/// The work of an attempt besides its instructions.
const STEPS_PER_ATTEMPT: u64 = 256;

/// The work of copying an input.
const STEPS_PER_INPUT: u64 = 1;

sheaf_tuning::constants! {
    /// Attempts at a smaller number.
    HALVINGS: usize = 6, 1 => 96, "attempts";
}

/// The distance from an object, in bytes, up to which AddressSanitizer notices an access.
const NEAR: u64 = 16;

/// The sizes of what an input may count.
const UNITS: [i64; 4] = [1, 2, 4, 8];

/// The printable character that is tried.
const PRINTABLE: u8 = b'a';

/// Inputs that are made smaller.
struct Minimizer<'a> {
    program: &'a Program,
    options: Options,
    failure: &'a Failure,
    stack: &'a Stack,
    start: Start,
    recorder: Recorder,
    /// The smallest ones so far.
    inputs: Inputs,
    /// How far from its object the access is that fails with them, if that is far.
    far: Option<i64>,
    steps_left: u64,
    attempts_left: u32,
}

/// Smaller inputs with the same failure, if some are found. `instructions` is the number that the
/// run with the given ones takes.
pub fn minimize(
    program: &Program,
    failure: &Failure,
    (evidence, instructions): (&Evidence, u64),
    inputs: &Inputs,
    options: &Options,
) -> Option<Inputs> {
    let mut options = options.clone();
    let most = instructions.saturating_mul(2).saturating_add(1 << 12);
    let given = options.budget.instructions.unwrap_or(u64::MAX);
    options.budget.instructions = Some(most.min(given));
    let mut minimizer = Minimizer {
        program,
        options,
        failure,
        stack: &evidence.stack,
        start: Start::new(program),
        recorder: Recorder::new(program.module()),
        inputs: inputs.clone(),
        far: evidence.access.as_ref().and_then(far),
        steps_left: MOST_STEPS.get(),
        attempts_left: MOST_ATTEMPTS.get(),
    };
    minimizer.run();
    (minimizer.inputs != *inputs).then_some(minimizer.inputs)
}

impl Minimizer<'_> {
    fn run(&mut self) {
        let mut fewer = self.inputs.clone();
        fewer.uninitialized.clear();
        fewer.indeterminate.clear();
        self.attempt(fewer);
        self.smaller_numbers();
        let before = self.inputs.clone();
        // An attempt may change the number of inputs.
        let mut at = 0;
        while at < self.inputs.inputs.len() && !self.is_over() {
            match &self.inputs.inputs[at].value {
                InputValue::Bytes { .. } => self.fewer_bytes(at),
                InputValue::Text(_) => self.shorter_text(at),
                _ => {}
            }
            at += 1;
        }
        if self.inputs != before {
            self.smaller_numbers();
        }
        for at in 0..self.inputs.inputs.len() {
            if self.is_over() {
                return;
            }
            self.least_number(at);
        }
        self.closer();
    }

    /// Moves the access that fails close to its object: by as much less of an input as it is too
    /// far, in each of [`UNITS`]. An input that does not bring it closer keeps its value.
    fn closer(&mut self) {
        let mut at = 0;
        while self.far.is_some() && at < self.inputs.inputs.len() {
            let mut element = 0;
            while !self.is_over()
                && let Some(far) = self.far
                && let Some(value) = self.inputs.inputs.get(at).map(|input| input.value.clone())
                && element < elements(&value)
            {
                UNITS.iter().any(|unit| {
                    let less = less(&value, element, far / unit);
                    let inputs = less.and_then(|value| self.with_value(at, value));
                    inputs
                        .is_some_and(|inputs| self.attempt_within(inputs, distance(Some(far)) - 1))
                });
                element += 1;
            }
            at += 1;
        }
    }

    /// Whether no attempt is left.
    fn is_over(&self) -> bool {
        self.attempts_left == 0 || self.steps_left == 0
    }

    fn smaller_numbers(&mut self) {
        let mut at = 0;
        while at < self.inputs.inputs.len() && !self.is_over() {
            self.smaller_number(at);
            at += 1;
        }
    }

    /// Runs the program on other inputs, and keeps them if it fails in the same way, and not
    /// farther from an object.
    fn attempt(&mut self, inputs: Inputs) -> bool {
        self.attempt_within(inputs, distance(self.far))
    }

    /// Runs the program on other inputs, and keeps them if it fails in the same way, at most so far
    /// from an object. They are adapted to what the run reads.
    fn attempt_within(&mut self, inputs: Inputs, most: u64) -> bool {
        // Each input is copied and compared.
        let copied = inputs.inputs.len() as u64 * STEPS_PER_INPUT;
        self.steps_left = self.steps_left.saturating_sub(copied);
        if inputs == self.inputs || self.is_over() {
            return false;
        }
        self.attempts_left -= 1;
        let indeterminate = inputs.indeterminate.clone();
        let mut supply = PrefixSupply::adapting(inputs);
        let before = cancel::counted();
        let (ran, evidence) = self.start.show(
            self.program,
            (&mut supply, &indeterminate),
            (&self.options, self.steps_left),
            (self.failure.kind, self.failure.loc),
            &mut self.recorder,
        );
        let steps = cancel::counted().saturating_sub(before);
        let spent = steps + ran.instructions / INSTRUCTIONS_PER_STEP + STEPS_PER_ATTEMPT;
        self.steps_left = self.steps_left.saturating_sub(spent);
        let has_failed = matches!(&ran.end, End::Failed(failure)
            if (failure.kind, failure.loc) == (self.failure.kind, self.failure.loc));
        let Some(evidence) = evidence.filter(|it| has_failed && it.stack == *self.stack) else {
            return false;
        };
        let far = evidence.access.as_ref().and_then(far);
        let is_kept = distance(far) <= most;
        if is_kept {
            self.inputs = supply.into_inputs();
            self.far = far;
        }
        is_kept
    }

    /// Tries another value of an input.
    fn attempt_value(&mut self, at: usize, value: InputValue) -> bool {
        let inputs = self.with_value(at, value);
        inputs.is_some_and(|inputs| self.attempt(inputs))
    }

    /// The smallest inputs so far with another value of one.
    fn with_value(&self, at: usize, value: InputValue) -> Option<Inputs> {
        let mut inputs = self.inputs.clone();
        inputs.inputs.get_mut(at)?.value = value;
        Some(inputs)
    }

    /// Tries 0, 1, and then half of a number again and again.
    fn smaller_number(&mut self, at: usize) {
        let Some(mut number) = self.inputs.inputs.get(at).and_then(|it| number(&it.value)) else {
            return;
        };
        for small in [0, 1] {
            let small = BigInt::from(small);
            if number == small {
                return;
            }
            let value = with_number(&self.inputs.inputs[at].value, &small);
            if value.is_some_and(|value| self.attempt_value(at, value)) {
                return;
            }
        }
        for _ in 0..HALVINGS.get() {
            number /= 2;
            let value = self.inputs.inputs.get(at);
            let value = value.and_then(|input| with_number(&input.value, &number));
            if !value.is_some_and(|value| self.attempt_value(at, value)) {
                return;
            }
        }
    }

    /// Tries numbers between a number and its half, which is too small: sizes that were halved.
    fn least_number(&mut self, at: usize) {
        let Some(mut number) = self.inputs.inputs.get(at).and_then(|it| number(&it.value)) else {
            return;
        };
        let mut too_small: BigInt = &number / 2;
        for _ in 0..HALVINGS.get() {
            let middle: BigInt = (&number + &too_small) / 2;
            if middle == number || middle == too_small {
                return;
            }
            let value = self.inputs.inputs.get(at);
            let value = value.and_then(|input| with_number(&input.value, &middle));
            match value.is_some_and(|value| self.attempt_value(at, value)) {
                true => number = middle,
                false => too_small = middle,
            }
        }
    }

    /// Tries zeros for parts of an array, from the whole down to single elements, and then printable
    /// characters for the remaining bytes.
    fn fewer_bytes(&mut self, at: usize) {
        let Some((bytes, step)) = self.bytes(at) else {
            return;
        };
        let mut part = bytes.len().max(step);
        loop {
            let mut from = 0;
            while let Some((bytes, _)) = self.bytes(at).filter(|(bytes, _)| from < bytes.len()) {
                let to = (from + part).min(bytes.len());
                if bytes[from..to].iter().any(|byte| *byte != 0) {
                    let mut other = bytes;
                    other[from..to].fill(0);
                    self.attempt_bytes(at, other);
                }
                from = to;
            }
            if part <= step || self.attempts_left == 0 {
                break;
            }
            part = (part / 2).next_multiple_of(step);
        }
        if step == 1 {
            self.printable_bytes(at);
        }
    }

    fn printable_bytes(&mut self, at: usize) {
        let is_other = |byte: u8| !matches!(byte, 0 | b' '..=b'~');
        let Some((mut bytes, _)) = self.bytes(at) else {
            return;
        };
        if !bytes.iter().any(|byte| is_other(*byte)) {
            return;
        }
        for byte in bytes.iter_mut().filter(|byte| is_other(**byte)) {
            *byte = PRINTABLE;
        }
        if self.attempt_bytes(at, bytes) {
            return;
        }
        let mut from = 0;
        while let Some((mut bytes, _)) = self.bytes(at).filter(|(bytes, _)| from < bytes.len()) {
            if is_other(bytes[from]) {
                bytes[from] = PRINTABLE;
                self.attempt_bytes(at, bytes);
            }
            from += 1;
        }
    }

    /// The bytes of an input, and the number of bytes of an element.
    fn bytes(&self, at: usize) -> Option<(Vec<u8>, usize)> {
        match &self.inputs.inputs.get(at)?.value {
            InputValue::Bytes { bytes, element } => Some((bytes.clone(), element.bytes() as usize)),
            _ => None,
        }
    }

    fn attempt_bytes(&mut self, at: usize, bytes: Vec<u8>) -> bool {
        match self.inputs.inputs.get(at).map(|input| &input.value) {
            Some(InputValue::Bytes { element, .. }) => {
                let element = *element;
                self.attempt_value(at, InputValue::Bytes { bytes, element })
            }
            _ => false,
        }
    }

    /// Tries no text, shorter prefixes, and printable characters.
    fn shorter_text(&mut self, at: usize) {
        let units = |minimizer: &Self| match &minimizer.inputs.inputs.get(at)?.value {
            InputValue::Text(text) => Some(text.units().to_vec()),
            _ => None,
        };
        let text = |units: &[u16]| InputValue::Text(Text::from(units.to_vec()));
        let mut cut = units(self).map_or(0, |units| units.len());
        while cut > 0 {
            let Some(shorter) = units(self).filter(|units| units.len() >= cut) else {
                return;
            };
            let left = shorter.len() - cut;
            if !self.attempt_value(at, text(&shorter[..left])) {
                cut /= 2;
            }
        }
        let mut from = 0;
        while let Some(mut other) = units(self).filter(|units| from < units.len()) {
            if !matches!(other[from], 0x20..=0x7e) {
                other[from] = PRINTABLE.into();
                self.attempt_value(at, text(&other));
            }
            from += 1;
        }
    }
}

/// The bytes by which an access is behind its object, or negative before it; `None` if these are
/// few.
fn far(access: &Access) -> Option<i64> {
    let target = access.target.as_ref()?;
    let (size, offset) = (i64::try_from(target.size?).ok()?, target.offset?);
    let before = offset.saturating_add_unsigned(access.bytes.unwrap_or(1));
    let far = offset.checked_sub(size)?.max(before.min(0));
    (far.unsigned_abs() > NEAR).then_some(far)
}

/// How far an access is from its object, where that is far.
fn distance(far: Option<i64>) -> u64 {
    far.map_or(0, i64::unsigned_abs)
}

/// The number of elements of an input that may count something.
fn elements(value: &InputValue) -> usize {
    match value {
        InputValue::Bytes { bytes, element } => bytes.len() / element.bytes() as usize,
        InputValue::Bits { .. } | InputValue::Int(_) => 1,
        _ => 0,
    }
}

/// An input with less of one element, if that is not 0.
fn less(value: &InputValue, element: usize, by: i64) -> Option<InputValue> {
    match value {
        InputValue::Bytes {
            bytes,
            element: kind,
        } => {
            let (mut bytes, size) = (bytes.clone(), kind.bytes() as usize);
            let part = bytes.get_mut(element * size..(element + 1) * size)?;
            let mut number = [0; 16];
            number.get_mut(..size)?.copy_from_slice(part);
            let number = u128::from_le_bytes(number);
            if number == 0 {
                return None;
            }
            let less = number.wrapping_sub(by as u128).to_le_bytes();
            part.copy_from_slice(&less[..size]);
            let element = *kind;
            Some(InputValue::Bytes { bytes, element })
        }
        value => with_number(value, &(number(value)? - by)),
    }
}

/// A whole number like another one; modulo 2^width if that is one of bits.
fn with_number(like: &InputValue, number: &BigInt) -> Option<InputValue> {
    match like {
        InputValue::Bits { width, .. } => {
            let modulus = BigInt::from(1) << *width;
            let rest = (number % &modulus + &modulus) % &modulus;
            Some(InputValue::Bits {
                width: *width,
                value: u128::try_from(rest).ok()?,
            })
        }
        InputValue::Int(_) => Some(InputValue::Int(number.clone())),
        _ => None,
    }
}

/// A whole number, signed if it is one of bits.
fn number(value: &InputValue) -> Option<BigInt> {
    match value {
        InputValue::Int(value) => Some(value.clone()),
        InputValue::Bits { width, value } => {
            let negative = *width > 1 && value >> (width - 1) & 1 == 1;
            let number = BigInt::from(*value);
            Some(match negative {
                true => number - (BigInt::from(1) << *width),
                false => number,
            })
        }
        _ => None,
    }
}
