//! Reasons against safety, each with what it cost.

use super::Reason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Reasons without duplicates, sorted. Each has the number of paths, or parts of paths, that were
/// left out because of it; 0 if it ended none. Whether there is a reason does not depend on that.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<(Reason, u64)>", into = "Vec<(Reason, u64)>")]
pub struct Reasons(BTreeMap<Reason, u64>);

impl Reasons {
    /// Adds a reason that ended no path.
    pub fn insert(&mut self, reason: Reason) {
        self.add(reason, 0);
    }

    /// Adds a reason that ended so many paths.
    pub fn add(&mut self, reason: Reason, paths: u64) {
        *self.0.entry(reason).or_default() += paths;
    }

    /// Adds a path to a reason like this one, if there is one.
    pub fn add_to(&mut self, is_like: impl Fn(&Reason) -> bool) {
        if let Some((_, paths)) = self.0.iter_mut().find(|(reason, _)| is_like(reason)) {
            *paths += 1;
        }
    }

    /// The same reasons, without what they cost: that is counted elsewhere.
    pub fn without_paths(mut self) -> Reasons {
        self.0.values_mut().for_each(|paths| *paths = 0);
        self
    }

    /// Keeps some of the reasons.
    pub fn retain(&mut self, keep: impl Fn(&Reason) -> bool) {
        self.0.retain(|reason, _| keep(reason));
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The reasons.
    pub fn iter(&self) -> impl Iterator<Item = &Reason> {
        self.0.keys()
    }

    /// The reasons with the numbers of paths.
    pub fn counted(&self) -> impl Iterator<Item = (&Reason, u64)> {
        self.0.iter().map(|(reason, paths)| (reason, *paths))
    }

    /// Whether a reason is among them.
    pub fn contains(&self, reason: &Reason) -> bool {
        self.0.contains_key(reason)
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<(Reason, u64)> for Reasons {
    fn extend<T: IntoIterator<Item = (Reason, u64)>>(&mut self, reasons: T) {
        for (reason, paths) in reasons {
            self.add(reason, paths);
        }
    }
}

impl FromIterator<(Reason, u64)> for Reasons {
    fn from_iter<T: IntoIterator<Item = (Reason, u64)>>(reasons: T) -> Self {
        let mut all = Reasons::default();
        all.extend(reasons);
        all
    }
}

impl IntoIterator for Reasons {
    type Item = (Reason, u64);
    type IntoIter = std::collections::btree_map::IntoIter<Reason, u64>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Vec<(Reason, u64)>> for Reasons {
    fn from(reasons: Vec<(Reason, u64)>) -> Self {
        reasons.into_iter().collect()
    }
}

impl From<Reasons> for Vec<(Reason, u64)> {
    fn from(reasons: Reasons) -> Self {
        reasons.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::ReasonKind;

    #[test]
    fn costs_are_summed_and_do_not_decide_what_is_a_reason() {
        let reason = |detail: &str| Reason {
            kind: ReasonKind::UnmodelledCall,
            detail: detail.into(),
            loc: None,
        };
        let mut all = Reasons::default();
        all.insert(reason("b"));
        all.add(reason("a"), 2);
        all.extend(all.clone());
        all.add_to(|it| it.detail == "b");
        all.add_to(|it| it.detail == "c");
        let counted: Vec<(&str, u64)> = all.counted().map(|(it, n)| (&*it.detail, n)).collect();
        assert_eq!(counted, [("a", 4), ("b", 1)]);
        assert!(all.contains(&reason("b")) && all.clone().without_paths().contains(&reason("b")));
    }
}
