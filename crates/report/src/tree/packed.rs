//! An execution tree for the page of a run: four numbers for each node, and each text, place and
//! fate once.

use super::{Kind, NodeReport, TreeReport};
use crate::place::Place;
use serde::Serialize;
use std::collections::HashMap;
use std::hash::Hash;

/// The maximum size of the conditions together, in bytes: terms can be different at each node.
const CONDITIONS: usize = 800_000;

/// The maximum number of fates with what belongs to them: cores can be different at each node.
const FATES: usize = 8_000;

/// A tree, column by column.
#[derive(Serialize, Debug)]
pub(crate) struct PackedTree<'a> {
    left_out: u64,
    /// The distance from a node to its first parent; 0 at the root.
    up: Vec<usize>,
    /// Nodes with a second parent, and that.
    second: Vec<[usize; 2]>,
    /// The position of a node's condition and 1, or 0.
    condition: Vec<usize>,
    place: Vec<usize>,
    fate: Vec<usize>,
    conditions: Vec<&'a str>,
    /// Whether some conditions are missing, because there are too many.
    lacks_conditions: bool,
    places: Vec<&'a Place>,
    fates: Vec<FateReport<'a>>,
}

/// The fate of nodes, with what belongs to it.
#[derive(Serialize, Clone, PartialEq, Eq, Hash, Debug)]
struct FateReport<'a> {
    fate: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    /// Positions of places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    core: Vec<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    completed: bool,
}

/// Different values, by position.
struct Table<T> {
    all: Vec<T>,
    known: HashMap<T, usize>,
}

impl<T: Hash + Eq + Clone> Table<T> {
    fn new() -> Table<T> {
        Table {
            all: Vec::new(),
            known: HashMap::new(),
        }
    }

    fn add(&mut self, value: T) -> usize {
        let next = self.all.len();
        let position = *self.known.entry(value.clone()).or_insert(next);
        if position == next {
            self.all.push(value);
        }
        position
    }
}

impl TreeReport {
    /// The tree for a page.
    pub(crate) fn packed(&self) -> PackedTree<'_> {
        let mut conditions: Table<&str> = Table::new();
        let mut places: Table<&Place> = Table::new();
        let mut fates: Table<FateReport> = Table::new();
        let mut room = CONDITIONS;
        let mut tree = PackedTree {
            left_out: self.left_out,
            up: Vec::new(),
            second: Vec::new(),
            condition: Vec::new(),
            place: Vec::new(),
            fate: Vec::new(),
            conditions: Vec::new(),
            lacks_conditions: false,
            places: Vec::new(),
            fates: Vec::new(),
        };
        for node in &self.nodes {
            let first = node.parents.first();
            tree.up.push(first.map_or(0, |parent| node.id - parent));
            let second = node.parents.get(1);
            tree.second.extend(second.map(|parent| [node.id, *parent]));
            let text = node.condition.as_deref();
            let is_new = text.is_some_and(|it| !conditions.known.contains_key(it));
            let size = text.filter(|_| is_new).map_or(0, str::len);
            tree.lacks_conditions |= size > room;
            room = room.saturating_sub(size);
            let kept = text.filter(|_| !is_new || room > 0);
            let position = kept.map(|text| conditions.add(text) + 1);
            tree.condition.push(position.unwrap_or(0));
            tree.place.push(places.add(&node.place));
            let core = node.core.iter().flatten();
            let core = core.filter(|_| fates.all.len() < FATES);
            let core = core.map(|place| places.add(place)).collect();
            tree.fate.push(fates.add(fate(node, core)));
        }
        tree.conditions = conditions.all;
        tree.places = places.all;
        tree.fates = fates.all;
        tree
    }
}

fn fate(node: &NodeReport, core: Vec<usize>) -> FateReport<'_> {
    FateReport {
        fate: node.fate,
        status: node.status,
        kind: node.kind.as_deref(),
        detail: node.detail.as_deref(),
        core,
        completed: node.completed,
    }
}

#[cfg(test)]
mod tests {
    use crate::tree::parse;

    #[test]
    fn what_nodes_have_in_common_is_there_once() {
        let place = r#""function":"main","file":"a.c","line":3,"column":1"#;
        let text = format!(
            r#"{{"schema":1,"format":"execution-tree","file":"a.c","verdict":"safe","left_out":2,"nodes":[
            {{"id":0,"parents":[],{place},"fate":"forked"}},
            {{"id":1,"parents":[0],"condition":"x taken",{place},"fate":"merged","into":3}},
            {{"id":2,"parents":[0],"condition":"x taken",{place},"fate":"merged","into":3}},
            {{"id":3,"parents":[1,2],{place},"fate":"exit","status":0,"completed":true}}]}}"#
        );
        let report = parse(&text).unwrap();
        let tree = report.packed();
        assert_eq!((tree.up, tree.second), (vec![0, 1, 2, 2], vec![[3, 2]]));
        assert_eq!(
            (tree.condition, tree.conditions),
            (vec![0, 1, 1, 0], vec!["x taken"])
        );
        assert_eq!((tree.place, tree.places.len()), (vec![0; 4], 1));
        assert_eq!((tree.fate, tree.fates.len()), (vec![0, 1, 1, 2], 3));
    }
}
