//! Values that the platform chooses: addresses, the process id.
//!
//! If they are hidden ([`Pool::hide_chosen`]), such a value is a term with a symbol for the bits
//! that the platform does not guarantee, and constants for the others. So rewriting alone derives
//! what holds for every choice: alignment, that an address is not null, differences of addresses in
//! one object. The symbol knows our chosen value, and [`Pool::with_chosen`] substitutes it.

use crate::constant::Constant;
use crate::node::{Symbol, SymbolKind, Term, flag};
use crate::pool::Pool;
use crate::sort::Sort;
use crate::substitute::TermMap;
use rustc_hash::FxHashMap;

/// Addresses of a position-independent x86-64 Linux process lie below this power of two, and not
/// below its half: the program from `0x5555_5555_4000` on, the heap behind it, mappings and the
/// stack below `0x7fff_ffff_f000`.
const ADDRESS_BITS: u32 = 47;

/// Addresses below 4 GiB are those of x86 Linux. A position-independent process has the program
/// from `0x5655_5000` on, the heap behind it, mappings below `0xf800_0000` and the stack below
/// `0xffff_e000`, so this bit is set as long as it has less than 1 GiB.
const X86_BITS: u32 = 32;
const X86_KNOWN_BIT: u32 = 30;

/// The existing symbols.
#[derive(Default)]
pub(crate) struct Choosing {
    hidden: bool,
    /// By value, and number of symbolic bits.
    terms: FxHashMap<(u64, u32), Term>,
    /// Terms after substituting the chosen values.
    settled: TermMap,
}

impl Pool {
    /// Switches between symbols and constants for values that the platform chooses.
    pub fn hide_chosen(&mut self, hidden: bool) {
        self.chosen.hidden = hidden;
    }

    /// The address of an object at `base`, whose lowest `zeros` bits are zero on every platform.
    pub fn address(&mut self, base: u64, zeros: u32) -> Term {
        if !self.chosen.hidden {
            return self.bits(64, base.into());
        }
        let is_x86 = base >> X86_BITS == 0;
        // An object that is too large for any process has an arbitrary address.
        let is_usual = base >> (ADDRESS_BITS - 1) == 1;
        let bits = match (is_x86, is_usual) {
            (true, _) => X86_BITS,
            (false, true) => ADDRESS_BITS - 1,
            (false, false) => 64,
        } - zeros;
        if let Some(term) = self.chosen.terms.get(&(base, bits)) {
            return *term;
        }
        let mut term = self.chosen_symbol("address", base, zeros, bits);
        if is_x86 {
            term = self.x86_address(term, base, zeros);
        } else if is_usual {
            let one = self.bits(1, 1);
            term = self.concat(one, term);
        }
        if zeros > 0 {
            let low = self.bits(zeros, 0);
            term = self.concat(term, low);
        }
        let term = self.zext(term, 64);
        self.chosen.terms.insert((base, bits), term);
        term
    }

    /// An address on x86: the bits above the zero bits, with the one that is known for usual
    /// processes.
    fn x86_address(&mut self, symbol: Term, base: u64, zeros: u32) -> Term {
        if base >> X86_KNOWN_BIT & 1 == 0 || zeros > X86_KNOWN_BIT - 1 {
            return symbol;
        }
        let known = X86_KNOWN_BIT - zeros;
        let (high, one) = (self.extract(symbol, known + 1, known + 1), self.bits(1, 1));
        let low = self.extract(symbol, known - 1, 0);
        let high = self.concat(high, one);
        self.concat(high, low)
    }

    /// A number of `width` bits, below `2^bits`, that the platform chooses.
    pub fn chosen_number(&mut self, name: &str, value: u64, bits: u32, width: u32) -> Term {
        if !self.chosen.hidden {
            return self.bits(width, value.into());
        }
        if let Some(term) = self.chosen.terms.get(&(value, bits)) {
            return *term;
        }
        let symbol = self.chosen_symbol(name, value, 0, bits);
        let term = self.zext(symbol, width);
        self.chosen.terms.insert((value, bits), term);
        term
    }

    fn chosen_symbol(&mut self, name: &str, value: u64, shift: u32, bits: u32) -> Term {
        let kind = SymbolKind::Chosen { value, shift };
        let symbol = self.symbol(name, Sort::Bits(bits), kind);
        let known = self.bits(bits, u128::from(value >> shift) & ((1 << bits) - 1));
        self.chosen.settled.insert(symbol, known);
        symbol
    }

    /// The value of a symbol that a model does not assign: our choice for the platform, or else the
    /// default of its sort.
    pub fn usual_value(&self, symbol: Symbol) -> Constant {
        let info = self.symbol_info(symbol);
        match (info.kind, info.sort) {
            (SymbolKind::Chosen { value, shift }, Sort::Bits(width)) => {
                Constant::bits(width, u128::from(value >> shift) & ((1 << width) - 1))
            }
            (_, sort) => Constant::default_of(sort),
        }
    }

    /// Whether a choice of the platform occurs in a term.
    #[inline]
    pub fn has_chosen(&self, term: Term) -> bool {
        self.node(term).flags & flag::CHOSEN != 0
    }

    /// The symbols for choices of the platform in a term.
    pub fn chosen_symbols(&self, term: Term) -> Vec<Symbol> {
        let is_chosen =
            |symbol: &Symbol| matches!(self.symbol_info(*symbol).kind, SymbolKind::Chosen { .. });
        self.symbols(term)
            .iter()
            .copied()
            .filter(is_chosen)
            .collect()
    }

    /// The term after substituting our choices of the platform's values. Cached for every subterm.
    pub fn with_chosen(&mut self, term: Term) -> Term {
        if !self.has_chosen(term) {
            return term;
        }
        let mut settled = std::mem::take(&mut self.chosen.settled);
        let result = self.replace(term, &mut settled);
        self.chosen.settled = settled;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u64 = 0x5600_1000_0040;

    #[test]
    fn what_holds_of_every_address_is_known() {
        let mut pool = Pool::new();
        pool.hide_chosen(true);
        let [a, b] = [BASE, BASE + 64].map(|base| pool.address(base, 4));
        assert_ne!(a, b);
        assert_eq!(pool.address(BASE, 4), a);
        let [zero, one, seven, fifteen, inverted, twelve] =
            [0, 1, 7, 15, !15, 12].map(|value: u64| pool.bits(64, value.into()));
        let low = pool.bit_and(a, seven);
        assert_eq!(pool.as_bits(low), Some(0));
        assert_eq!(pool.eq(a, zero), Term::FALSE);
        assert_eq!(pool.slt(a, zero), Term::FALSE);
        let further = pool.add(a, twelve);
        let distance = pool.sub(further, a);
        assert_eq!(pool.as_bits(distance), Some(12));
        assert_eq!(pool.ult(a, further), Term::TRUE);
        assert_eq!(pool.ult(further, a), Term::FALSE);
        let tagged = pool.bit_or(a, one);
        assert_eq!(pool.bit_and(tagged, inverted), a);
        let rounded = pool.add(a, fifteen);
        assert_eq!(pool.bit_and(rounded, inverted), a);
        let both = pool.bit_xor(a, b);
        assert_eq!(pool.bit_xor(both, a), b);
        assert!(pool.has_chosen(both) && !pool.is_const(both));
    }

    #[test]
    fn addresses_of_32_bits_are_not_null() {
        let mut pool = Pool::new();
        pool.hide_chosen(true);
        let a = pool.address(0x6000_0010, 4);
        let (low, zero, all) = (pool.extract(a, 31, 0), pool.bits(32, 0), pool.bits(32, !15));
        assert_eq!(pool.eq(low, zero), Term::FALSE);
        assert_eq!(pool.bit_and(low, all), low);
        assert_eq!(pool.zext(low, 64), a);
        let twelve = pool.bits(64, 12);
        let further = pool.add(a, twelve);
        let distance = pool.sub(further, a);
        assert_eq!(pool.as_bits(distance), Some(12));
        let beyond = pool.address(0x9000_0000, 4);
        assert!(!pool.is_const(beyond));
        for (term, base) in [(a, 0x6000_0010), (beyond, 0x9000_0000)] {
            let known = pool.with_chosen(term);
            assert_eq!(pool.as_bits(known), Some(base));
        }
    }

    #[test]
    fn what_we_chose_is_put_in() {
        let mut pool = Pool::new();
        pool.hide_chosen(true);
        let (near, far) = (pool.address(BASE, 4), pool.address(1 << 50, 4));
        for (term, base) in [(near, BASE), (far, 1 << 50)] {
            let known = pool.with_chosen(term);
            assert_eq!(pool.as_bits(known), Some(base.into()));
        }
        let process = pool.chosen_number("process", 1000, 22, 32);
        let known = pool.with_chosen(process);
        assert_eq!(pool.as_bits(known), Some(1000));
        pool.hide_chosen(false);
        let known = pool.address(BASE, 4);
        assert_eq!(pool.as_bits(known), Some(BASE.into()));
    }
}
