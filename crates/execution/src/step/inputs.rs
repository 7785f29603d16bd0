//! Inputs.

use super::calls_of;
use super::range::{Length, MAX_CONDITIONAL_BYTES};
use super::resolve::{Access, MemoryLocation, MemoryLocations, Offset};
use crate::machine::{Machine, Stop};
use crate::memory::{Size, is_memory_name};
use crate::outcome::{End, ReasonKind};
use crate::state::{InputContent, InputRecord};
use crate::value::{ObjectId, SymText, Value};
use sheaf_ir::undefined::is_undefined;
use sheaf_ir::{Element, Inst, NameId, Type};
use sheaf_term::{Sort, Term};
use std::rc::Rc;

/// The approximate cost of an element of an input, in terms: it has a name.
const TERMS_PER_INPUT: u64 = 2;

impl Machine<'_> {
    pub(super) fn input(&mut self, name: NameId, inst: &Inst) -> Result<Value, Stop> {
        let ty = self.result_type(inst);
        let program = self.program;
        self.scalar_input(&program.module().names[name], &ty)
    }

    /// The next input of the program, a scalar of this type.
    ///
    /// # Errors
    /// When inputs are concrete and the next one is missing or does not fit.
    pub fn scalar_input(&mut self, name: &str, ty: &Type) -> Result<Value, Stop> {
        self.check_input_name(name)?;
        if let Some(supply) = self.supply.as_deref_mut() {
            let given = supply.scalar(name, ty);
            self.note_place_of_input();
            return given.ok_or_else(|| Stop::End(End::OutOfInputs(name.to_string())));
        }
        let sort = match ty {
            Type::Bool => Sort::Bool,
            Type::Int => Sort::Int,
            Type::Float(kind) => Sort::Bits(kind.width()),
            Type::Bits(width) => Sort::Bits(*width),
            _ => Sort::Bits(64),
        };
        let term = self.pool.input(name, sort, self.state.inputs.len());
        let content = InputContent::Scalar(ty.clone(), term);
        self.state.inputs.push(InputRecord {
            name: name.into(),
            content,
        });
        Ok(Value::Term(term))
    }

    /// Notes where the user's code reads an input, for the evidence of a failure.
    fn note_place_of_input(&mut self) {
        if let Some(notes) = &mut self.notes {
            let calls = calls_of(self.program, self.state, (1, 0));
            notes.inputs.push(calls.inner.into_iter().next());
        }
    }

    /// A program may not give an input a name by which symbols are known that stand for something
    /// else.
    fn check_input_name(&self, name: &str) -> Result<(), Stop> {
        let is_user = self.program.module().funcs[self.state.top().func].user;
        if is_memory_name(name) || is_user && is_undefined(name) {
            let detail =
                format!("an input with the name `{name}`, which is that of something else");
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledCall, detail));
        }
        Ok(())
    }

    /// The answer to a question that is about the exploration, so that a concrete run gives another
    /// one by itself: an input of this type records it, and replay repeats what was recorded.
    pub fn recorded_answer(&mut self, question: &str, ty: &Type, answer: Value) -> Value {
        if let Some(supply) = self.supply.as_deref_mut() {
            let Some(recorded) = supply.recorded(question, ty) else {
                return answer;
            };
            self.note_place_of_input();
            return recorded;
        }
        if let Some(term) = answer.fold(self.pool) {
            self.state.inputs.push(InputRecord {
                name: question.into(),
                content: InputContent::Scalar(ty.clone(), term),
            });
        }
        answer
    }

    /// The next input of the program, a string of at most this many units.
    ///
    /// # Errors
    /// When inputs are concrete and the next one is missing or does not fit.
    pub fn string_input(&mut self, name: &str, max_units: u32) -> Result<Value, Stop> {
        self.check_input_name(name)?;
        if let Some(supply) = self.supply.as_deref_mut() {
            let most = max_units as usize;
            let given = supply.string(name, most);
            let given = given.filter(|text| text.units().len() <= most);
            self.note_place_of_input();
            return match given {
                Some(text) => Ok(Value::Str(Rc::new(text))),
                None => Err(Stop::End(End::OutOfInputs(name.to_string()))),
            };
        }
        self.afford(TERMS_PER_INPUT * u64::from(max_units))?;
        let position = self.state.inputs.len();
        let length = format!("{name}.length");
        let length = self.pool.input(&length, Sort::Bits(32), position);
        let most = self.pool.bits(32, max_units.into());
        let fits = self.pool.ule(length, most);
        self.assume(fits);
        let units = (0..max_units).map(|at| {
            let name = format!("{name}[{at}]");
            self.pool.input(&name, Sort::Bits(16), position)
        });
        let units: Vec<Term> = units.collect();
        let text = Rc::new(SymText::new(self.pool, units, length));
        self.state.inputs.push(InputRecord {
            name: name.into(),
            content: InputContent::Text(text.clone()),
        });
        Ok(Value::SymStr(text))
    }

    /// Makes this many bytes at a pointer an input, with these elements or else with those of the
    /// object. An invalid access is an obligation. Returns `false` if the number must be concrete.
    ///
    /// # Errors
    /// When the access is not modelled (a pointer to several possible locations), or inputs are
    /// concrete and none fits.
    pub fn object_input(
        &mut self,
        pointer: &Value,
        bytes: &Value,
        name: &str,
        element: Option<Element>,
    ) -> Result<bool, Stop> {
        self.check_input_name(name)?;
        match self.size_of(bytes)? {
            None => Ok(false),
            Some(Size::Known(0)) => Ok(true),
            Some(Size::Known(bytes)) => {
                self.known_input(pointer, bytes, name, element)?;
                Ok(true)
            }
            Some(bytes) => self.sized_input(pointer, bytes, name),
        }
    }

    /// An input of a symbolic size.
    fn sized_input(&mut self, pointer: &Value, bytes: Size, name: &str) -> Result<bool, Stop> {
        let length = Length::new(self.pool, bytes);
        let locations = self.under(length.some, |machine| {
            machine.resolve_range(pointer, bytes, Access::Write)
        });
        let locations = locations.unwrap_or_else(|| Ok(MemoryLocations::new()))?;
        let [location] = locations[..] else {
            return Ok(locations.is_empty());
        };
        let most = self.longest(&locations, &length);
        let Offset::At(offset) = location.offset else {
            return Ok(false);
        };
        let to_the_end = self.tail(&location, &length).is_some();
        if location.guard != length.some || (most > MAX_CONDITIONAL_BYTES.get() && !to_the_end) {
            return Ok(false);
        }
        let piece = 1 << self.pool.trailing_zeros(length.bytes).min(4);
        let element = self.element(location.object, offset, piece);
        let element_bytes = element.bytes();
        self.afford(TERMS_PER_INPUT * (most / u64::from(element_bytes)))?;
        let mut elements = Vec::new();
        for start in (0..most / piece * piece).step_by(element_bytes as usize) {
            let part = self.element_input(name, start, most, element_bytes);
            if to_the_end {
                let (guard, offset) = (Term::TRUE, Offset::At(offset + start));
                let location = MemoryLocation {
                    guard,
                    offset,
                    ..location
                };
                self.write_location(&location, element_bytes as usize, &Value::Term(part))?;
            } else {
                let value = Value::Term(part);
                self.write_part(&locations, &length, start, element_bytes.into(), &value)?;
            }
            elements.push(part);
        }
        let content = InputContent::Object {
            element,
            elements: elements.into(),
            bytes: Some(length.bytes),
        };
        let name = name.into();
        self.state.inputs.push(InputRecord { name, content });
        Ok(true)
    }

    /// The symbol of an element of an input.
    fn element_input(&mut self, name: &str, start: u64, bytes: u64, element_bytes: u32) -> Term {
        let name = element_name(name, start, bytes, element_bytes);
        let number = self.state.inputs.len();
        self.pool
            .input(&name, Sort::Bits(8 * element_bytes), number)
    }

    fn known_input(
        &mut self,
        pointer: &Value,
        bytes: u64,
        name: &str,
        element: Option<Element>,
    ) -> Result<(), Stop> {
        let locations = self.resolve(pointer, bytes, Access::Write)?;
        let [location] = locations[..] else {
            return self.no_single_location(locations.is_empty());
        };
        let (Offset::At(offset), Term::TRUE) = (location.offset, location.guard) else {
            return self.no_single_location(false);
        };
        let given = element.filter(|it| bytes.is_multiple_of(it.bytes().into()));
        let element = given.unwrap_or_else(|| self.element(location.object, offset, bytes));
        let element_bytes = element.bytes();
        let base = Value::Ptr {
            object: location.object,
            offset,
        };
        if let Some(supply) = self.supply.as_deref_mut() {
            let Some(content) = supply.object(name, bytes as usize, element) else {
                return Err(Stop::End(End::OutOfInputs(name.to_string())));
            };
            self.note_input(location.object, name);
            self.note_place_of_input();
            return self.store_bytes(&base, &content);
        }
        self.afford(TERMS_PER_INPUT * (bytes / u64::from(element_bytes)))?;
        let mut elements = Vec::new();
        for start in (0..bytes).step_by(element_bytes as usize) {
            let part = self.element_input(name, start, bytes, element_bytes);
            let at = Offset::At(offset + start);
            let location = MemoryLocation {
                offset: at,
                ..location
            };
            self.write_location(&location, element_bytes as usize, &Value::Term(part))?;
            elements.push(part);
        }
        let content = InputContent::Object {
            element,
            elements: elements.into(),
            bytes: None,
        };
        self.state.inputs.push(InputRecord {
            name: name.into(),
            content,
        });
        Ok(())
    }

    fn no_single_location(&mut self, failed: bool) -> Result<(), Stop> {
        if failed {
            return Ok(());
        }
        let detail = "an input at a pointer that may mean several locations".to_string();
        Err(Stop::Unmodelled(
            crate::outcome::ReasonKind::UnmodelledOperation,
            detail,
        ))
    }

    /// The element type of an input: that of the object, if the range consists of whole elements.
    fn element(&self, object: ObjectId, offset: u64, bytes: u64) -> Element {
        let element = self.state.heap.get(object).element;
        let size = u64::from(element.bytes());
        match offset.is_multiple_of(size) && bytes.is_multiple_of(size) {
            true => element,
            false => Element::BYTE,
        }
    }

    /// Writes concrete bytes.
    ///
    /// # Errors
    /// When the access is not modelled.
    pub fn store_bytes(&mut self, pointer: &Value, bytes: &[u8]) -> Result<(), Stop> {
        for location in self.resolve(pointer, bytes.len() as u64, Access::Write)? {
            for (position, byte) in bytes.iter().enumerate() {
                let distance = self.pool.bits(64, position as u128);
                let offset = match location.offset {
                    Offset::At(at) => Offset::At(at + position as u64),
                    Offset::Term(term) => Offset::Term(self.pool.add(term, distance)),
                };
                let value = Value::bits(8, u128::from(*byte));
                self.write_location(&MemoryLocation { offset, ..location }, 1, &value)?;
            }
        }
        Ok(())
    }
}

/// `name` for an input of one element, else `name[k]`.
fn element_name(name: &str, start: u64, bytes: u64, element_bytes: u32) -> String {
    if bytes == u64::from(element_bytes) {
        name.to_string()
    } else {
        format!("{name}[{}]", start / u64::from(element_bytes))
    }
}
