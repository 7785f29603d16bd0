//! Joins of two tables, for merging.

use super::{Table, row_index};
use crate::value::{ObjectId, Value};
use sheaf_term::{Pool, Term};

impl Table {
    /// Whether two tables can be joined into a plain one: their common keys were added in the same
    /// order.
    pub fn can_join(&self, other: &Table) -> bool {
        if !(self.plain && other.plain) {
            // Object ids may change in the merged heap.
            let pointer =
                |key: &Value| matches!(key, Value::Ptr { object, .. } if *object != ObjectId::NONE);
            return self.row.len() == other.row.len()
                && self.keys().eq(other.keys())
                && !self.keys().any(pointer);
        }
        let common = self.keys().filter_map(|key| other.entry(key));
        common.is_sorted()
    }

    /// The table that is `then` where the condition holds and `otherwise` where it does not. The
    /// tables must be joinable.
    pub fn ite(pool: &mut Pool, condition: Term, then: &Table, otherwise: &Table) -> Table {
        if !(then.plain && otherwise.plain) {
            let row = then.row.iter().zip(&otherwise.row);
            let row = row
                .map(|(a, b)| Value::ite(pool, condition, a, b))
                .collect();
            let entries = then.entries.iter().zip(&otherwise.entries);
            let entries = entries
                .map(|((key, a), (_, b))| (key.clone(), Value::ite(pool, condition, a, b)))
                .collect();
            return Table {
                row,
                entries,
                plain: false,
                integers: true,
                index: None,
            };
        }
        let length = then.row.len().max(otherwise.row.len());
        let (then, otherwise) = (then.with_row(length), otherwise.with_row(length));
        let row = then.row.iter().zip(&otherwise.row);
        let mut joined = Table {
            row: row
                .map(|(a, b)| Value::ite(pool, condition, a, b))
                .collect(),
            ..Table::default()
        };
        let mut next = 0;
        for (key, a) in &then.entries {
            let b = otherwise.entry(key);
            if let Some(at) = b {
                joined.add_absent(pool, condition, &otherwise.entries[next..at]);
                next = at + 1;
            }
            let b = b.map_or(&Value::EMPTY, |at| &otherwise.entries[at].1);
            let value = Value::ite(pool, condition, a, b);
            joined.entries.push((key.clone(), value));
        }
        joined.add_absent(pool, condition, &otherwise.entries[next..]);
        joined.make_index();
        joined
    }

    /// Adds entries that are absent where the condition holds.
    fn add_absent(&mut self, pool: &mut Pool, condition: Term, entries: &[(Value, Value)]) {
        for (key, value) in entries {
            let value = Value::ite(pool, condition, &Value::EMPTY, value);
            self.entries.push((key.clone(), value));
        }
    }

    /// The same members of a plain table, with all integers below this length in the array part.
    fn with_row(&self, length: usize) -> Table {
        let mut table = self.clone();
        let start = table.row.len();
        table.row.resize(length, Value::EMPTY);
        if length > start && !table.entries.is_empty() {
            let row = &mut table.row;
            table.entries.retain(|(key, value)| match row_index(key) {
                Some(at) if at < length => {
                    row[at] = value.clone();
                    false
                }
                _ => true,
            });
            table.make_index();
        }
        table
    }
}
