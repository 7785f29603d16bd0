//! Bit-vector terms. A pool holds each term once, so that equal terms have equal handles; booleans
//! are terms of one bit. Constants are folded and a few rewrite rules are applied when a term is
//! made ([`crate::rewrite`]). What an operator means is stated once, in [`evaluate`].

use std::collections::HashMap;

/// Maximum width of a term in bits.
pub const MAX_WIDTH: u32 = 128;

/// A term of a [`Pool`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub u32);

impl Term {
    /// False.
    pub const FALSE: Term = Term(0);
    /// True.
    pub const TRUE: Term = Term(1);

    /// A constant bit.
    pub fn bit(value: bool) -> Term {
        match value {
            true => Term::TRUE,
            false => Term::FALSE,
        }
    }
}

/// Operators. Where nothing else is said, operands and result have one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// Complement.
    Not,
    /// Bitwise conjunction.
    And,
    /// Bitwise disjunction.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Sum modulo the width.
    Add,
    /// Difference modulo the width.
    Sub,
    /// Product modulo the width.
    Mul,
    /// Unsigned quotient; all ones if the divisor is zero.
    Udiv,
    /// Unsigned remainder; the dividend if the divisor is zero.
    Urem,
    /// Left shift; zero if the distance is the width or more.
    Shl,
    /// Logical right shift; zero if the distance is the width or more.
    Lshr,
    /// Arithmetic right shift; the sign everywhere if the distance is the width or more.
    Ashr,
    /// Equality: one bit.
    Eq,
    /// Unsigned less-than: one bit.
    Ult,
    /// Signed less-than: one bit.
    Slt,
    /// The second operand if the first, one bit, is set, else the third.
    Ite,
    /// The first operand above the second; the width is the sum.
    Concat,
    /// As many bits as the result has, from this one on.
    Extract(u32),
    /// Zero extension to the width of the result.
    Zext,
    /// Sign extension to the width of the result.
    Sext,
}

/// How a term is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant; bits above the width are zero.
    Const(u128),
    /// A symbol with a number: any value. If it stands for uninitialized memory, it is undefined.
    Symbol {
        /// Unique in a walk.
        number: u32,
        /// Whether it stands for uninitialized memory.
        undefined: bool,
    },
    /// The address of an object, by its number: any address that an object may have.
    Address(u32),
    /// An operator with its operands; those that it does not have are [`Term::FALSE`].
    Apply(Operator, [Term; 3]),
}

/// Number of operands.
pub fn arity(operator: Operator) -> usize {
    match operator {
        Operator::Not | Operator::Extract(_) | Operator::Zext | Operator::Sext => 1,
        Operator::Ite => 3,
        _ => 2,
    }
}

/// All terms.
pub struct Pool {
    nodes: Vec<Node>,
    widths: Vec<u32>,
    /// Whether an undefined symbol occurs in each term.
    undefined: Vec<bool>,
    known: HashMap<(Node, u32), Term>,
    symbols: u32,
}

impl Default for Pool {
    fn default() -> Self {
        let mut pool = Pool {
            nodes: Vec::new(),
            widths: Vec::new(),
            undefined: Vec::new(),
            known: HashMap::new(),
            symbols: 0,
        };
        pool.bits(1, 0);
        pool.bits(1, 1);
        pool
    }
}

impl Pool {
    /// The term of a node, without rewriting.
    pub(crate) fn intern(&mut self, node: Node, width: u32) -> Term {
        if let Some(term) = self.known.get(&(node, width)) {
            return *term;
        }
        let undefined = match node {
            Node::Const(_) | Node::Address(_) => false,
            Node::Symbol { undefined, .. } => undefined,
            Node::Apply(operator, args) => args[..arity(operator)]
                .iter()
                .any(|arg| self.is_undefined(*arg)),
        };
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(node);
        self.widths.push(width);
        self.undefined.push(undefined);
        self.known.insert((node, width), term);
        term
    }

    /// How a term is made.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.0 as usize]
    }

    /// The width of a term in bits.
    pub fn width(&self, term: Term) -> u32 {
        self.widths[term.0 as usize]
    }

    /// Whether uninitialized memory occurs in a term.
    pub fn is_undefined(&self, term: Term) -> bool {
        self.undefined[term.0 as usize]
    }

    /// A constant; bits above the width are dropped.
    pub fn bits(&mut self, width: u32, value: u128) -> Term {
        self.intern(Node::Const(value & mask(width)), width)
    }

    /// A new symbol.
    pub fn symbol(&mut self, width: u32, undefined: bool) -> Term {
        let number = self.symbols;
        self.symbols += 1;
        self.intern(Node::Symbol { number, undefined }, width)
    }

    /// The address of an object.
    pub fn address(&mut self, object: u32) -> Term {
        self.intern(Node::Address(object), 64)
    }

    /// The value of a constant.
    pub fn constant(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }
}

/// The bits of a width.
pub fn mask(width: u32) -> u128 {
    match width {
        128.. => u128::MAX,
        _ => (1 << width) - 1,
    }
}

/// A value as a signed number.
pub fn signed(width: u32, value: u128) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

/// The value of an operator. `width` is that of the result, `widths` are those of the operands.
pub fn evaluate(operator: Operator, width: u32, values: [u128; 3], widths: [u32; 3]) -> u128 {
    let [a, b, c] = values;
    let beyond = b >= u128::from(width);
    let value = match operator {
        Operator::Not => !a,
        Operator::And => a & b,
        Operator::Or => a | b,
        Operator::Xor => a ^ b,
        Operator::Add => a.wrapping_add(b),
        Operator::Sub => a.wrapping_sub(b),
        Operator::Mul => a.wrapping_mul(b),
        Operator::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
        Operator::Urem => a.checked_rem(b).unwrap_or(a),
        Operator::Shl if beyond => 0,
        Operator::Shl => a << b,
        Operator::Lshr if beyond => 0,
        Operator::Lshr => a >> b,
        Operator::Ashr => (signed(width, a) >> b.min(127)) as u128,
        Operator::Eq => u128::from(a == b),
        Operator::Ult => u128::from(a < b),
        Operator::Slt => u128::from(signed(widths[0], a) < signed(widths[1], b)),
        Operator::Ite if a == 1 => b,
        Operator::Ite => c,
        Operator::Concat => (a << widths[1]) | b,
        Operator::Extract(low) => a >> low,
        Operator::Zext => a,
        Operator::Sext => signed(widths[0], a) as u128,
    };
    value & mask(width)
}
