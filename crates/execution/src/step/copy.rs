//! Copying and filling ranges of bytes.

use super::memory::bytes_of;
use super::range::MAX_CONDITIONAL_BYTES;
use super::resolve::{Access, MemoryLocation, Offset};
use crate::machine::{Machine, Stop};
use crate::memory::Size;
use crate::outcome::{End, ReasonKind};
use crate::value::{ObjectId, Value};

use sheaf_ir::{FailureKind, Operand};
use sheaf_term::Term;

/// The number of bytes that can be moved in about the time of an ordinary instruction.
pub(super) const BYTES_PER_INSTRUCTION: u64 = 16;

/// The number of terms for copying a byte from one array term to another: its offset, its value,
/// and the updated array.
const TERMS_PER_ARRAY_BYTE: u64 = 3;

impl Machine<'_> {
    pub(super) fn copy_op(
        &mut self,
        to: Operand,
        from: Operand,
        bytes: Operand,
        may_overlap: bool,
    ) -> Result<(), Stop> {
        let counts = self.counts(bytes)?;
        let (to, from) = (self.read(to), self.read(from));
        self.for_each_count(counts, |machine, count| match count {
            Size::Known(count) => machine.copy(&to, &from, count, may_overlap),
            count if machine.copy_symbolic(&to, &from, count, may_overlap)? => Ok(()),
            _ => Err(Stop::Concretize(bytes)),
        })
    }

    /// Copies this many bytes. Ranges that overlap without being equal are an obligation unless
    /// allowed.
    ///
    /// # Errors
    /// When an access is not modelled.
    pub fn copy(
        &mut self,
        to: &Value,
        from: &Value,
        bytes: u64,
        may_overlap: bool,
    ) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let sources = self.resolve(from, bytes, Access::Read)?;
        let targets = self.resolve(to, bytes, Access::Write)?;
        if sources.is_empty() || targets.is_empty() {
            return Ok(());
        }
        self.count_work(bytes)?;
        if let ([source], [target]) = (&sources[..], &targets[..])
            && let (Offset::At(source_at), Offset::At(target_at)) = (source.offset, target.offset)
            && self.pool.and(source.guard, target.guard) == Term::TRUE
        {
            let apart = source.object != target.object
                || source_at == target_at
                || source_at.abs_diff(target_at) >= bytes;
            if !apart && !may_overlap {
                self.obligation(
                    FailureKind::OutOfBounds,
                    Term::TRUE,
                    "copy between ranges that overlap",
                );
                return Ok(());
            }
            return self.copy_known(source, target, source_at, target_at, bytes);
        }
        self.copy_pieces(to, from, bytes, may_overlap)
    }

    /// Adds the cost of processing this many bytes.
    fn count_work(&mut self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.settings.max_range_bytes {
            let reason = self.reason(ReasonKind::MemoryLimit, format!("a range of {bytes} bytes"));
            return Err(Stop::End(End::Limit(reason)));
        }
        self.work += bytes / BYTES_PER_INSTRUCTION;
        Ok(())
    }

    /// Copies between known locations of two objects (or one).
    fn copy_known(
        &mut self,
        source: &MemoryLocation,
        target: &MemoryLocation,
        from: u64,
        to: u64,
        bytes: u64,
    ) -> Result<(), Stop> {
        self.ensure_same_copy(source.object, from, bytes)?;
        let shared = self.state.heap.share(source.object);
        let content = bytes_of(&shared)?;
        if content.is_array() || bytes_of(self.state.heap.get(target.object))?.is_array() {
            self.afford(TERMS_PER_ARRAY_BYTE * bytes)?;
        }
        let range = from as usize..(from + bytes) as usize;
        let (destination, mut scalars) = self.bytes_mut(target.object)?;
        destination.copy_from(&mut scalars, to as usize, content, range);
        Ok(())
    }

    /// Gives uninitialized bytes a value before they are copied, so that the copy has the same
    /// value.
    pub(super) fn ensure_same_copy(
        &mut self,
        source: ObjectId,
        from: u64,
        bytes: u64,
    ) -> Result<(), Stop> {
        let content = bytes_of(self.state.heap.get(source))?;
        let needs_value = content.needs_value_for_copy(from as usize, bytes as usize);
        // Where such memory must not be used, the values do not matter.
        if needs_value.is_none() && !self.settings.counts(FailureKind::Uninitialized) {
            let detail = "a large copy of uninitialized memory".to_string();
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        if needs_value == Some(true) {
            let before = self.pool.made_uninitialized().len();
            let (content, mut scalars) = self.bytes_mut(source)?;
            content.ensure_written(&mut scalars, from as usize, bytes as usize);
            self.note_read(before, source, Some((from, bytes)));
        }
        Ok(())
    }

    /// Copies in pieces of pointer size if that divides the number of bytes, else byte by byte.
    /// Everything is read before anything is written, so overlap is harmless; if it is not allowed,
    /// it is an obligation.
    fn copy_pieces(
        &mut self,
        to: &Value,
        from: &Value,
        bytes: u64,
        may_overlap: bool,
    ) -> Result<(), Stop> {
        if !may_overlap {
            let count = self.pool.bits(64, u128::from(bytes));
            let fails = self.overlap(to, from, count);
            self.obligation(
                FailureKind::OutOfBounds,
                fails,
                "copy between ranges that overlap",
            );
        }
        let pointer = self.width().bytes();
        let piece = if bytes.is_multiple_of(pointer) {
            pointer
        } else {
            1
        };
        let mut values = Vec::new();
        for start in (0..bytes).step_by(piece as usize) {
            self.afford(1)?;
            let at = self.offset_pointer(from, start)?;
            let mut members = Vec::new();
            for location in self.resolve(&at, piece, Access::Read)? {
                let value = self.read_location(&location, piece as usize)?;
                members.push((location.guard, value));
            }
            values.push((start, Value::union(self.pool, members)));
        }
        for (start, value) in values {
            self.afford(1)?;
            let at = self.offset_pointer(to, start)?;
            for location in self.resolve(&at, piece, Access::Write)? {
                if !matches!(value, Value::Uninitialized) {
                    self.write_location(&location, piece as usize, &value)?;
                }
            }
        }
        Ok(())
    }

    /// The condition that two ranges overlap without being equal.
    pub(super) fn overlap(&mut self, to: &Value, from: &Value, bytes: Term) -> Term {
        let (to, from) = (self.known_address(to), self.known_address(from));
        let (forward, backward) = (self.pool.sub(to, from), self.pool.sub(from, to));
        let (near, also_near) = (
            self.pool.ult(forward, bytes),
            self.pool.ult(backward, bytes),
        );
        let near = self.pool.or(near, also_near);
        let differ = self.pool.ne(to, from);
        self.pool.and(near, differ)
    }

    fn offset_pointer(&mut self, pointer: &Value, distance: u64) -> Result<Value, Stop> {
        let distance = self.pool.bits(64, u128::from(distance));
        self.lift(pointer, &mut |machine, pointer| {
            Ok(machine.advance(pointer, distance))
        })
    }

    pub(super) fn set_op(
        &mut self,
        to: Operand,
        byte: Operand,
        bytes: Operand,
    ) -> Result<(), Stop> {
        let counts = self.counts(bytes)?;
        let (to, byte) = (self.read(to), self.read(byte));
        self.for_each_count(counts, |machine, count| match count {
            Size::Known(count) => machine.fill(&to, &byte, count),
            count if machine.fill_symbolic(&to, &byte, count)? => Ok(()),
            _ => Err(Stop::Concretize(bytes)),
        })
    }

    /// Fills this many bytes with a `Bits(8)` value.
    ///
    /// # Errors
    /// When an access is not modelled.
    pub fn fill(&mut self, to: &Value, byte: &Value, bytes: u64) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let locations = self.resolve(to, bytes, Access::Write)?;
        if !locations.is_empty() {
            self.count_work(bytes)?;
        }
        for location in locations {
            match (location.offset, byte.as_u64(), location.guard) {
                (Offset::At(offset), Some(byte), Term::TRUE) => {
                    let (offset, bytes) = (offset as usize, bytes as usize);
                    let (content, mut scalars) = self.bytes_mut(location.object)?;
                    content.fill(&mut scalars, offset, bytes, byte as u8);
                }
                _ => {
                    for position in 0..bytes {
                        self.afford(1)?;
                        let offset = self.moved(location.offset, position);
                        self.write_location(&MemoryLocation { offset, ..location }, 1, byte)?;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn moved(&mut self, offset: Offset, distance: u64) -> Offset {
        match offset {
            Offset::At(at) => Offset::At(at + distance),
            Offset::Term(term) => {
                let distance = self.pool.bits(64, u128::from(distance));
                let moved = self.pool.add(term, distance);
                match self.pool.as_bits(moved) {
                    Some(at) => Offset::At(at as u64),
                    None => Offset::Term(moved),
                }
            }
        }
    }

    /// A number of bytes, or several with conditions: known numbers that are not too large for
    /// conditional writes.
    fn counts(&mut self, bytes: Operand) -> Result<Vec<(Term, Size)>, Stop> {
        let value = self.read(bytes);
        self.require_defined(&value, "a number of bytes depends on uninitialized memory");
        if !matches!(value, Value::Union(_)) {
            let count = self.size_of(&value)?.ok_or(Stop::Concretize(bytes))?;
            return Ok(vec![(Term::TRUE, count)]);
        }
        let known = |(guard, member): (Term, &Value)| Some((guard, member.as_u64()?));
        let counts: Option<Vec<_>> = value.members().map(known).collect();
        let counts = counts.ok_or(Stop::Split(bytes))?;
        let together = counts
            .iter()
            .fold(0u64, |sum, (_, count)| sum.saturating_add(*count));
        if together > MAX_CONDITIONAL_BYTES.get() {
            return Err(Stop::Split(bytes));
        }
        let counts = counts.into_iter();
        Ok(counts
            .map(|(guard, count)| (guard, Size::Known(count)))
            .collect())
    }

    /// Runs `body` for each number of bytes, under its condition.
    fn for_each_count(
        &mut self,
        counts: Vec<(Term, Size)>,
        mut body: impl FnMut(&mut Self, Size) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for (guard, count) in counts {
            self.under(guard, |machine| body(machine, count))
                .unwrap_or(Ok(()))?;
        }
        Ok(())
    }
}
