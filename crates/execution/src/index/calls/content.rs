//! What a function on strings reads of its arguments, in the memory of a path.

use super::{Function, MAX_LENGTH, Parameter};
use crate::index::Index;
use crate::index::table::leaves;
use crate::machine::Machine;
use crate::memory::{self, Life, Scalars, Size};
use crate::options::TextParameter;
use crate::value::{ObjectId, Value};
use sheaf_ir::FloatKind;
use sheaf_term::{Pool, Term};

sheaf_tuning::constants! {
    /// The longest concrete string, in bytes, and the largest range, that is looked up in a table.
    MAX_BYTES: u64 = 1 << 12, 1 => 1 << 16, "bytes";
}

/// What is read of an argument.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Content {
    /// The bytes that it points to.
    Bytes {
        /// At each place where it may point to.
        at: Vec<BytesAt>,
        /// How many are read; `None` for a string.
        count: Option<usize>,
    },
    /// The number or null pointer itself.
    Plain(Value),
    /// A symbolic number, a float of this kind or an integer.
    Number(Term, Option<FloatKind>),
}

/// Bytes at a place.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct BytesAt {
    /// The condition that they are meant. The conditions for an argument are disjoint.
    pub guard: Term,
    pub object: ObjectId,
    pub offset: u64,
    /// As many as are read. Of a string, those up to a null character, to the end of the object, or
    /// to the length of the longest member.
    pub bytes: Vec<Term>,
    /// Whether nothing behind them is read, unless it fails: they are as many as are asked for, or
    /// end with a null character or the object.
    pub is_whole: bool,
}

impl Content {
    /// Whether it is all that a function may read of the argument without failing.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Content::Plain(_) | Content::Number(..) => true,
            Content::Bytes { at, .. } => at.iter().all(|it| it.is_whole),
        }
    }
}

/// The number of symbolic arguments.
pub(super) fn count_symbolic(pool: &Pool, contents: &[Content]) -> usize {
    let is_symbolic = |content: &&Content| match content {
        Content::Plain(_) => false,
        Content::Number(..) => true,
        Content::Bytes { at, .. } => {
            let is_symbolic = |it: &BytesAt| it.bytes.iter().any(|byte| !pool.is_const(*byte));
            at.len() > 1 || at.iter().any(is_symbolic)
        }
    };
    contents.iter().filter(is_symbolic).count()
}

impl Machine<'_> {
    /// The contents of a function's arguments; `None` if some of them cannot be read, or are not
    /// what a table can have.
    pub(super) fn contents(
        &mut self,
        index: &Index,
        function: &Function,
        args: &[Value],
    ) -> Option<Vec<Content>> {
        if args.len() != function.parameters.len() {
            return None;
        }
        let last = args.last().and_then(Value::as_u64);
        let pairs = function.parameters.iter().zip(args);
        pairs
            .map(|(parameter, arg)| match parameter {
                Parameter::Number(kind) => self.number(index, arg, *kind),
                Parameter::OfLibrary(parameter) => self.content(*parameter, arg, last),
            })
            .collect()
    }

    /// A number that is concrete, or of a kind that has members.
    fn number(&self, index: &Index, arg: &Value, kind: Option<FloatKind>) -> Option<Content> {
        match arg {
            Value::Bits { .. } | Value::Wide(_) => Some(Content::Plain(arg.clone())),
            Value::Term(term) => {
                let has_members = match kind {
                    Some(kind) => !index.members(kind).is_empty(),
                    None => !index.integers().is_empty(),
                };
                let is_value = !self.pool.has_indeterminate(*term);
                (has_members && is_value).then_some(Content::Number(*term, kind))
            }
            _ => None,
        }
    }

    /// What the library's functions read of an argument; `last` is their last one.
    fn content(
        &mut self,
        parameter: TextParameter,
        arg: &Value,
        last: Option<u64>,
    ) -> Option<Content> {
        match parameter {
            TextParameter::Number => {
                matches!(arg, Value::Bits { .. }).then(|| Content::Plain(arg.clone()))
            }
            TextParameter::Null => (*arg == Value::NULL).then_some(Content::Plain(Value::NULL)),
            TextParameter::Text => self.bytes_of(arg, None),
            TextParameter::Bytes => {
                let count = last.filter(|count| (1..=MAX_BYTES.get()).contains(count))?;
                self.bytes_of(arg, Some(count as usize))
            }
        }
    }

    fn bytes_of(&mut self, pointer: &Value, count: Option<usize>) -> Option<Content> {
        let mut at = Vec::new();
        for (guard, object, offset) in self.places(pointer)? {
            let (bytes, is_whole) = self.bytes_at((object, offset), count)?;
            self.note_access(object, Some((offset, bytes.len() as u64)));
            at.push(BytesAt {
                guard,
                object,
                offset,
                bytes,
                is_whole,
            });
        }
        Some(Content::Bytes { at, count })
    }

    /// Where a pointer may point to, with the conditions.
    fn places(&mut self, pointer: &Value) -> Option<Vec<(Term, ObjectId, u64)>> {
        let mut places = Vec::new();
        for (guard, member) in pointer.members() {
            match *member {
                Value::Ptr { object, offset } if object != ObjectId::NONE => {
                    places.push((guard, object, offset));
                }
                Value::SymPtr { object, offset } if object != ObjectId::NONE => {
                    for leaf in leaves(self.pool, offset)? {
                        let at = self.pool.as_bits(leaf)? as u64;
                        let here = self.pool.eq(offset, leaf);
                        places.push((self.pool.guard_and(guard, here), object, at));
                    }
                }
                _ => return None,
            }
        }
        places.retain(|(guard, ..)| *guard != Term::FALSE);
        Some(places)
    }

    /// The bytes at a place, and whether they are whole.
    fn bytes_at(
        &mut self,
        (object, offset): (ObjectId, u64),
        count: Option<usize>,
    ) -> Option<(Vec<Term>, bool)> {
        let heap = &self.state.heap;
        let found = heap.get(object);
        let (Size::Known(size), Life::Alive, memory::Content::Bytes(content)) =
            (found.size, &found.life, &found.content)
        else {
            return None;
        };
        if !found.unexplored.is_empty() || offset >= size {
            return None;
        }
        let (start, end) = (offset as usize, size as usize);
        let end = end.min(start.saturating_add(count.unwrap_or(MAX_BYTES.get() as usize)));
        let (pool, layout) = (&mut *self.pool, heap.layout());
        let mut scalars = Scalars::new(pool, layout);
        let mut bytes = Vec::new();
        let mut is_concrete = true;
        for at in start..end {
            if content.has_uninitialized(at, 1) {
                break;
            }
            let Some(byte) = content.read(&mut scalars, at, 1).fold(scalars.pool) else {
                break;
            };
            if scalars.pool.has_indeterminate(byte) || scalars.pool.has_chosen(byte) {
                break;
            }
            bytes.push(byte);
            let value = scalars.pool.as_bits(byte);
            is_concrete &= value.is_some();
            let is_enough = value == Some(0) || !is_concrete && bytes.len() > MAX_LENGTH;
            if count.is_none() && is_enough {
                break;
            }
        }
        let is_enough = count.is_none_or(|count| bytes.len() == count);
        let last = bytes.last().and_then(|byte| scalars.pool.as_bits(*byte));
        let is_whole = count.is_some() || last == Some(0) || start + bytes.len() == size as usize;
        (is_enough && !bytes.is_empty()).then_some((bytes, is_whole))
    }
}
