//! Structural facts about a node: flags, low zero bits, and the interval of its values.

use crate::interval::{Interval, ones};
use crate::node::{Node, SymbolKind, Term, flag};
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::Sort;
use crate::vector;

/// The flags of a node: those of its arguments and its own.
pub(crate) fn flags(pool: &Pool, node: &Node) -> u8 {
    let mut flags = match pool.sorts.unpack(node.sort) {
        Sort::Int => flag::INTEGER,
        Sort::Array { .. } => flag::ARRAY,
        _ => 0,
    };
    if node.op >= Op::FAdd {
        flags |= flag::FLOAT;
    }
    if node.op == Op::Symbol {
        flags |= flag::SYMBOLIC;
        let symbol = crate::Symbol(node.payload as u32);
        flags |= match pool.symbol_info(symbol).kind {
            SymbolKind::Input => 0,
            SymbolKind::Indeterminate(_) => flag::INDETERMINATE,
            SymbolKind::Chosen { .. } => flag::CHOSEN,
        };
    }
    for &arg in &node.args[..node.op.info().arity] {
        flags |= pool.node(arg).flags & !flag::CONSTANT_LEAVES;
    }
    if has_constant_leaves(pool, node) {
        flags |= flag::CONSTANT_LEAVES;
    }
    flags
}

/// True for a constant, and for a choice between constants of any depth.
fn has_constant_leaves(pool: &Pool, node: &Node) -> bool {
    let of = |arg: Term| pool.node(arg).flags & flag::CONSTANT_LEAVES != 0;
    node.op <= Op::IntConst || node.op == Op::Ite && of(node.args[1]) && of(node.args[2])
}

/// The number of low bits of a bit-vector node that are always zero.
pub(crate) fn trailing_zeros(pool: &Pool, node: &Node) -> u16 {
    let of = |position: usize| u32::from(pool.node(node.args[position]).zeros);
    let width = node.sort.width();
    let zeros = match node.op {
        Op::BitsConst => match width {
            0..=64 => node.payload.trailing_zeros().min(width),
            _ => pool.vector_at(node.payload).trailing_zeros(),
        },
        Op::Neg => of(0),
        Op::Zext | Op::Sext if of(0) < pool.width(node.args[0]) => of(0),
        Op::Add | Op::Sub | Op::BitOr | Op::BitXor => of(0).min(of(1)),
        Op::BitAnd => of(0).max(of(1)),
        Op::Mul => of(0) + of(1),
        Op::Shl => of(0),
        Op::Ite if width > 0 => of(1).min(of(2)),
        Op::Concat if of(1) >= pool.width(node.args[1]) => of(1) + of(0),
        Op::Concat => of(1),
        Op::Extract => of(0).saturating_sub(node.payload as u32),
        _ => 0,
    };
    zeros.min(width).min(u32::from(u16::MAX)) as u16
}

/// The interval of a node of a small sort; anything for other sorts.
pub(crate) fn interval(pool: &Pool, node: &Node) -> Interval {
    let width = node.sort.width();
    if width == 0 || width > 64 {
        return Interval {
            low: 0,
            high: u64::MAX,
        };
    }
    let arg = |position: usize| pool.intervals[node.args[position].index()];
    let arg_width = |position: usize| pool.width(node.args[position]);
    match node.op {
        Op::BitsConst => Interval {
            low: node.payload,
            high: node.payload,
        },
        Op::Ite => arg(1).join(arg(2), width),
        Op::Add => arg(0).add(arg(1), width),
        Op::Sub => arg(0).add(arg(1).neg(width), width),
        Op::Neg => arg(0).neg(width),
        Op::Complement => arg(0).complement(width),
        Op::Mul => arg(0).mul(arg(1), width),
        Op::Zext => {
            let (low, high) = arg(0).unsigned(arg_width(0));
            Interval::new(low, high)
        }
        Op::Sext => {
            let (low, high) = arg(0).signed(arg_width(0));
            Interval::from_signed(low, high, width)
        }
        Op::Concat => {
            let shift = arg_width(1);
            let ((a, b), (c, d)) = (arg(0).unsigned(arg_width(0)), arg(1).unsigned(shift));
            Interval::new(a << shift | c, b << shift | d)
        }
        Op::Extract if arg_width(0) <= 64 => {
            let (from, low) = (arg_width(0), node.payload as u32);
            let shifted = if low == 0 {
                arg(0)
            } else {
                let (a, b) = arg(0).unsigned(from);
                Interval::new(a >> low, b >> low)
            };
            shifted.truncate(from, width)
        }
        _ => unsigned_interval(pool, node, width),
    }
}

/// The interval of an operator that is read as unsigned or signed numbers.
fn unsigned_interval(pool: &Pool, node: &Node, width: u32) -> Interval {
    let unsigned = |position: usize| pool.intervals[node.args[position].index()].unsigned(width);
    let signed = |position: usize| pool.intervals[node.args[position].index()].signed(width);
    match node.op {
        Op::Udiv => {
            let ((a, b), (c, d)) = (unsigned(0), unsigned(1));
            match (a.checked_div(d), b.checked_div(c)) {
                (Some(low), Some(high)) => Interval::new(low, high),
                _ => Interval::full(width),
            }
        }
        Op::Urem => {
            let ((_, b), (c, d)) = (unsigned(0), unsigned(1));
            Interval::new(0, if c == 0 { b } else { b.min(d - 1) })
        }
        Op::Sdiv => match (signed(0), signed(1)) {
            ((a, b), (c, d)) if c == d && c > 0 => Interval::from_signed(a / c, b / c, width),
            _ => Interval::full(width),
        },
        Op::Srem => {
            let ((a, b), (c, d)) = (signed(0), signed(1));
            if c <= 0 && 0 <= d {
                return Interval::from_signed(a.min(0), b.max(0), width);
            }
            let most = (c.unsigned_abs().max(d.unsigned_abs()) - 1).min(i64::MAX as u64) as i64;
            Interval::from_signed(a.max(-most).min(0), b.min(most).max(0), width)
        }
        Op::Lshr => {
            let ((a, b), (c, d)) = (unsigned(0), unsigned(1));
            let shift = |value: u64, by: u64| {
                if by < u64::from(width) {
                    value >> by
                } else {
                    0
                }
            };
            Interval::new(shift(a, d), shift(b, c))
        }
        Op::Ashr => {
            let ((a, b), (c, d)) = (signed(0), unsigned(1));
            let (near, far) = (c.min(63), d.min(63));
            let low = if a < 0 { a >> near } else { a >> far };
            let high = if b < 0 { b >> far } else { b >> near };
            Interval::from_signed(low, high, width)
        }
        Op::BitAnd => Interval::new(0, unsigned(0).1.min(unsigned(1).1)),
        Op::BitOr => {
            let ((a, b), (c, d)) = (unsigned(0), unsigned(1));
            Interval::new(a.max(c), fill(b | d))
        }
        Op::BitXor => Interval::new(0, fill(unsigned(0).1 | unsigned(1).1)),
        _ => {
            // Low zero bits bound the greatest value.
            let zeros = u32::from(node.zeros).min(width);
            if zeros == width {
                Interval::new(0, 0)
            } else {
                Interval::new(0, ones(width) >> zeros << zeros)
            }
        }
    }
}

/// The least number of the form 2^n - 1 that is `value` or more.
fn fill(value: u64) -> u64 {
    u64::MAX.checked_shr(value.leading_zeros()).unwrap_or(0)
}

impl Pool {
    /// The minimum and maximum unsigned value of a bit-vector term of at most 128 bits, by its
    /// structure; the full range for any other term.
    pub fn range(&self, term: Term) -> (u128, u128) {
        let node = self.node(term);
        let width = node.sort.width();
        if node.sort.is_small() && width > 0 {
            let (low, high) = self.intervals[term.index()].unsigned(width);
            return (low.into(), high.into());
        }
        match (node.op, self.as_bits(term)) {
            (_, Some(value)) => (value, value),
            (Op::Zext, _) => self.range(node.args[0]),
            _ if width == 0 => (0, u128::MAX),
            _ => (0, vector::mask(width)),
        }
    }

    /// The minimum and maximum signed value of a bit-vector term of at most 128 bits, by its
    /// structure; the full range for any other term.
    pub fn signed_range(&self, term: Term) -> (i128, i128) {
        let node = self.node(term);
        let width = node.sort.width();
        if node.sort.is_small() && width > 0 {
            let (low, high) = self.intervals[term.index()].signed(width);
            return (low.into(), high.into());
        }
        match (node.op, self.as_bits(term)) {
            (_, Some(value)) => (vector::signed(value, width), vector::signed(value, width)),
            (Op::Zext, _) if width <= 128 && self.width(node.args[0]) < width => {
                let (low, high) = self.range(node.args[0]);
                (low as i128, high as i128)
            }
            (Op::Sext, _) => self.signed_range(node.args[0]),
            _ if width == 0 => (i128::MIN, i128::MAX),
            _ => (
                vector::signed(1 << (width.min(128) - 1), width),
                (vector::mask(width) >> 1) as i128,
            ),
        }
    }

    /// The number of low bits of a bit-vector term that are always zero, at most 65535.
    #[inline]
    pub fn trailing_zeros(&self, term: Term) -> u32 {
        self.node(term).zeros.into()
    }
}
