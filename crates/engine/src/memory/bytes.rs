//! The content of a byte object: concrete bytes, and over them whole values that are symbolic or pointers.
//!
//! Invariants: overlay entries do not overlap and lie inside the object; a byte under an entry counts as initialised; with an array
//! term, the term holds everything and the other parts are empty.
//!
//! Large objects keep their bytes one by one only as far as they were touched, so that size alone costs nothing.

use super::array;
use crate::value::{Value, mask};
use sheaf_term::{Pool, Sort, SymbolKind, Term};
use std::collections::BTreeMap;
use std::ops::Range;

/// An object of more bytes keeps them only as far as they are touched.
const EAGER_BYTES: usize = 1 << 16;

/// Most bytes that were never touched which an access makes an object keep one by one; one that is farther away makes it an array term.
const MAX_JUMP: usize = 1 << 26;

/// Most bytes that are kept one by one.
const MAX_KEPT: usize = 1 << 31;

/// A value stored whole; pointers and functions take the size of a pointer.
#[derive(Clone, Debug)]
struct Entry {
    bytes: u32,
    value: Value,
}

impl Entry {
    /// Some of its bytes.
    fn part(&self, pool: &mut Pool, address_of: AddressOf, from: usize, bytes: usize) -> Value {
        let whole = self.bytes as usize;
        let mut part = |pool: &mut Pool, value: &Value| {
            let term = scalar_term(pool, address_of, value, whole);
            let part = pool.extract(term, (from + bytes) as u32 * 8 - 1, from as u32 * 8);
            Value::from_term(pool, part)
        };
        if pool.has_diagrams() {
            self.value.map(pool, &mut part)
        } else {
            part(pool, &self.value)
        }
    }
}

/// Content of a byte object.
#[derive(Clone, Debug)]
pub struct Bytes {
    len: usize,
    /// The first bytes, as far as they are kept one by one.
    data: Vec<u8>,
    /// What the bytes behind them all are; `None` if they were never written.
    rest: Option<u8>,
    /// Bit set of kept bytes never written; empty if all were.
    unwritten: Vec<u64>,
    /// Number of bits set in it.
    unwritten_count: usize,
    overlay: BTreeMap<u32, Entry>,
    /// The whole content as an array term from 64-bit offsets to bytes, once a write at a symbolic offset made it so.
    array: Option<Term>,
}

/// How a value's bytes look as scalars: pointers become addresses.
pub type AddressOf<'a> = &'a dyn Fn(&mut Pool, &Value) -> Term;

impl Bytes {
    /// Bytes that are all zero.
    pub fn zeroed(size: usize) -> Self {
        Self::uniform(size, Some(0))
    }

    /// Bytes that were never written.
    pub fn unwritten(size: usize) -> Self {
        Self::uniform(size, None)
    }

    fn uniform(size: usize, byte: Option<u8>) -> Self {
        let mut bytes = Self::untouched(size, byte);
        if size <= EAGER_BYTES {
            bytes.reach(size);
        }
        bytes
    }

    /// Bytes that are all this one, or were never written, none of them kept.
    pub(super) fn untouched(size: usize, byte: Option<u8>) -> Self {
        Bytes {
            len: size,
            rest: byte,
            ..Self::concrete(Vec::new())
        }
    }

    /// These bytes.
    pub fn concrete(data: Vec<u8>) -> Self {
        Bytes {
            len: data.len(),
            data,
            rest: None,
            unwritten: Vec::new(),
            unwritten_count: 0,
            overlay: BTreeMap::new(),
            array: None,
        }
    }

    /// Size in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the size is zero.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many bytes from the start are kept one by one; those behind are all the same.
    pub fn kept(&self) -> usize {
        self.data.len()
    }

    /// Whether all bytes behind those kept are equal in both.
    pub(super) fn same_rest(&self, other: &Bytes) -> bool {
        self.rest == other.rest
    }

    /// Whether the bytes behind those kept were never written.
    pub fn has_unwritten_rest(&self) -> bool {
        self.array.is_none() && self.rest.is_none()
    }

    /// Keeps at least the bytes before `end` one by one.
    fn reach(&mut self, end: usize) {
        self.keep(end.next_power_of_two().min(self.len));
    }

    /// Keeps the bytes before `end` one by one, and no others if these are no fewer than before.
    pub(super) fn keep(&mut self, end: usize) {
        let first = self.data.len();
        if end <= first {
            return;
        }
        self.data.resize(end, self.rest.unwrap_or(0));
        if !self.unwritten.is_empty() || self.rest.is_none() {
            self.unwritten.resize(end.div_ceil(64), 0);
        }
        if self.rest.is_none() {
            self.mark_unwritten(first, end - first);
        }
    }

    /// Keeps the bytes before `end` one by one, or turns the content into an array term if that would be too many more.
    pub(super) fn settle(&mut self, pool: &mut Pool, address_of: AddressOf, end: usize) {
        let kept = self.data.len();
        if self.array.is_some() || end <= kept {
            return;
        }
        if end - kept > MAX_JUMP || end > MAX_KEPT {
            self.make_array(pool, address_of);
        } else {
            self.reach(end);
        }
    }

    /// Makes all bytes from an offset on the same: this one, or never written. The content must not be an array term, and be kept up to there.
    fn cut(&mut self, pool: &mut Pool, address_of: AddressOf, offset: usize, byte: Option<u8>) {
        self.clear(pool, address_of, offset, self.data.len() - offset);
        self.data.truncate(offset);
        self.unwritten.truncate(offset.div_ceil(64));
        self.rest = byte;
    }

    /// The bytes, if all in the range are concrete and written. The range lies inside.
    #[inline]
    pub fn concrete_range(&self, offset: usize, bytes: usize) -> Option<&[u8]> {
        if self.overlay.is_empty() && self.unwritten.is_empty() && self.array.is_none() {
            return self.data.get(offset..offset + bytes);
        }
        self.concrete_range_slow(offset, bytes)
    }

    fn concrete_range_slow(&self, offset: usize, bytes: usize) -> Option<&[u8]> {
        let slice = self.data.get(offset..offset + bytes)?;
        let plain = !self.has_entry(offset, bytes)
            && !(offset..offset + bytes).any(|at| self.is_unwritten(at));
        plain.then_some(slice)
    }

    /// Overwrites bytes in place if nothing but concrete bytes is there.
    #[inline]
    pub fn write_concrete_fast(&mut self, offset: usize, bytes: usize, value: u64) -> bool {
        if !self.overlay.is_empty() || !self.unwritten.is_empty() || self.array.is_some() {
            return false;
        }
        let Some(target) = self.data.get_mut(offset..offset + bytes) else {
            return false;
        };
        target.copy_from_slice(&value.to_le_bytes()[..bytes]);
        true
    }

    fn is_unwritten(&self, at: usize) -> bool {
        if at >= self.data.len() {
            return self.has_unwritten_rest();
        }
        self.unwritten
            .get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    fn mark_written(&mut self, offset: usize, bytes: usize) {
        if self.unwritten.is_empty() {
            return;
        }
        let end = offset + bytes;
        let mut at = offset;
        while at < end {
            let (word, low) = (at / 64, at % 64);
            let count = (64 - low).min(end - at);
            let bits = mask(count as u32) << low;
            self.unwritten_count -= (self.unwritten[word] & bits).count_ones() as usize;
            self.unwritten[word] &= !bits;
            at += count;
        }
        if self.unwritten_count == 0 {
            self.unwritten = Vec::new();
        }
    }

    fn has_entry(&self, offset: usize, bytes: usize) -> bool {
        self.entry_before(offset).is_some()
            || self
                .overlay
                .range(offset as u32..(offset + bytes) as u32)
                .next()
                .is_some()
    }

    /// The entry that starts before `offset` and reaches beyond it.
    fn entry_before(&self, offset: usize) -> Option<(u32, &Entry)> {
        let (start, entry) = self.overlay.range(..offset as u32).next_back()?;
        (*start as usize + entry.bytes as usize > offset).then_some((*start, entry))
    }

    /// Writes concrete bytes.
    pub fn write_slice(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        slice: &[u8],
    ) {
        self.settle(pool, address_of, offset + slice.len());
        if let Some(mut array) = self.array {
            for (position, byte) in slice.iter().enumerate() {
                let value = pool.bits(8, u128::from(*byte));
                array = array::store(pool, array, offset + position, value);
            }
            self.array = Some(array);
            return;
        }
        self.clear(pool, address_of, offset, slice.len());
        self.data[offset..offset + slice.len()].copy_from_slice(slice);
    }

    /// Writes one concrete byte to a whole range.
    pub fn fill(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        bytes: usize,
        byte: u8,
    ) {
        let tail = bytes > EAGER_BYTES && offset + bytes == self.len;
        if tail && self.fill_tail(pool, address_of, offset, byte) {
            return;
        }
        self.write_slice(pool, address_of, offset, &vec![byte; bytes]);
    }

    /// Makes room: entries in the range disappear, those that reach over its ends are split into bytes, all counts as written.
    fn clear(&mut self, pool: &mut Pool, address_of: AddressOf, offset: usize, bytes: usize) {
        if bytes == 0 {
            return;
        }
        if !self.overlay.is_empty() {
            if let Some((start, _)) = self.entry_before(offset) {
                self.split(pool, address_of, start);
            }
            if let Some((start, _)) = self.entry_before(offset + bytes) {
                self.split(pool, address_of, start);
            }
            let doomed: Vec<u32> = self
                .overlay
                .range(offset as u32..(offset + bytes) as u32)
                .map(|(start, _)| *start)
                .collect();
            for start in doomed {
                self.overlay.remove(&start);
            }
        }
        self.mark_written(offset, bytes);
    }

    /// Replaces an entry by one entry (or concrete byte) for each of its bytes.
    fn split(&mut self, pool: &mut Pool, address_of: AddressOf, start: u32) {
        let Some(entry) = self.overlay.remove(&start) else {
            return;
        };
        for position in 0..entry.bytes {
            let value = entry.part(pool, address_of, position as usize, 1);
            let at = start + position;
            match value.as_u64() {
                Some(byte) => self.data[at as usize] = byte as u8,
                None => {
                    self.overlay.insert(at, Entry { bytes: 1, value });
                }
            }
        }
    }

    /// Writes a value of this many bytes: `Bits` of `8 * bytes`, or a pointer, a function or a union of them.
    pub fn write(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        bytes: usize,
        value: Value,
    ) {
        if let Some(concrete) = concrete_bytes(&value) {
            return self.write_slice(pool, address_of, offset, &concrete[..bytes]);
        }
        self.settle(pool, address_of, offset + bytes);
        if let Some(mut array) = self.array {
            let term = scalar_term(pool, address_of, &value, bytes);
            for position in 0..bytes {
                let byte = pool.extract(term, position as u32 * 8 + 7, position as u32 * 8);
                array = array::store(pool, array, offset + position, byte);
            }
            self.array = Some(array);
            return;
        }
        self.clear(pool, address_of, offset, bytes);
        self.overlay.insert(
            offset as u32,
            Entry {
                bytes: bytes as u32,
                value,
            },
        );
    }

    /// Whether some byte of a range was never written, or is not kept yet; reading it needs [`Bytes::ensure_written`] first.
    #[inline]
    pub fn has_unwritten(&self, offset: usize, bytes: usize) -> bool {
        if offset + bytes > self.data.len() {
            return self.array.is_none();
        }
        !self.unwritten.is_empty() && (offset..offset + bytes).any(|at| self.is_unwritten(at))
    }

    /// Gives bytes of a range that were never written indeterminate terms, which stay the same from now on.
    pub fn ensure_written(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        bytes: usize,
    ) {
        self.settle(pool, address_of, offset + bytes);
        if bytes <= 16 && (offset..offset + bytes).all(|at| self.is_unwritten(at)) {
            return self.write_indeterminate(pool, address_of, offset, bytes);
        }
        for at in offset..offset + bytes {
            if self.is_unwritten(at) {
                self.write_indeterminate(pool, address_of, at, 1);
            }
        }
    }

    fn write_indeterminate(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        bytes: usize,
    ) {
        let term = pool.symbol(
            "uninitialized",
            Sort::Bits(8 * bytes as u32),
            SymbolKind::Indeterminate,
        );
        self.write(pool, address_of, offset, bytes, Value::Term(term));
    }

    /// The value of these bytes, all written: what was stored there whole, else `Bits` of `8 * bytes`.
    pub fn read(
        &self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        bytes: usize,
    ) -> Value {
        if let Some(slice) = self.concrete_range(offset, bytes) {
            return Value::bits(8 * bytes as u32, from_little_endian(slice));
        }
        if let Some(array) = self.array {
            let term = array::select(pool, array, offset, bytes);
            return Value::from_term(pool, term);
        }
        if let Some(entry) = self.overlay.get(&(offset as u32))
            && entry.bytes as usize == bytes
        {
            return entry.value.clone();
        }
        if pool.has_diagrams() && self.has_union(offset, bytes) {
            return self.read_pieces(pool, address_of, offset, bytes);
        }
        let mut term = self.read_byte(pool, address_of, offset);
        for at in offset + 1..offset + bytes {
            let byte = self.read_byte(pool, address_of, at);
            term = pool.concat(byte, term);
        }
        Value::from_term(pool, term)
    }

    fn has_union(&self, offset: usize, bytes: usize) -> bool {
        let is_union = |entry: &Entry| matches!(entry.value, Value::Union(_));
        self.entry_before(offset)
            .is_some_and(|(_, entry)| is_union(entry))
            || self
                .overlay
                .range(offset as u32..(offset + bytes) as u32)
                .any(|(_, entry)| is_union(entry))
    }

    /// The value of bytes that unions are stored in: put together of its parts' members, so that concrete ones stay concrete.
    fn read_pieces(
        &self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        bytes: usize,
    ) -> Value {
        let end = offset + bytes;
        let (mut value, mut at) = self.read_piece(pool, address_of, offset, end);
        while at < end {
            let (high, next) = self.read_piece(pool, address_of, at, end);
            value = Value::map2(pool, &high, &value, &mut |pool, high, low| match (
                high.to_term(pool),
                low.to_term(pool),
            ) {
                (Some(high), Some(low)) => {
                    let both = pool.concat(high, low);
                    Value::from_term(pool, both)
                }
                _ => Value::Undef,
            });
            at = next;
        }
        value
    }

    /// The bytes from an offset on that lie in one entry, or up to the next, and where they end.
    fn read_piece(
        &self,
        pool: &mut Pool,
        address_of: AddressOf,
        at: usize,
        end: usize,
    ) -> (Value, usize) {
        let entry = match self.overlay.get(&(at as u32)) {
            Some(entry) => Some((at as u32, entry)),
            None => self.entry_before(at),
        };
        if let Some((start, entry)) = entry {
            let start = start as usize;
            let next = end.min(start + entry.bytes as usize);
            return (entry.part(pool, address_of, at - start, next - at), next);
        }
        let next = self.overlay.range(at as u32..end as u32).next();
        let next = next.map_or(end, |(start, _)| *start as usize).min(at + 16);
        let bits = (at..next)
            .rev()
            .fold(0, |bits, at| bits << 8 | u128::from(self.plain(at)));
        (Value::bits(8 * (next - at) as u32, bits), next)
    }

    /// A byte that is written and in no whole value.
    fn plain(&self, at: usize) -> u8 {
        self.data.get(at).copied().or(self.rest).unwrap_or(0)
    }

    /// One byte, written, as a term.
    fn read_byte(&self, pool: &mut Pool, address_of: AddressOf, at: usize) -> Term {
        if let Some(array) = self.array {
            return array::select(pool, array, at, 1);
        }
        let entry = match self.overlay.get(&(at as u32)) {
            Some(entry) => Some((at as u32, entry)),
            None => self.entry_before(at),
        };
        match entry {
            Some((start, entry)) => {
                let term = scalar_term(pool, address_of, &entry.value, entry.bytes as usize);
                let low = 8 * (at as u32 - start);
                pool.extract(term, low + 7, low)
            }
            None => pool.bits(8, u128::from(self.plain(at))),
        }
    }

    /// Copies a range from another object (or a copy of this one), uninitialised bytes and whole values included.
    pub fn copy_from(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        source: &Bytes,
        from: usize,
        bytes: usize,
    ) {
        if bytes == 0 {
            return;
        }
        if self.copy_array(pool, address_of, offset, source, from..from + bytes) {
            return;
        }
        let kept = source.data.len().saturating_sub(from).min(bytes);
        let (middle, end) = (offset + kept, offset + bytes);
        let to_the_end = kept < bytes && end == self.len;
        self.settle(pool, address_of, if to_the_end { middle } else { end });
        if self.array.is_some() {
            return self.copy_bytes(pool, address_of, offset, source, from..from + bytes);
        }
        if to_the_end {
            self.cut(pool, address_of, middle, source.rest);
        } else if kept < bytes {
            self.clear(pool, address_of, middle, bytes - kept);
            match source.rest {
                Some(byte) => self.data[middle..end].fill(byte),
                None => self.mark_unwritten(middle, bytes - kept),
            }
        }
        self.copy_kept(pool, address_of, offset, source, from, kept);
    }

    /// Makes the bytes from an offset on those of another object (or a copy of this one), as far as that has any. Whether it could: array terms
    /// only at equal offsets.
    pub fn copy_tail(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        source: &Bytes,
        from: usize,
    ) -> bool {
        let kept = source
            .data
            .len()
            .saturating_sub(from)
            .min(self.len - offset);
        let middle = offset + kept;
        self.settle(pool, address_of, middle);
        if self.array.is_some() || source.array.is_some() {
            return offset == 0
                && from == 0
                && self.copy_array(pool, address_of, 0, source, 0..self.len);
        }
        self.cut(pool, address_of, middle, source.rest);
        self.copy_kept(pool, address_of, offset, source, from, kept);
        true
    }

    /// Makes the bytes from an offset on all this one. Whether it could: an array term cannot.
    pub fn fill_tail(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        byte: u8,
    ) -> bool {
        self.settle(pool, address_of, offset);
        if self.array.is_some() {
            return false;
        }
        self.cut(pool, address_of, offset, Some(byte));
        true
    }

    /// Copies where one of both is an array term; whether it did.
    fn copy_array(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        source: &Bytes,
        range: Range<usize>,
    ) -> bool {
        if self.array.is_none() && source.array.is_none() {
            return false;
        }
        if offset == 0 && range.start == 0 && range.len() == self.len {
            let array = source.clone().make_array(pool, address_of);
            self.become_array(array);
        } else {
            self.copy_bytes(pool, address_of, offset, source, range);
        }
        true
    }

    /// Copies bytes that the source keeps one by one, as this does the target's.
    fn copy_kept(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        source: &Bytes,
        from: usize,
        bytes: usize,
    ) {
        if bytes == 0 {
            return;
        }
        self.clear(pool, address_of, offset, bytes);
        self.data[offset..offset + bytes].copy_from_slice(&source.data[from..from + bytes]);
        if let Some((start, entry)) = source.entry_before(from) {
            let end = (start + entry.bytes) as usize;
            self.copy_bytes(
                pool,
                address_of,
                offset,
                source,
                from..end.min(from + bytes),
            );
        }
        for (start, entry) in source.overlay.range(from as u32..(from + bytes) as u32) {
            let (start, end) = (*start as usize, (*start + entry.bytes) as usize);
            if end <= from + bytes {
                self.overlay
                    .insert((start - from + offset) as u32, entry.clone());
            } else {
                self.copy_bytes(
                    pool,
                    address_of,
                    start - from + offset,
                    source,
                    start..from + bytes,
                );
            }
        }
        if !source.unwritten.is_empty() {
            for position in (0..bytes).filter(|position| source.is_unwritten(from + position)) {
                self.mark_unwritten(offset + position, 1);
            }
        }
    }

    /// Copies byte by byte.
    fn copy_bytes(
        &mut self,
        pool: &mut Pool,
        address_of: AddressOf,
        offset: usize,
        source: &Bytes,
        range: Range<usize>,
    ) {
        for (position, at) in range.enumerate() {
            if source.is_unwritten(at) {
                self.write_indeterminate(pool, address_of, offset + position, 1);
                continue;
            }
            let value = source.read(pool, address_of, at, 1);
            self.write(pool, address_of, offset + position, 1, value);
        }
    }

    /// Counts kept bytes as never written.
    fn mark_unwritten(&mut self, offset: usize, bytes: usize) {
        if self.unwritten.is_empty() {
            self.unwritten = vec![0; self.data.len().div_ceil(64)];
        }
        let end = offset + bytes;
        let mut at = offset;
        while at < end {
            let (word, low) = (at / 64, at % 64);
            let count = (64 - low).min(end - at);
            let bits = mask(count as u32) << low;
            self.unwritten_count += (bits & !self.unwritten[word]).count_ones() as usize;
            self.unwritten[word] |= bits;
            at += count;
        }
    }

    /// The values that are stored whole.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.overlay.values().map(|entry| &entry.value)
    }

    /// The same content with each whole value replaced.
    pub(super) fn map_values(&self, replace: impl Fn(&Value) -> Value) -> Bytes {
        let mut mapped = self.clone();
        for entry in mapped.overlay.values_mut() {
            entry.value = replace(&entry.value);
        }
        mapped
    }

    /// The range of the first whole value that ends behind an offset.
    pub(super) fn next_entry(&self, at: usize) -> Option<Range<usize>> {
        let over = self.entry_before(at);
        let next = over.or_else(|| {
            let (start, entry) = self.overlay.range(at as u32..).next()?;
            Some((*start, entry))
        });
        next.map(|(start, entry)| start as usize..start as usize + entry.bytes as usize)
    }

    /// The range of the whole value that starts before an offset and reaches beyond it.
    pub(super) fn entry_over(&self, at: usize) -> Option<Range<usize>> {
        self.entry_before(at)
            .map(|(start, entry)| start as usize..start as usize + entry.bytes as usize)
    }

    /// Whether both have the same whole value in a range, and nothing else.
    pub(super) fn same_entry(&self, other: &Bytes, range: &Range<usize>) -> bool {
        let entry = |bytes: &Bytes| {
            let entry = bytes.overlay.get(&(range.start as u32))?;
            (entry.bytes as usize == range.len()).then(|| entry.value.clone())
        };
        entry(self).is_some_and(|value| entry(other) == Some(value))
    }

    /// Whether no byte of a range is known: each is symbolic or was never written.
    pub(super) fn is_unknown(&self, range: &Range<usize>) -> bool {
        let mut at = range.start;
        while at < range.end {
            let here = self.overlay.get(&(at as u32));
            let here = here.map(|entry| (at as u32, entry));
            at = match here.or_else(|| self.entry_before(at)) {
                Some((start, entry)) if entry.value.is_symbolic() => (start + entry.bytes) as usize,
                None if self.is_unwritten(at) => at + 1,
                _ => return false,
            };
        }
        true
    }

    /// What lies at an offset, if it is known: the start of a whole value and the value, or the byte.
    pub(super) fn known_at(&self, at: usize) -> Option<(usize, Value)> {
        if self.array.is_some() || self.is_unwritten(at) {
            return None;
        }
        let here = self.overlay.get(&(at as u32));
        let here = here.map(|entry| (at as u32, entry));
        match here.or_else(|| self.entry_before(at)) {
            Some((_, entry)) if entry.value.is_symbolic() => None,
            Some((start, entry)) => Some((start as usize, entry.value.clone())),
            None => Some((at, Value::bits(8, u128::from(self.plain(at))))),
        }
    }

    /// The first offset in a range without whole values where two contents differ.
    pub(super) fn first_difference(&self, other: &Bytes, range: Range<usize>) -> Option<usize> {
        let (a, b) = (&self.data[range.clone()], &other.data[range.clone()]);
        if a == b && self.unwritten.is_empty() && other.unwritten.is_empty() {
            return None;
        }
        range.into_iter().find(|at| {
            let (ours, theirs) = (self.is_unwritten(*at), other.is_unwritten(*at));
            ours != theirs || !ours && self.data[*at] != other.data[*at]
        })
    }

    /// Turns the content into one array term, for writes at symbolic offsets with too many candidates.
    pub fn make_array(&mut self, pool: &mut Pool, address_of: AddressOf) -> Term {
        if let Some(array) = self.array {
            return array;
        }
        let unwritten = !self.unwritten.is_empty();
        let base = match self.rest {
            rest if self.data.len() < self.len => rest,
            _ => (!unwritten).then_some(0),
        };
        if base.is_some() && unwritten {
            self.ensure_written(pool, address_of, 0, self.data.len());
        }
        let mut array = array::base(pool, base);
        for at in 0..self.data.len() {
            if base == Some(self.data[at]) && !self.has_entry(at, 1) || self.is_unwritten(at) {
                continue;
            }
            let byte = self.read_byte(pool, address_of, at);
            array = array::store(pool, array, at, byte);
        }
        self.become_array(array);
        array
    }

    fn become_array(&mut self, array: Term) {
        self.data = Vec::new();
        self.overlay.clear();
        self.unwritten = Vec::new();
        self.unwritten_count = 0;
        self.array = Some(array);
    }

    /// The array term, once there is one.
    pub fn array(&self) -> Option<Term> {
        self.array
    }

    /// Replaces the array term after a write to it.
    pub fn set_array(&mut self, array: Term) {
        self.array = Some(array);
    }
}

/// A little-endian number of at most 16 bytes.
#[inline]
pub fn from_little_endian(slice: &[u8]) -> u128 {
    if slice.len() <= 8 {
        let mut bytes = [0; 8];
        bytes[..slice.len()].copy_from_slice(slice);
        return u128::from(u64::from_le_bytes(bytes));
    }
    let mut bytes = [0; 16];
    bytes[..slice.len()].copy_from_slice(slice);
    u128::from_le_bytes(bytes)
}

/// The bytes of a concrete scalar.
fn concrete_bytes(value: &Value) -> Option<[u8; 16]> {
    value.as_u128().map(u128::to_le_bytes)
}

/// A stored value as a term of `8 * bytes` bits; pointers as their addresses.
pub fn scalar_term(pool: &mut Pool, address_of: AddressOf, value: &Value, bytes: usize) -> Term {
    let term = match value.to_term(pool) {
        Some(term) => term,
        None => address_of(pool, value),
    };
    debug_assert_eq!(pool.sort(term), Sort::Bits(8 * bytes as u32));
    term
}
