//! Converts models to the inputs of a path, and inputs to the values that a concrete run reads.

use crate::machine::Supply;
use crate::memory::{Size, uninitialized_part};
use crate::outcome::{Indeterminate, Input, InputValue, Inputs, Uninitialized};
use crate::state::{InputContent, InputRecord, State, Trail};
use crate::value::{Text, Value};
use num_bigint::BigInt;
use sheaf_ir::{Element, Type};
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, Symbol, SymbolKind, Term, eval};
use std::collections::HashMap;
use std::rc::Rc;

/// The inputs that a path has read so far.
pub struct Asked {
    inputs: Trail<InputRecord>,
    indeterminate: Trail<Symbol>,
}

impl Asked {
    /// The inputs that this path has read.
    pub fn by(state: &State) -> Self {
        Asked {
            inputs: state.inputs.clone(),
            indeterminate: state.indeterminate.clone(),
        }
    }

    /// The inputs of the path under a model.
    pub fn under(&self, pool: &Pool, model: &CachedModel) -> Inputs {
        let holds = |condition| model.eval_bool(pool, condition);
        let records = self.inputs.path(holds);
        let symbols = self.indeterminate.path(holds).into_iter();
        let mut indeterminate: Vec<Indeterminate> = symbols
            .filter_map(|symbol| indeterminate(pool, model, *symbol))
            .collect();
        // Inputs that are not given to a run are zero.
        let given = indeterminate.iter().rposition(|read| read.value != 0);
        indeterminate.truncate(given.map_or(0, |last| last + 1));
        Inputs {
            uninitialized: uninitialized(pool, model, &records),
            inputs: records
                .into_iter()
                .filter_map(|record| input(pool, model, record))
                .collect(),
            indeterminate,
        }
    }
}

/// The inputs of a path under a model.
pub fn from_model(pool: &Pool, state: &State, model: &CachedModel) -> Inputs {
    Asked::by(state).under(pool, model)
}

/// The value of uninitialized memory in a model, if it is a number.
fn indeterminate(pool: &Pool, model: &CachedModel, symbol: Symbol) -> Option<Indeterminate> {
    let info = pool.symbol_info(symbol);
    let SymbolKind::Indeterminate(place) = info.kind else {
        return None;
    };
    let term = pool.symbol_term(symbol);
    let (bits, value) = match info.sort {
        Sort::Bool => (1, model.eval_bool(pool, term).into()),
        Sort::Bits(width) => (width, model.eval_bits(pool, term).unwrap_or(0)),
        _ => return None,
    };
    Some(Indeterminate {
        place: place.map(|it| (it.object, it.offset)),
        bytes: bits.div_ceil(8),
        value,
    })
}

/// Whether a path has read inputs.
pub fn has_asked(state: &State) -> bool {
    let is_asked =
        |record: &&InputRecord| !matches!(record.content, InputContent::Uninitialized { .. });
    let records = &state.inputs;
    records.newest_first().any(|record| is_asked(&record))
        || records.path(|_| true).iter().any(is_asked)
}

/// The content of uninitialized objects, if it is not zero.
fn uninitialized(pool: &Pool, model: &CachedModel, records: &[&InputRecord]) -> Vec<Uninitialized> {
    let objects = records.iter().filter_map(|record| match record.content {
        InputContent::Uninitialized {
            origin,
            element,
            bytes,
        } => Some((&record.name, origin, element, bytes)),
        _ => None,
    });
    let objects: Vec<_> = objects.collect();
    if objects.is_empty() {
        return Vec::new();
    }
    let mut words: HashMap<usize, Vec<(usize, u128)>> = HashMap::new();
    for (symbol, _) in model.model().iter() {
        if let Some((origin, offset)) = uninitialized_part(pool.symbol_info(symbol))
            && let Some(value) = model.eval_bits(pool, pool.symbol_term(symbol))
        {
            words.entry(origin).or_default().push((offset, value));
        }
    }
    let found = (0..).zip(objects).filter_map(|(number, object)| {
        let (name, origin, element, size) = object;
        let size = match size {
            Size::Known(size) => size,
            Size::Symbolic { bytes, .. } => model.eval_bits(pool, bytes)? as u64,
        };
        let bytes = content(words.get(&origin)?, size, element);
        let name = name.to_string();
        let value = InputValue::Bytes { bytes, element };
        let input = Input { name, value };
        (!is_zero(&input)).then_some(Uninitialized { number, input })
    });
    found.collect()
}

/// Objects of at most this many bytes are given completely, larger ones up to the last nonzero
/// element.
const WHOLE_BYTES: u64 = 64;

/// The bytes of an object of this size.
fn content(words: &[(usize, u128)], size: u64, element: Element) -> Vec<u8> {
    let step = element.bytes() as usize;
    let mut bytes = Vec::new();
    for (offset, value) in words.iter().filter(|(_, value)| *value != 0) {
        let value = value.to_le_bytes();
        let end = offset
            + value
                .iter()
                .rposition(|byte| *byte != 0)
                .map_or(0, |last| last + 1);
        if bytes.len() < end {
            bytes.resize(end.next_multiple_of(step), 0);
        }
        bytes[*offset..end].copy_from_slice(&value[..end - offset]);
    }
    if size <= WHOLE_BYTES || size < bytes.len() as u64 {
        bytes.resize(size as usize, 0);
    }
    bytes
}

fn is_zero(input: &Input) -> bool {
    matches!(&input.value, InputValue::Bytes { bytes, .. } if bytes.iter().all(|byte| *byte == 0))
}

/// An input's value; `None` for an input of no bytes, and for one that the path has not read.
fn input(pool: &Pool, model: &CachedModel, record: &InputRecord) -> Option<Input> {
    let value = match &record.content {
        InputContent::Uninitialized { .. } => return None,
        InputContent::Scalar(ty, term) => scalar(pool, model, ty, *term),
        InputContent::Text(text) => {
            let length = model.eval_bits(pool, text.length()).unwrap_or(0) as usize;
            let units = text.units().iter().take(length);
            let units = units.map(|unit| model.eval_bits(pool, *unit).unwrap_or(0) as u16);
            InputValue::Text(units.collect::<Vec<u16>>().into())
        }
        InputContent::Object {
            element,
            elements,
            bytes: size,
        } => {
            let element_bytes = element.bytes() as usize;
            let mut bytes = Vec::with_capacity(elements.len() * element_bytes);
            for term in elements.iter() {
                let value = model.eval_bits(pool, *term).unwrap_or(0);
                bytes.extend_from_slice(&value.to_le_bytes()[..element_bytes]);
            }
            if let Some(size) = size.and_then(|size| model.eval_bits(pool, size)) {
                bytes.truncate(size as usize);
            }
            if bytes.is_empty() {
                return None;
            }
            InputValue::Bytes {
                bytes,
                element: *element,
            }
        }
    };
    Some(Input {
        name: record.name.to_string(),
        value,
    })
}

fn scalar(pool: &Pool, model: &CachedModel, ty: &Type, term: Term) -> InputValue {
    match ty {
        Type::Bool => InputValue::Bool(model.eval_bool(pool, term)),
        Type::Int => match model.eval(pool, term) {
            Constant::Int(value) => InputValue::Int(value),
            _ => InputValue::Int(BigInt::ZERO),
        },
        Type::Float(kind) => InputValue::Float(*kind, model.eval_bits(pool, term).unwrap_or(0)),
        Type::Bits(width) => InputValue::Bits {
            width: *width,
            value: model.eval_bits(pool, term).unwrap_or(0),
        },
        _ => InputValue::Bits {
            width: 64,
            value: model.eval_bits(pool, term).unwrap_or(0),
        },
    }
}

/// The first term of an input that the program asks for.
pub fn first_term(record: &InputRecord) -> Option<Term> {
    match &record.content {
        InputContent::Scalar(_, term) => Some(*term),
        InputContent::Object { elements, .. } => elements.first().copied(),
        InputContent::Text(text) => Some(text.length()),
        InputContent::Uninitialized { .. } => None,
    }
}

/// Gives the symbols of an input the values that a run has read. Returns whether the run has read
/// it there: an input of no bytes is not among those of a run.
fn assign(pool: &mut Pool, model: &mut Model, record: &InputRecord, value: &InputValue) -> bool {
    match (&record.content, value) {
        (InputContent::Uninitialized { .. }, _) => false,
        (InputContent::Scalar(ty, term), value) => {
            let value = as_scalar(value, ty).and_then(|value| value.to_term(pool));
            let value = value.and_then(|value| pool.as_constant(value));
            if let (Some(symbol), Some(value)) = (pool.as_symbol(*term), value) {
                model.set(symbol, value);
            }
            true
        }
        (
            InputContent::Object {
                element,
                elements,
                bytes,
            },
            InputValue::Bytes { bytes: content, .. },
        ) => {
            let size = bytes.and_then(|size| eval(pool, model, size).as_bits());
            if size == Some(0) {
                return false;
            }
            let parts = content.chunks(element.bytes() as usize);
            for (term, part) in elements.iter().zip(parts) {
                let mut word = [0; 16];
                word[..part.len()].copy_from_slice(part);
                if let Some(symbol) = pool.as_symbol(*term) {
                    let value = Constant::bits(pool.width(*term), u128::from_le_bytes(word));
                    model.set(symbol, value);
                }
            }
            true
        }
        (InputContent::Text(text), InputValue::Text(content)) => {
            let length = content.units().len() as u128;
            let units = text.units().iter().zip(content.units());
            let units = units.map(|(term, unit)| (*term, u128::from(*unit)));
            for (term, value) in units.chain([(text.length(), length)]) {
                if let Some(symbol) = pool.as_symbol(term) {
                    model.set(symbol, Constant::bits(pool.width(term), value));
                }
            }
            true
        }
        _ => true,
    }
}

/// Gives the symbols of these inputs of a path the values of a run, in order. Returns how many
/// values were used. What the run has read as another input keeps its value.
pub fn assign_all(
    pool: &mut Pool,
    model: &mut Model,
    records: &[&InputRecord],
    values: &[Input],
) -> usize {
    let mut used = 0;
    for record in records {
        let value = values.get(used);
        let value = value.filter(|input| input.name == *record.name);
        if let Some(input) = value
            && assign(pool, model, record, &input.value)
        {
            used += 1;
        }
    }
    used
}

/// Gives the inputs that a path has read after the first `known` ones the values of a run.
pub fn adopt(pool: &mut Pool, state: &mut State, known: usize, values: &[Input]) {
    let records = state.inputs.path(|_| true);
    let (before, new) = records.split_at(known.min(records.len()));
    let mut model = state.model.model().clone();
    let used = assign_all(pool, &mut model.clone(), before, values);
    if assign_all(pool, &mut model, new, &values[used..]) > 0 {
        state.model = Rc::new(CachedModel::new(model));
    }
}

/// Supplies the inputs of a test case, in order.
pub struct CaseSupply<'a> {
    inputs: std::slice::Iter<'a, Input>,
    objects: Objects<'a>,
}

/// Supplies the initial content of objects, in the order of their allocation.
struct Objects<'a> {
    given: &'a [Uninitialized],
    made: u64,
}

impl Objects<'_> {
    fn next(&mut self) -> Vec<u8> {
        let number = self.made;
        self.made += 1;
        let found = self.given.iter().find(|it| it.number == number);
        match found.map(|it| &it.input.value) {
            Some(InputValue::Bytes { bytes, .. }) => bytes.clone(),
            _ => Vec::new(),
        }
    }
}

impl<'a> CaseSupply<'a> {
    /// A supply of these inputs.
    pub fn new(inputs: &'a Inputs) -> Self {
        CaseSupply {
            inputs: inputs.inputs.iter(),
            objects: Objects {
                given: &inputs.uninitialized,
                made: 0,
            },
        }
    }

    fn next(&mut self, name: &str) -> Option<&'a InputValue> {
        self.inputs
            .next()
            .filter(|input| input.name == name)
            .map(|input| &input.value)
    }

    /// Whether the next input has this name.
    fn is_next(&self, name: &str) -> bool {
        let next = self.inputs.as_slice().first();
        next.is_some_and(|input| input.name == name)
    }
}

impl Supply for CaseSupply<'_> {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        as_scalar(self.next(name)?, ty)
    }

    fn string(&mut self, name: &str, _: usize) -> Option<Text> {
        as_text(self.next(name)?)
    }

    fn object(&mut self, name: &str, bytes: usize, _element: Element) -> Option<Vec<u8>> {
        as_object(self.next(name)?, bytes)
    }

    fn recorded(&mut self, question: &str, ty: &Type) -> Option<Value> {
        // A test case of another tool has no answers.
        self.is_next(question)
            .then(|| self.scalar(question, ty))
            .flatten()
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        self.objects.next()
    }
}

/// Supplies the inputs of an unfinished path, and then zeros or random numbers.
pub struct PrefixSupply {
    /// The inputs supplied so far, and the rest of the path's.
    pub inputs: Inputs,
    supplied: usize,
    /// The number of objects allocated.
    made: u64,
    /// Where random numbers come from; zero gives zeros.
    random: u64,
    /// Whether given inputs are adapted to those that the run reads.
    adapts: bool,
}

impl PrefixSupply {
    /// A supply of these inputs, and then zeros.
    pub fn new(inputs: Inputs) -> Self {
        Self::with_seed(inputs, 0)
    }

    /// Supplies these, and then numbers that are random, often small, and the same for a seed; with
    /// seed 0 zeros.
    pub fn with_seed(inputs: Inputs, seed: u64) -> Self {
        PrefixSupply {
            inputs,
            supplied: 0,
            made: 0,
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            adapts: false,
        }
    }

    /// The next number beyond the inputs (xorshift; Marsaglia, "Xorshift RNGs", 2003).
    fn number(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        match self.random & 7 {
            // Zero stays zero.
            0 => self.random,
            1 => u64::MAX,
            _ => self.random >> 8 & 3,
        }
    }

    /// A supply of inputs that the run need not read in this way: where it reads others, these are
    /// zeros, and those of another length are cut or filled up with zeros.
    pub fn adapting(inputs: Inputs) -> Self {
        PrefixSupply {
            adapts: true,
            ..Self::new(inputs)
        }
    }

    /// The inputs that were supplied.
    pub fn into_inputs(mut self) -> Inputs {
        if self.adapts {
            self.inputs.inputs.truncate(self.supplied);
        }
        self.inputs
    }

    fn next(&mut self, name: &str, further: InputValue) -> Option<&mut InputValue> {
        let inputs = &mut self.inputs.inputs;
        let is_other = |input: &Input| input.name != name;
        if self.adapts && inputs.get(self.supplied).is_some_and(is_other) {
            inputs.truncate(self.supplied);
        }
        if self.supplied == self.inputs.inputs.len() {
            self.inputs.inputs.push(Input {
                name: name.to_string(),
                value: further,
            });
        }
        let input = &mut self.inputs.inputs[self.supplied];
        self.supplied += 1;
        (input.name == name).then_some(&mut input.value)
    }
}

impl Supply for PrefixSupply {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        let number = self.number();
        let further = as_input(ty, number)?;
        as_scalar(self.next(name, further)?, ty)
    }

    fn string(&mut self, name: &str, max: usize) -> Option<Text> {
        let adapts = self.adapts;
        let input = self.next(name, InputValue::Text(Text::default()))?;
        if let InputValue::Text(text) = input
            && adapts
            && text.units().len() > max
        {
            *text = text.units()[..max].into();
        }
        as_text(input)
    }

    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
        let zero = InputValue::Bytes {
            bytes: vec![0; bytes],
            element,
        };
        let adapts = self.adapts;
        let input = self.next(name, zero)?;
        if let InputValue::Bytes { bytes: content, .. } = input
            && adapts
        {
            content.resize(bytes, 0);
        }
        as_object(input, bytes)
    }

    fn recorded(&mut self, question: &str, ty: &Type) -> Option<Value> {
        // The answer of a concrete run: a replay of what was supplied has it, too.
        let value = as_input(ty, 0)?;
        let inputs = &mut self.inputs.inputs;
        match inputs.get_mut(self.supplied) {
            // Mutated, it is an answer that nobody has given.
            Some(input) if input.name == question && self.adapts => input.value = value,
            Some(input) if input.name == question => {}
            _ => {
                let name = question.to_string();
                inputs.insert(self.supplied, Input { name, value });
            }
        }
        self.scalar(question, ty)
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        let mut objects = Objects {
            given: &self.inputs.uninitialized,
            made: self.made,
        };
        self.made += 1;
        objects.next()
    }
}

/// A number as an input of a type of numbers; zero for those of floats.
fn as_input(ty: &Type, number: u64) -> Option<InputValue> {
    Some(match ty {
        Type::Bool => InputValue::Bool(number & 1 == 1),
        Type::Int => InputValue::Int((number as i64).into()),
        Type::Float(kind) => InputValue::Float(*kind, 0),
        Type::Bits(width) => InputValue::Bits {
            width: *width,
            value: u128::from(number) & (u128::MAX >> (128 - (*width).clamp(1, 128))),
        },
        _ => return None,
    })
}

/// An input as a scalar of a type, if it is one.
pub fn as_scalar(input: &InputValue, ty: &Type) -> Option<Value> {
    match (input, ty) {
        (InputValue::Bool(value), Type::Bool) => Some(Value::Bool(*value)),
        (InputValue::Int(value), Type::Int) => Some(Value::int(value.clone())),
        (InputValue::Float(kind, bits), Type::Float(wanted)) if kind == wanted => {
            Some(Value::bits(kind.width(), *bits))
        }
        (InputValue::Bits { width, value }, Type::Bits(wanted)) if width == wanted => {
            Some(Value::bits(*width, *value))
        }
        (InputValue::Bytes { bytes, .. }, ty) => from_bytes(bytes, ty),
        _ => None,
    }
}

/// An input as a string, if it is one.
fn as_text(input: &InputValue) -> Option<Text> {
    match input {
        InputValue::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// An input as the content of an object of this size, if it fits.
fn as_object(input: &InputValue, bytes: usize) -> Option<Vec<u8>> {
    match input {
        InputValue::Bytes { bytes: content, .. } if content.len() == bytes => Some(content.clone()),
        InputValue::Bits { width, value } if width.div_ceil(8) as usize == bytes => {
            Some(value.to_le_bytes()[..bytes].to_vec())
        }
        _ => None,
    }
}

/// A scalar of a type from its little-endian bytes, as in untyped formats.
fn from_bytes(bytes: &[u8], ty: &Type) -> Option<Value> {
    if bytes.is_empty() || ty.store_bytes(8)? != bytes.len() as u64 {
        return None;
    }
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    let value = u128::from_le_bytes(wide);
    match ty {
        Type::Bool => Some(Value::Bool(value & 1 == 1)),
        Type::Bits(width) => Some(Value::bits(*width, value)),
        Type::Float(kind) => Some(Value::bits(kind.width(), value)),
        _ => None,
    }
}
