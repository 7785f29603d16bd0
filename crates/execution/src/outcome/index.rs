//! What is reported of an index: see [`crate::index`].

use sheaf_ir::LocId;

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
    /// The function that the table stands for.
    pub operator: String,
    /// The place.
    pub loc: Option<LocId>,
    /// How often it was asked.
    pub asked: u64,
    /// The entries of its largest table.
    pub entries: u64,
    /// How often arguments may have been outside.
    pub outside: u64,
    /// The rows of its tables, if [`crate::Options::tells_details`]; the first ones of many.
    pub rows: Vec<IndexRow>,
}

/// Arguments and the result, for people.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IndexRow {
    /// As numbers or string literals.
    pub arguments: Vec<String>,
    /// Likewise; for a pointer into an argument, which one and where.
    pub result: String,
}
