//! The content in parts, for people.

use super::Bytes;
use crate::value::Value;

/// A part of the content.
#[derive(Clone, PartialEq, Debug)]
pub enum Part<'b> {
    /// A whole value.
    Whole(&'b Value),
    /// A number of so many bytes.
    Number(usize, u128),
    /// Bytes of which some are uninitialized.
    Uninitialized,
}

impl Bytes {
    /// The first parts, at most `most` of them: whole values as they are stored, and between them
    /// numbers of `step` bytes, from 1 to 16. `None` if the content is an array term.
    pub fn parts(&self, step: usize, most: usize) -> Option<Vec<Part<'_>>> {
        if self.is_array() {
            return None;
        }
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < self.len && parts.len() < most {
            if let Some(entry) = self.overlay.starting_at(at) {
                parts.push(Part::Whole(&entry.value));
                at += entry.bytes as usize;
                continue;
            }
            let end = self.len.min(at + step);
            let next = self.overlay.starting_in(at..end).next();
            let end = next.map_or(end, |(start, _)| start);
            parts.push(match (at..end).any(|at| self.is_uninitialized(at)) {
                true => Part::Uninitialized,
                false => {
                    let bytes = (at..end).rev().map(|at| u128::from(self.plain(at)));
                    Part::Number(end - at, bytes.fold(0, |number, byte| number << 8 | byte))
                }
            });
            at = end;
        }
        Some(parts)
    }
}
