//! General values that are known. A program asks the same again on each of its paths.

use super::content::Content;
use crate::value::Value;
use rustc_hash::FxHashMap;
use sheaf_ir::FuncId;
use sheaf_term::Term;

sheaf_tuning::constants! {
    /// Values that are kept.
    MAX_KEPT: usize = 1 << 16, 1 => 1 << 20, "values";
}

/// What a general value depends on: the function, what its arguments hold, and with diagrams the
/// guard of the state, under which paths are left out.
pub(super) type Key = (FuncId, Vec<Content>, Option<Term>);

/// The values that are known, of calls without obligations.
#[derive(Default)]
pub(super) struct Values(FxHashMap<Key, Value>);

impl std::fmt::Debug for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} values", self.0.len())
    }
}

impl Values {
    pub(super) fn get(&self, key: &Key) -> Option<&Value> {
        self.0.get(key)
    }

    pub(super) fn insert(&mut self, key: Key, value: Value) {
        if self.0.len() >= MAX_KEPT.get() {
            self.0.clear();
        }
        self.0.insert(key, value);
    }
}
