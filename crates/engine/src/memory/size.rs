//! How large an object is: a number, or a term.

use sheaf_term::{Pool, Term};

/// How large an object is, in bytes, cells or fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// This large.
    Known(u64),
    /// As many bytes as a 64-bit term says.
    Symbolic {
        /// The term.
        bytes: Term,
        /// The most that it can be on a path that has the object; so many addresses are the
        /// object's own.
        room: u64,
    },
}

impl Size {
    /// The number, if it is one.
    #[inline]
    pub fn known(self) -> Option<u64> {
        match self {
            Size::Known(size) => Some(size),
            Size::Symbolic { .. } => None,
        }
    }

    /// The largest that it can be.
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

    /// The size where it is at most this.
    pub fn within(self, limit: u64) -> Size {
        match self {
            Size::Symbolic { bytes, room } => Size::Symbolic {
                bytes,
                room: room.min(limit),
            },
            known => known,
        }
    }

    /// When a range of this many bytes (a term) from an offset (a term) on does not lie inside.
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

    /// Whether one of two is known and the other is not the same.
    pub fn differs_in_known(self, other: Size) -> bool {
        self.known() != other.known()
    }
}
