//! What the functions that an engine implements itself may do, for analyses that do not execute
//! them. Each library model states its [`Behaviour`] in its row of a table; with debug assertions,
//! the stepper checks each call against it.
//!
//! All functions may end the path with a reason, and those that access memory may fail as accesses
//! do. A function without a row has [`Behaviour::UNDEFINED`].

use crate::failure::FailureKind;
use crate::index::Idx;
use crate::module::{Module, NameId};
use std::collections::HashMap;

/// Memory, as seen from the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// None.
    Nothing,
    /// The objects that arguments point to.
    Arguments,
    /// Any object, and what the path did before: allocations, output, calls.
    Anything,
}

/// What a result points to, if it is a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// The result is no pointer, or null.
    Nothing,
    /// A new object.
    New,
    /// An object that an argument points to.
    Argument,
    /// Any object.
    Anything,
}

/// Where a path goes on after a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Continues {
    /// Behind the call, if at all.
    Behind,
    /// Nowhere: the path ends.
    Nowhere,
    /// Also elsewhere: at an earlier call, in other functions, or it is not known where.
    Elsewhere,
}

/// What a function may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behaviour {
    /// What its effect and its result depend on, besides the values of its arguments, constants, and
    /// inputs that it reads.
    pub reads: Reach,
    /// What it changes. Except with [`Reach::Anything`], it writes no pointers.
    pub writes: Reach,
    /// What its result points to.
    pub gives: Gives,
    /// Where the path goes on.
    pub continues: Continues,
    /// The failures that it may report, besides those of accesses and the use of uninitialized
    /// values; `None` if they are not known.
    pub fails: Option<&'static [FailureKind]>,
    /// Whether its first argument is not zero when it returns. If it may fail, then only if that
    /// kind of failure counts.
    pub requires: bool,
    /// Whether its result depends on how values are represented, or on which conditions the path
    /// has: two states that stand for the same values may differ in it.
    pub inspects: bool,
}

impl Behaviour {
    /// A function of its arguments.
    pub const PURE: Behaviour = Behaviour {
        reads: Reach::Nothing,
        writes: Reach::Nothing,
        gives: Gives::Nothing,
        continues: Continues::Behind,
        fails: Some(&[]),
        requires: false,
        inspects: false,
    };

    /// A function of which nothing is known.
    pub const UNKNOWN: Behaviour = Behaviour {
        reads: Reach::Anything,
        writes: Reach::Anything,
        gives: Gives::Anything,
        continues: Continues::Elsewhere,
        fails: None,
        requires: false,
        inspects: false,
    };

    /// A function that the program declares and nobody defines.
    pub const UNDEFINED: Behaviour = Behaviour {
        continues: Continues::Behind,
        ..Behaviour::UNKNOWN
    };

    /// The same function, but it depends on this memory.
    pub const fn reading(self, reads: Reach) -> Behaviour {
        Behaviour { reads, ..self }
    }

    /// The same function, but it changes this memory.
    pub const fn writing(self, writes: Reach) -> Behaviour {
        Behaviour { writes, ..self }
    }

    /// The same function, but its result points to this.
    pub const fn giving(self, gives: Gives) -> Behaviour {
        Behaviour { gives, ..self }
    }

    /// The same function, but it may fail in these ways.
    pub const fn failing(self, kinds: &'static [FailureKind]) -> Behaviour {
        Behaviour {
            fails: Some(kinds),
            ..self
        }
    }

    /// The same function, but it does not return.
    pub const fn ending(self) -> Behaviour {
        Behaviour {
            continues: Continues::Nowhere,
            ..self
        }
    }

    /// The same function, but its first argument is not zero when it returns.
    pub const fn requiring(self) -> Behaviour {
        Behaviour {
            requires: true,
            ..self
        }
    }

    /// The same function, but its result depends on how values are represented.
    pub const fn inspecting(self) -> Behaviour {
        Behaviour {
            inspects: true,
            ..self
        }
    }

    /// Whether its effect depends only on its arguments, constants and inputs that it reads, and it
    /// changes no memory.
    pub fn is_local(&self) -> bool {
        self.reads == Reach::Nothing && self.writes == Reach::Nothing
    }

    /// Whether it may access memory, and fail as accesses do.
    pub fn accesses(&self) -> bool {
        !self.is_local()
    }

    /// Whether it may report a failure of this kind, besides those of accesses.
    pub fn may_fail(&self, kind: FailureKind) -> bool {
        self.fails.is_none_or(|kinds| kinds.contains(&kind))
    }
}

/// The behaviours of the functions that a module calls by name.
#[derive(Clone, Default, Debug)]
pub struct Behaviours {
    named: HashMap<&'static str, Behaviour>,
    of_names: Vec<Behaviour>,
}

impl Behaviours {
    /// Those of a table's rows.
    pub fn new(
        module: &Module,
        rows: impl IntoIterator<Item = (&'static str, Behaviour)>,
    ) -> Behaviours {
        let named: HashMap<&'static str, Behaviour> = rows.into_iter().collect();
        let of = |name: &str| named.get(name).copied();
        let names = module.names.iter();
        Behaviours {
            of_names: names
                .map(|name| of(name).unwrap_or(Behaviour::UNDEFINED))
                .collect(),
            named,
        }
    }

    /// Whether a function of the module [inspects](Behaviour::inspects) values.
    pub fn inspect(&self) -> bool {
        self.of_names.iter().any(|behaviour| behaviour.inspects)
    }

    /// The behaviour of an intrinsic.
    pub fn of(&self, name: NameId) -> Behaviour {
        let known = self.of_names.get(name.index()).copied();
        known.unwrap_or(Behaviour::UNDEFINED)
    }

    /// The behaviour of the function of this name, if the engine implements it.
    pub fn named(&self, name: &str) -> Option<Behaviour> {
        self.named.get(name).copied()
    }
}
