//! Values of uninitialized memory that a concrete run has not read yet.

use crate::outcome::Indeterminate;
use rustc_hash::FxHashMap;
use sheaf_term::{MemoryPlace, Sort, SymbolInfo, SymbolKind};
use std::collections::VecDeque;

/// Values by where they are read. A byte has several if its memory became uninitialized again. A
/// run may read the bytes in other pieces than the path did, of which these are.
pub(super) struct Unread {
    bytes: FxHashMap<(u32, u64), VecDeque<u8>>,
    /// Those without a place, in order.
    others: VecDeque<u128>,
}

impl Unread {
    /// All of these.
    pub fn new(values: &[Indeterminate]) -> Self {
        let mut unread = Unread {
            bytes: FxHashMap::default(),
            others: VecDeque::new(),
        };
        for read in values {
            let Some((object, offset)) = read.place else {
                unread.others.push_back(read.value);
                continue;
            };
            let bytes = read.value.to_le_bytes();
            for (at, byte) in (offset..).zip(bytes.iter().take(read.bytes as usize)) {
                let bytes = unread.bytes.entry((object, at)).or_default();
                bytes.push_back(*byte);
            }
        }
        unread
    }

    /// The value for a symbol of uninitialized memory; what is not given is zero.
    pub fn next(&mut self, symbol: &SymbolInfo) -> u128 {
        let place = match symbol.kind {
            SymbolKind::Indeterminate(Some(place)) if !self.bytes.is_empty() => place,
            _ => return self.others.pop_front().unwrap_or(0),
        };
        let Sort::Bits(width) = symbol.sort else {
            return 0;
        };
        let MemoryPlace { object, offset } = place;
        let mut value = [0; 16];
        for (at, byte) in (offset..).zip(value.iter_mut().take(width.div_ceil(8) as usize)) {
            let unread = self.bytes.get_mut(&(object, at));
            *byte = unread.and_then(VecDeque::pop_front).unwrap_or(0);
        }
        u128::from_le_bytes(value)
    }
}
