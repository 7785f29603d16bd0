//! What is indexed: see [`crate::index`].

use super::operator::{Operator, OptionParser, TextFunction};

/// What is known of library functions, for the index and for mutations of inputs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Library {
    /// Functions on numbers.
    pub operators: &'static [Operator],
    /// Functions on strings.
    pub text_functions: &'static [TextFunction],
    /// Functions that find options.
    pub option_parsers: &'static [OptionParser],
}

/// Values that are indexed: see [`crate::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexKind {
    /// `float`.
    Floats,
    /// `double`.
    Doubles,
    /// `long double`.
    LongDoubles,
    /// Integers of machines, as arguments of the program's own functions.
    Integers,
    /// Null-terminated strings.
    Strings,
}

impl IndexKind {
    /// All kinds by name.
    pub const ALL: &'static [(&'static str, IndexKind)] = &[
        ("floats", IndexKind::Floats),
        ("doubles", IndexKind::Doubles),
        ("long-doubles", IndexKind::LongDoubles),
        ("integers", IndexKind::Integers),
        ("strings", IndexKind::Strings),
    ];
}

/// What becomes of values outside of the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// They are treated as without an index.
    General,
    /// Their path ends, with the reason [`crate::ReasonKind::OutsideIndex`].
    Drop,
}

impl Outside {
    /// All by name.
    pub const ALL: &'static [(&'static str, Outside)] =
        &[("general", Outside::General), ("drop", Outside::Drop)];
}

/// What is indexed, and how.
#[derive(Clone, Debug)]
pub struct Indexing {
    /// The kinds of values.
    pub kinds: Vec<IndexKind>,
    /// What becomes of other values.
    pub outside: Outside,
    /// Numbers to start with, besides those of the program.
    pub seeds: Vec<f64>,
    /// Strings to start with, besides those of the program.
    pub texts: Vec<String>,
    /// Rounds of growth.
    pub rounds: u32,
    /// Maximum number of members.
    pub size: usize,
    /// Functions of the program itself that have tables.
    pub functions: Vec<String>,
    /// Whether the seeds given here are all members.
    pub only_seeds: bool,
    /// What is known of library functions.
    pub library: Library,
}

impl Default for Indexing {
    fn default() -> Self {
        Indexing::of(Library::default())
    }
}

impl Indexing {
    /// Nothing, with what is known of library functions.
    pub fn of(library: Library) -> Self {
        Indexing {
            kinds: Vec::new(),
            outside: Outside::General,
            seeds: Vec::new(),
            texts: Vec::new(),
            rounds: 3,
            size: 256,
            functions: Vec::new(),
            only_seeds: false,
            library,
        }
    }
}
