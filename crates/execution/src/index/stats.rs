//! What is reported of an index.

use super::{Index, shown, texts};
use sheaf_ir::{FloatKind, LocId};

/// Statistics of an index; all empty without one.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct IndexStats {
    /// The members of the gardens.
    pub members: Vec<IndexMember>,
    /// The tables, by place and operator.
    pub tables: Vec<IndexTable>,
    /// Paths that ended, at least in part, because a value was outside.
    pub outside: u64,
}

/// A member of a garden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexMember {
    /// The name of its kind in `--index`.
    pub kind: &'static str,
    /// The value for people.
    pub value: String,
    /// Where it comes from.
    pub origin: String,
}

/// A tabulated operator at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexTable {
    /// The operator.
    pub operator: String,
    /// The place.
    pub loc: Option<LocId>,
    /// How often it was asked.
    pub asked: u64,
    /// The entries of its largest table.
    pub entries: u64,
}

impl Index {
    /// The statistics so far.
    pub fn stats(&self) -> IndexStats {
        let members = self.numbers.iter().flat_map(|(kind, garden)| {
            let members = garden.members.iter().zip(&garden.origins);
            members.map(|(member, origin)| IndexMember {
                kind: match kind {
                    FloatKind::F32 => "floats",
                    FloatKind::F80 => "long-doubles",
                    _ => "doubles",
                },
                value: shown(*kind, *member),
                origin: origin.clone(),
            })
        });
        let texts = self.texts.iter().flat_map(|texts| {
            let garden = &texts.garden;
            let members = garden.members.iter().zip(&garden.origins);
            members.map(|(member, origin)| IndexMember {
                kind: "strings",
                value: texts::shown(member),
                origin: origin.clone(),
            })
        });
        let uses = self.uses.borrow();
        let tables = uses.iter().map(|((loc, operator), place)| IndexTable {
            operator: operator.clone(),
            loc: *loc,
            asked: place.asked,
            entries: place.entries,
        });
        IndexStats {
            members: members.chain(texts).collect(),
            tables: tables.collect(),
            outside: self.outside_paths.get(),
        }
    }
}
