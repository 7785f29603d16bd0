//! What is reported of an index.

use super::{Index, calls};
use crate::float::shortest;
use crate::outcome::{IndexMember, IndexStats, IndexTable};
use sheaf_ir::FloatKind;

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
                value: shortest(*kind, *member),
                origin: origin.clone(),
            })
        });
        let texts = self.calls.iter().flat_map(|texts| {
            let garden = &texts.garden;
            let members = garden.members.iter().zip(&garden.origins);
            members.map(|(member, origin)| IndexMember {
                kind: "strings",
                value: calls::shown(member),
                origin: origin.clone(),
            })
        });
        let integers = self.integers.members.iter().zip(&self.integers.origins);
        let integers = integers.map(|(member, origin)| IndexMember {
            kind: "integers",
            value: member.to_string(),
            origin: origin.clone(),
        });
        let uses = self.uses.borrow();
        let tables = uses.iter().map(|((loc, operator), place)| IndexTable {
            operator: operator.clone(),
            loc: *loc,
            asked: place.asked,
            entries: place.entries,
            outside: place.outside,
            rows: place.rows.clone(),
        });
        IndexStats {
            members: members.chain(integers).chain(texts).collect(),
            tables: tables.collect(),
            outside: self.outside_paths.get(),
        }
    }
}
