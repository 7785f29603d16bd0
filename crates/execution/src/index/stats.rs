//! What is reported of an index.

use super::{Index, shown, texts};
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
