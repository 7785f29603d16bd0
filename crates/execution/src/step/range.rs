//! Copies and fills of a symbolic number of bytes.
//!
//! Each byte is written under the condition that the range contains it. If the range ends with its
//! object, the condition is not needed: bytes past the end can never be read.

use super::memory::bytes_of;
use super::resolve::{Access, MemoryLocation, MemoryLocations, Offset};
use crate::machine::{Machine, Stop};
use crate::memory::{Size, Width};
use crate::value::Value;
use sheaf_ir::FailureKind;
use sheaf_term::{Pool, Term};

sheaf_tuning::constants! {
    /// The maximum number of bytes written under conditions; the length of a longer range must be
    /// concrete.
    pub(super) MAX_CONDITIONAL_BYTES: u64 = 4096, 1 => 1 << 16, "bytes";
}

/// A range whose length is a term.
pub(super) struct Length {
    /// The term.
    pub(super) bytes: Term,
    /// Its maximum.
    most: u64,
    /// The condition that it is not zero.
    pub(super) some: Term,
}

impl Length {
    pub(super) fn new(pool: &mut Pool, size: Size) -> Length {
        let (bytes, zero) = (size.term(pool), pool.bits(64, 0));
        Length {
            bytes,
            most: size.room(),
            some: pool.ne(bytes, zero),
        }
    }

    /// The size of the largest scalars, up to pointer size, that divides the length.
    pub(super) fn piece(&self, pool: &Pool, width: Width) -> u64 {
        (1 << pool.trailing_zeros(self.bytes).min(3)).min(width.bytes())
    }
}

impl Machine<'_> {
    /// Copies a symbolic number of bytes. Returns `false` if the number must be concrete.
    pub(super) fn copy_symbolic(
        &mut self,
        to: &Value,
        from: &Value,
        count: Size,
        may_overlap: bool,
    ) -> Result<bool, Stop> {
        let length = Length::new(self.pool, count);
        let resolved = self.under(length.some, |machine| {
            let sources = machine.resolve_range(from, count, Access::Read)?;
            Ok((sources, machine.resolve_range(to, count, Access::Write)?))
        });
        let Some(resolved) = resolved else {
            return Ok(true);
        };
        let (sources, targets) = resolved?;
        if sources.is_empty() || targets.is_empty() {
            return Ok(true);
        }
        let meet =
            |source: &MemoryLocation| targets.iter().any(|target| target.object == source.object);
        if !may_overlap && sources.iter().any(meet) {
            let fails = self.overlap(to, from, length.bytes);
            self.obligation(
                FailureKind::OutOfBounds,
                fails,
                "copy between ranges that overlap",
            );
        }
        if let ([source], [target]) = (&sources[..], &targets[..])
            && source.guard == length.some
            && self.copy_to_the_end(source, target, &length)?
        {
            return Ok(true);
        }
        let most = self.most_touched(&sources, &targets, &length)?;
        if most > MAX_CONDITIONAL_BYTES.get() {
            return Ok(false);
        }
        let piece = length.piece(self.pool, self.width());
        let mut values = Vec::new();
        for start in (0..most / piece * piece).step_by(piece as usize) {
            self.afford(1)?;
            let mut members = Vec::new();
            for source in &sources {
                if let Some(location) = self.part(source, start, piece) {
                    let value = self.read_location(&location, piece as usize)?;
                    members.push((location.guard, value));
                }
            }
            values.push((start, Value::union(self.pool, members)));
        }
        for (start, value) in values {
            self.write_part(&targets, &length, start, piece, &value)?;
        }
        Ok(true)
    }

    /// Fills a symbolic number of bytes with a `Bits(8)` value. Returns `false` if the number must
    /// be concrete.
    pub(super) fn fill_symbolic(
        &mut self,
        to: &Value,
        byte: &Value,
        count: Size,
    ) -> Result<bool, Stop> {
        let length = Length::new(self.pool, count);
        let resolved = self.under(length.some, |machine| {
            machine.resolve_range(to, count, Access::Write)
        });
        let Some(targets) = resolved else {
            return Ok(true);
        };
        let targets = targets?;
        if let ([target], Some(byte)) = (&targets[..], byte.as_u64())
            && self.fill_to_the_end(target, &length, byte as u8)?
        {
            return Ok(true);
        }
        let most = self.longest(&targets, &length);
        if most > MAX_CONDITIONAL_BYTES.get() {
            return Ok(false);
        }
        let (piece, value) = match byte.as_u64() {
            Some(byte) => {
                let piece = length.piece(self.pool, self.width());
                let repeated = byte.wrapping_mul(0x0101_0101_0101_0101);
                (piece, Value::bits(8 * piece as u32, u128::from(repeated)))
            }
            None => (1, byte.clone()),
        };
        for start in (0..most / piece * piece).step_by(piece as usize) {
            self.write_part(&targets, &length, start, piece, &value)?;
        }
        Ok(true)
    }

    /// Copies a range that always ends with its target, between two objects. Returns whether it is
    /// such a range.
    fn copy_to_the_end(
        &mut self,
        source: &MemoryLocation,
        target: &MemoryLocation,
        length: &Length,
    ) -> Result<bool, Stop> {
        let (Some(to), Offset::At(from)) = (self.tail(target, length), source.offset) else {
            return Ok(false);
        };
        if source.object == target.object {
            return Ok(false);
        }
        let size = self.state.heap.get(source.object).size.room();
        self.ensure_same_copy(source.object, from, size.saturating_sub(from))?;
        let shared = self.state.heap.share(source.object);
        let source = bytes_of(&shared)?;
        let (content, mut scalars) = self.bytes_mut(target.object)?;
        Ok(content.copy_tail(&mut scalars, to as usize, source, from as usize))
    }

    /// Fills a range that always ends with its object. Returns whether it is such a range.
    fn fill_to_the_end(
        &mut self,
        target: &MemoryLocation,
        length: &Length,
        byte: u8,
    ) -> Result<bool, Stop> {
        let Some(to) = self.tail(target, length) else {
            return Ok(false);
        };
        let (content, mut scalars) = self.bytes_mut(target.object)?;
        Ok(content.fill_tail(&mut scalars, to as usize, byte))
    }

    /// The offset of a location if a range of this length is the rest of its object.
    pub(super) fn tail(&mut self, location: &MemoryLocation, length: &Length) -> Option<u64> {
        let Offset::At(offset) = location.offset else {
            return None;
        };
        let size = self.state.heap.get(location.object).size.term(self.pool);
        let start = self.pool.bits(64, u128::from(offset));
        let rest = self.pool.sub(size, start);
        (rest == length.bytes && location.guard == length.some).then_some(offset)
    }

    /// The maximum size of a range at one of several locations.
    pub(super) fn longest(&self, locations: &MemoryLocations, length: &Length) -> u64 {
        let left = locations.iter().map(|location| {
            let room = self.state.heap.get(location.object).size.room();
            match location.offset {
                Offset::At(offset) => room.saturating_sub(offset),
                Offset::Term(_) => room,
            }
        });
        left.max().unwrap_or(0).min(length.most)
    }

    /// The maximum number of bytes that a copy has to move: uninitialized bytes at the end of both
    /// ranges need not be copied.
    fn most_touched(
        &self,
        sources: &MemoryLocations,
        targets: &MemoryLocations,
        length: &Length,
    ) -> Result<u64, Stop> {
        let most = self
            .longest(sources, length)
            .min(self.longest(targets, length));
        let mut touched = 0;
        for location in sources.iter().chain(targets) {
            let content = bytes_of(self.state.heap.get(location.object))?;
            match location.offset {
                Offset::At(offset) if content.has_uninitialized_rest() => {
                    touched = touched.max((content.kept() as u64).saturating_sub(offset));
                }
                _ => return Ok(most),
            }
        }
        Ok(most.min(touched.next_multiple_of(8)))
    }

    /// The location of a part of a range, if it is inside of the object.
    fn part(
        &mut self,
        location: &MemoryLocation,
        start: u64,
        bytes: u64,
    ) -> Option<MemoryLocation> {
        let room = self.state.heap.get(location.object).size.room();
        let offset = self.moved(location.offset, start);
        let inside = match offset {
            Offset::At(at) => at.checked_add(bytes).is_some_and(|end| end <= room),
            Offset::Term(_) => bytes <= room,
        };
        inside.then_some(MemoryLocation {
            offset,
            ..*location
        })
    }

    /// Writes a part of a range where the range contains it.
    pub(super) fn write_part(
        &mut self,
        targets: &MemoryLocations,
        length: &Length,
        start: u64,
        bytes: u64,
        value: &Value,
    ) -> Result<(), Stop> {
        if matches!(value, Value::Uninitialized) {
            return Ok(());
        }
        self.afford(1)?;
        let position = self.pool.bits(64, u128::from(start));
        let reached = self.pool.ult(position, length.bytes);
        for target in targets {
            let Some(location) = self.part(target, start, bytes) else {
                continue;
            };
            let old = self.read_location(&location, bytes as usize)?;
            let new = Value::choice(self.pool, reached, value, &old);
            let guard = if location.guard == length.some {
                // If no byte is in the range, no location is accessed.
                Term::TRUE
            } else {
                location.guard
            };
            self.write_location(&MemoryLocation { guard, ..location }, bytes as usize, &new)?;
        }
        Ok(())
    }
}
