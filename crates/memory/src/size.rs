//! The size of an object: a number, or a term, against which bounds are checked. As many addresses
//! are reserved as the path's bounds on the term allow, so that objects never overlap.

use sheaf_term::{Pool, Term};

/// The size of an object, in bytes, cells or fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// A known size.
    Known(u64),
    /// A 64-bit term for the number of bytes.
    Symbolic {
        /// The term.
        bytes: Term,
        /// Its maximum on a path with the object; this many addresses are reserved for it.
        room: u64,
    },
}

impl Size {
    /// The size, if known.
    #[inline]
    pub fn known(self) -> Option<u64> {
        match self {
            Size::Known(size) => Some(size),
            Size::Symbolic { .. } => None,
        }
    }

    /// The maximum size.
    #[inline]
    pub fn room(self) -> u64 {
        match self {
            Size::Known(size) => size,
            Size::Symbolic { room, .. } => room,
        }
    }

    /// As a 64-bit term.
    pub fn term(self, pool: &mut Pool) -> Term {
        match self {
            Size::Known(size) => pool.bits(64, u128::from(size)),
            Size::Symbolic { bytes, .. } => bytes,
        }
    }

    /// The minimum of the size and a limit.
    pub fn within(self, limit: u64) -> Size {
        match self {
            Size::Symbolic { bytes, room } => Size::Symbolic {
                bytes,
                room: room.min(limit),
            },
            known => known,
        }
    }

    /// The condition that a range of this many bytes (a term) at an offset (a term) does not lie
    /// inside.
    pub fn excludes(self, pool: &mut Pool, offset: Term, bytes: Term) -> Term {
        let size = self.term(pool);
        let too_long = pool.ult(size, bytes);
        let last = pool.sub(size, bytes);
        let too_far = pool.ult(last, offset);
        pool.or(too_long, too_far)
    }

    /// `then` where the condition holds, else `otherwise`.
    pub fn ite(pool: &mut Pool, condition: Term, then: Size, otherwise: Size) -> Size {
        if then == otherwise {
            return then;
        }
        let (x, y) = (then.term(pool), otherwise.term(pool));
        Size::Symbolic {
            bytes: pool.ite(condition, x, y),
            room: then.room().max(otherwise.room()),
        }
    }

    /// Whether one of two sizes is known and the other differs.
    pub fn differs_in_known(self, other: Size) -> bool {
        self.known() != other.known()
    }
}
