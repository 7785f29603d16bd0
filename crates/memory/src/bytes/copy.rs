//! Copies between objects, including uninitialized bytes and whole values.

use super::Bytes;
use crate::Scalars;
use std::ops::Range;

impl Bytes {
    /// Copies a range from another object (or from a copy of this one).
    pub fn copy_from(
        &mut self,
        scalars: &mut Scalars,
        offset: usize,
        source: &Bytes,
        range: Range<usize>,
    ) {
        if range.is_empty() || self.copy_array(scalars, offset, source, range.clone()) {
            return;
        }
        let kept = range.start..range.end.min(source.kept()).max(range.start);
        let (middle, end) = (offset + kept.len(), offset + range.len());
        if middle < end && end == self.len {
            if !self.copy_plain_tail(scalars, offset, source, range.start) {
                self.copy_bytes(scalars, offset, source, range);
            }
            return;
        }
        self.settle(scalars, end);
        if self.array.is_some() {
            return self.copy_bytes(scalars, offset, source, range);
        }
        self.clear(scalars, middle..end);
        match source.rest {
            Some(byte) => self.data[middle..end].fill(byte),
            None => {
                self.forget_origin(scalars);
                self.uninitialized.insert(middle..end);
            }
        }
        self.copy_kept(scalars, offset, source, kept);
    }

    /// Copies the bytes from an offset to the end from another object (or from a copy of this one),
    /// as far as it has bytes. Returns whether it could: array terms only at equal offsets.
    pub fn copy_tail(
        &mut self,
        scalars: &mut Scalars,
        offset: usize,
        source: &Bytes,
        from: usize,
    ) -> bool {
        let plain = self.array.is_none() && source.array.is_none();
        plain && self.copy_plain_tail(scalars, offset, source, from)
            || offset == 0 && from == 0 && self.copy_array(scalars, 0, source, 0..self.len)
    }

    /// [`Bytes::copy_tail`] without array terms. Returns whether it could: this must not become
    /// one.
    fn copy_plain_tail(
        &mut self,
        scalars: &mut Scalars,
        offset: usize,
        source: &Bytes,
        from: usize,
    ) -> bool {
        let kept = source.kept().saturating_sub(from).min(self.len - offset);
        self.settle(scalars, offset + kept);
        if self.array.is_some() {
            return false;
        }
        self.cut(scalars, offset + kept, source.rest);
        self.copy_kept(scalars, offset, source, from..from + kept);
        true
    }

    /// Copies if one of both is an array term; returns whether it did.
    fn copy_array(
        &mut self,
        scalars: &mut Scalars,
        offset: usize,
        source: &Bytes,
        range: Range<usize>,
    ) -> bool {
        if self.array.is_none() && source.array.is_none() {
            return false;
        }
        if offset == 0 && range == (0..self.len) {
            let array = source.clone().make_array(scalars);
            self.become_array(array);
        } else {
            self.copy_bytes(scalars, offset, source, range);
        }
        true
    }

    /// Copies byte by byte.
    fn copy_bytes(
        &mut self,
        scalars: &mut Scalars,
        offset: usize,
        source: &Bytes,
        range: Range<usize>,
    ) {
        for (to, at) in (offset..).zip(range) {
            if source.is_uninitialized(at) {
                self.write_indeterminate(scalars, to, 1);
            } else {
                let value = source.read(scalars, at, 1);
                self.write(scalars, to, 1, value);
            }
        }
    }

    /// Copies bytes that source and target keep individually.
    fn copy_kept(
        &mut self,
        scalars: &mut Scalars,
        offset: usize,
        source: &Bytes,
        range: Range<usize>,
    ) {
        if range.is_empty() {
            return;
        }
        let target = |at: usize| at - range.start + offset;
        self.clear(scalars, offset..target(range.end));
        self.data[offset..target(range.end)].copy_from_slice(&source.data[range.clone()]);
        for (start, entry) in source.overlay.over_some(range.clone()) {
            let end = start + entry.bytes as usize;
            if range.start <= start && end <= range.end {
                self.overlay.insert(target(start), entry.clone());
            } else {
                let part = start.max(range.start)..end.min(range.end);
                self.copy_bytes(scalars, target(part.start), source, part);
            }
        }
        if !source.uninitialized.is_empty() {
            for at in range
                .clone()
                .filter(|at| source.uninitialized.contains(*at))
            {
                // Inputs for this object's own initial content stay symbols.
                self.forget_origin(scalars);
                self.uninitialized.insert(target(at)..target(at) + 1);
            }
        }
    }
}
