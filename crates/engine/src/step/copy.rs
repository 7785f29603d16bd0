//! Copying and filling ranges of bytes.

use super::memory::not_bytes;
use super::resolve::{Access, Offset, Place};
use crate::machine::{Machine, Stop, address_of};
use crate::memory::Content;
use crate::value::Value;
use sheaf_ir::{FailureKind, Operand};
use sheaf_term::{Pool, Term};

/// Bytes that can be moved in about the time of an ordinary instruction.
pub(super) const BYTES_AN_INSTRUCTION: u64 = 16;

impl Machine<'_> {
    pub(super) fn copy_op(
        &mut self,
        to: Operand,
        from: Operand,
        bytes: Operand,
        may_overlap: bool,
    ) -> Result<(), Stop> {
        let count = self.count(bytes)?;
        let (to, from) = (self.read(to), self.read(from));
        self.copy(&to, &from, count, may_overlap)
    }

    /// Copies this many bytes. Ranges that overlap without being equal are an obligation unless they may.
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
        self.work += bytes / BYTES_AN_INSTRUCTION;
        let sources = self.resolve(from, bytes, Access::Read)?;
        let targets = self.resolve(to, bytes, Access::Write)?;
        if sources.is_empty() || targets.is_empty() {
            return Ok(());
        }
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

    /// Copies between known places of two objects (or one).
    fn copy_known(
        &mut self,
        source: &Place,
        target: &Place,
        from: u64,
        to: u64,
        bytes: u64,
    ) -> Result<(), Stop> {
        let shared = self.state.heap.share(source.object);
        let Content::Bytes(content) = &shared.content else {
            return Err(not_bytes());
        };
        let (object, layout) = self.state.heap.get_mut_and_layout(target.object);
        let address_of = |pool: &mut Pool, value: &Value| address_of(pool, layout, value);
        let Content::Bytes(destination) = &mut object.content else {
            return Err(not_bytes());
        };
        destination.copy_from(
            self.pool,
            &address_of,
            to as usize,
            content,
            from as usize,
            bytes as usize,
        );
        Ok(())
    }

    /// Copies in pieces of a pointer's size where that divides the number of bytes, else byte by byte. All is read before any is written, so overlap
    /// does no harm; where it is not allowed, it is an obligation.
    fn copy_pieces(
        &mut self,
        to: &Value,
        from: &Value,
        bytes: u64,
        may_overlap: bool,
    ) -> Result<(), Stop> {
        if !may_overlap {
            let fails = self.overlap(to, from, bytes);
            self.obligation(
                FailureKind::OutOfBounds,
                fails,
                "copy between ranges that overlap",
            );
        }
        let piece = if bytes.is_multiple_of(8) { 8 } else { 1 };
        let mut values = Vec::new();
        for start in (0..bytes).step_by(piece as usize) {
            let at = self.offset_pointer(from, start)?;
            let mut members = Vec::new();
            for place in self.resolve(&at, piece, Access::Read)? {
                let value = self.read_place(&place, piece as usize)?;
                members.push((place.guard, value));
            }
            values.push((start, Value::union(self.pool, members)));
        }
        for (start, value) in values {
            let at = self.offset_pointer(to, start)?;
            for place in self.resolve(&at, piece, Access::Write)? {
                if !matches!(value, Value::Undef) {
                    self.write_place(&place, piece as usize, &value)?;
                }
            }
        }
        Ok(())
    }

    /// When two ranges overlap without being equal.
    fn overlap(&mut self, to: &Value, from: &Value, bytes: u64) -> Term {
        let (to, from) = (self.address_term(to), self.address_term(from));
        let bytes = self.pool.bits(64, u128::from(bytes));
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
        let count = self.count(bytes)?;
        let (to, byte) = (self.read(to), self.read(byte));
        self.fill(&to, &byte, count)
    }

    /// Fills this many bytes with a `Bits(8)` value.
    ///
    /// # Errors
    /// When an access is not modelled.
    pub fn fill(&mut self, to: &Value, byte: &Value, bytes: u64) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        self.work += bytes / BYTES_AN_INSTRUCTION;
        for place in self.resolve(to, bytes, Access::Write)? {
            match (place.offset, byte.as_u64(), place.guard) {
                (Offset::At(offset), Some(byte), Term::TRUE) => {
                    let (object, layout) = self.state.heap.get_mut_and_layout(place.object);
                    let address_of =
                        |pool: &mut Pool, value: &Value| address_of(pool, layout, value);
                    let Content::Bytes(content) = &mut object.content else {
                        return Err(not_bytes());
                    };
                    let slice = vec![byte as u8; bytes as usize];
                    content.write_slice(self.pool, &address_of, offset as usize, &slice);
                }
                _ => {
                    for position in 0..bytes {
                        let offset = self.moved(place.offset, position);
                        self.write_place(&Place { offset, ..place }, 1, byte)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn moved(&mut self, offset: Offset, distance: u64) -> Offset {
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

    /// A number of bytes, which must be concrete.
    fn count(&mut self, bytes: Operand) -> Result<u64, Stop> {
        let value = self.read(bytes);
        self.require_defined(&value, "a number of bytes depends on uninitialized memory");
        value.as_u64().ok_or(Stop::Concretize(bytes))
    }
}
