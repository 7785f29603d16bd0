//! Waiting paths as a tree of decisions, each with an identity.

use super::tree::{Node, Tree, Trie};
use crate::state::{Decision, Trail};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The identity of a path: a digest of its decisions, of all of them in this order. That of the
/// start of the program is 0.
pub type PathId = u64;

/// The start of the program.
pub(crate) const START: PathId = 0;

/// Waiting paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Paths {
    /// A tree that has them.
    nodes: Vec<Node>,
    /// The nodes at which they end; 0 is the start of the program.
    waits: Vec<u32>,
    /// The identity of each of them, in the same order.
    ids: Vec<PathId>,
}

impl Paths {
    /// No decision was made: everything is still to be explored.
    pub fn whole_program() -> Paths {
        Paths {
            waits: vec![0],
            ids: vec![START],
            ..Paths::default()
        }
    }

    /// These paths.
    ///
    /// # Errors
    /// When a path is not a list of decisions.
    pub(crate) fn of(trails: &[Trail<Decision>]) -> Result<Paths, String> {
        let (trie, waits) = Trie::of(trails).ok_or("paths that have merged")?;
        let nodes = trie.into_nodes();
        let ids = digests(&nodes, &waits);
        let ids = ids.ok_or("internal error: a tree of paths without its root")?;
        Ok(Paths { nodes, waits, ids })
    }

    /// The identities of the paths.
    pub fn ids(&self) -> &[PathId] {
        &self.ids
    }

    /// The paths.
    ///
    /// # Errors
    /// When they are not those whose identities are given.
    pub(crate) fn trails(&self) -> Result<Vec<Trail<Decision>>, String> {
        if digests(&self.nodes, &self.waits).as_ref() != Some(&self.ids) {
            return Err("its paths are damaged".to_string());
        }
        let mut tree = Tree::new();
        let grown = self.nodes.iter().try_for_each(|node| tree.grow(*node));
        let paths = self.waits.iter().map(|node| tree.path(*node).cloned());
        let paths: Option<Vec<_>> = paths.collect();
        let paths = paths.filter(|_| grown.is_some());
        paths.ok_or_else(|| "its paths are damaged".to_string())
    }
}

/// The identities of the paths to some nodes; `None` if there are no such nodes.
fn digests(nodes: &[Node], waits: &[u32]) -> Option<Vec<PathId>> {
    let mut digests = vec![START];
    for (back, decision) in nodes {
        let before = digests.len().checked_sub(*back as usize)?;
        let mut hasher = DefaultHasher::new();
        (digests.get(before)?, decision).hash(&mut hasher);
        digests.push(hasher.finish());
    }
    let digest = |node: &u32| digests.get(*node as usize).copied();
    waits.iter().map(digest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::tests::{decisions, trail};

    #[test]
    fn paths_are_read_as_written() {
        let trails = [&[1, 2, 3][..], &[1, 2], &[], &[4]].map(trail);
        let paths = Paths::of(&trails).unwrap();
        assert_eq!(paths.nodes.len(), 4);
        assert_eq!(paths.ids[2], START);
        let text = serde_json::to_string(&paths).unwrap();
        let read: Paths = serde_json::from_str(&text).unwrap();
        let read: Vec<_> = read.trails().unwrap().iter().map(decisions).collect();
        assert_eq!(read, trails.iter().map(decisions).collect::<Vec<_>>());
    }

    #[test]
    fn the_identity_is_that_of_all_decisions_wherever_they_are_written() {
        let one = Paths::of(&[trail(&[1, 2, 3])]).unwrap();
        let among = Paths::of(&[trail(&[5]), trail(&[1, 2]), trail(&[1, 2, 3])]).unwrap();
        assert_eq!(one.ids[0], among.ids[2]);
        for other in [&[1, 2][..], &[1, 3, 2], &[2, 3], &[1, 2, 4]] {
            assert_ne!(one.ids[0], Paths::of(&[trail(other)]).unwrap().ids[0]);
        }
    }

    #[test]
    fn damage_is_noticed() {
        let paths = Paths::of(&[trail(&[1, 2]), trail(&[3])]).unwrap();
        let mut cases = vec![paths.clone(); 5];
        cases[0].nodes[0].1.digest ^= 1;
        cases[1].nodes.pop();
        cases[2].waits.pop();
        cases[3].waits.swap(0, 1);
        cases[4].nodes[1].0 = 9;
        for case in cases {
            assert!(case.trails().is_err(), "{case:?}");
        }
        let start = Paths::whole_program();
        assert_eq!(start.trails().unwrap().len(), 1);
    }
}
