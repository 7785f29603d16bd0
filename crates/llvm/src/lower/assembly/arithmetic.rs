//! Integer instructions of x86 in inline assembly, as libraries for large numbers use them (GMP's
//! `longlong.h`): addition with carry, products and quotients of two words, and bit searches.

use super::super::function::FunctionLowering;
use super::operands::Assembly;
use sheaf_ir::{BinaryOp, CompareOp, FailureKind, Operand, Type, UnaryOp};

/// Mnemonics without their suffixes for widths.
const MNEMONICS: [&str; 14] = [
    "add", "adc", "sub", "sbb", "and", "or", "xor", "neg", "not", "mul", "div", "bsf", "bsr",
    "bswap",
];

impl FunctionLowering<'_, '_> {
    /// Executes an instruction; `None` if it is not supported.
    pub(super) fn assembly_arithmetic(
        &mut self,
        assembly: &mut Assembly,
        step: &str,
    ) -> Option<()> {
        let (name, width, operands) = parse(step)?;
        let width = match width {
            Some(width) => width,
            None => self.assembly_width(assembly, operands.last()?)?,
        };
        match (name, &operands[..]) {
            ("mul" | "div", [_]) if width == 8 => None,
            ("mul", [by]) => self.double_product(assembly, by, width),
            ("div", [by]) => self.double_quotient(assembly, by, width),
            ("neg" | "not" | "bswap", [to]) => self.one_operand(assembly, name, to, width),
            ("bsf" | "bsr", [from, to]) => self.bit_search(assembly, name, [from, to], width),
            (_, [from, to]) => self.two_operands(assembly, name, [from, to], width),
            _ => None,
        }
    }

    fn one_operand(
        &mut self,
        assembly: &mut Assembly,
        name: &str,
        to: &str,
        width: u32,
    ) -> Option<()> {
        let value = self.assembly_bits(assembly, to, width)?;
        let result = match name {
            "not" => self.not(value),
            "bswap" if width >= 32 => self.unary(UnaryOp::ByteSwap, value),
            "neg" => {
                let zero = self.bits(width, 0);
                assembly.carry = Some(self.compare(CompareOp::Ne, value, zero));
                self.binary(BinaryOp::Sub, zero, value)
            }
            _ => return None,
        };
        self.assembly_set_bits(assembly, to, result)
    }

    /// `to` becomes the result of an operation on it and `from`.
    fn two_operands(
        &mut self,
        assembly: &mut Assembly,
        name: &str,
        [from, to]: [&str; 2],
        width: u32,
    ) -> Option<()> {
        let by = self.assembly_bits(assembly, from, width)?;
        let value = self.assembly_bits(assembly, to, width)?;
        let (op, overflows) = match name {
            "add" | "adc" => (BinaryOp::Add, CompareOp::UAddOverflows),
            "sub" | "sbb" => (BinaryOp::Sub, CompareOp::USubOverflows),
            _ => {
                let op = match name {
                    "and" => BinaryOp::And,
                    "or" => BinaryOp::Or,
                    "xor" => BinaryOp::Xor,
                    _ => return None,
                };
                assembly.carry = Some(self.bool(false));
                let result = self.binary(op, value, by);
                return self.assembly_set_bits(assembly, to, result);
            }
        };
        let mut result = self.binary(op, value, by);
        let mut carry = self.compare(overflows, value, by);
        if matches!(name, "adc" | "sbb") {
            let before = assembly.carry?;
            let before = self.resize(before, width, false);
            let without = result;
            result = self.binary(op, without, before);
            let second = self.compare(overflows, without, before);
            carry = self.binary(BinaryOp::Or, carry, second);
        }
        assembly.carry = Some(carry);
        self.assembly_set_bits(assembly, to, result)
    }

    /// The number of the lowest or the highest bit that is set; any number if none is.
    fn bit_search(
        &mut self,
        assembly: &mut Assembly,
        name: &str,
        [from, to]: [&str; 2],
        width: u32,
    ) -> Option<()> {
        let value = self.assembly_bits(assembly, from, width)?;
        let found = match name {
            "bsf" => self.unary(UnaryOp::CountTrailingZeros, value),
            _ => {
                let zeros = self.unary(UnaryOp::CountLeadingZeros, value);
                let top = self.bits(width, u128::from(width - 1));
                self.binary(BinaryOp::Sub, top, zeros)
            }
        };
        let zero = self.bits(width, 0);
        let is_zero = self.compare(CompareOp::Eq, value, zero);
        let any = self.any_value(Type::Bits(width));
        let result = self.select(is_zero, any, found);
        assembly.carry = None;
        self.assembly_set_bits(assembly, to, result)
    }

    /// `dx:ax` becomes the product of `ax` and an operand.
    fn double_product(&mut self, assembly: &mut Assembly, by: &str, width: u32) -> Option<()> {
        let by = self.assembly_bits(assembly, by, width)?;
        let [low, high] = ["ax", "dx"].map(|register| assembly.result_in(register));
        let (low, high) = (low?, high?);
        let value = self.register(assembly, low, width)?;
        let [value, by] = [value, by].map(|it| self.resize(it, 2 * width, false));
        let product = self.binary(BinaryOp::Mul, value, by);
        let bits = self.bits(2 * width, width.into());
        let upper = self.binary(BinaryOp::LShr, product, bits);
        let [lower, upper] = [product, upper].map(|it| self.resize(it, width, false));
        assembly.carry = None;
        self.assembly_set_result(assembly, low, lower)?;
        self.assembly_set_result(assembly, high, upper)
    }

    /// `ax` becomes the quotient of `dx:ax` and an operand, `dx` the remainder.
    fn double_quotient(&mut self, assembly: &mut Assembly, by: &str, width: u32) -> Option<()> {
        let by = self.assembly_bits(assembly, by, width)?;
        let [low, high] = ["ax", "dx"].map(|register| assembly.result_in(register));
        let (low, high) = (low?, high?);
        let upper = self.register(assembly, high, width)?;
        let lower = self.register(assembly, low, width)?;
        // The processor raises the same exception for zero.
        let fits = self.compare(CompareOp::Ult, upper, by);
        let message = "the quotient of `div` does not fit into its register";
        self.check(fits, FailureKind::DivisionByZero, message);
        let [upper, lower, by] = [upper, lower, by].map(|it| self.resize(it, 2 * width, false));
        let bits = self.bits(2 * width, width.into());
        let upper = self.binary(BinaryOp::Shl, upper, bits);
        let value = self.binary(BinaryOp::Or, upper, lower);
        let [quotient, rest] = [BinaryOp::UDiv, BinaryOp::URem].map(|op| {
            let wide = self.binary(op, value, by);
            self.resize(wide, width, false)
        });
        assembly.carry = None;
        self.assembly_set_result(assembly, low, quotient)?;
        self.assembly_set_result(assembly, high, rest)
    }

    /// The low bits of a part of the result.
    fn register(&mut self, assembly: &Assembly, at: usize, width: u32) -> Option<Operand> {
        let value = assembly.results[at];
        match self.type_of(value) {
            Type::Bits(bits) if bits >= width => Some(self.resize(value, width, false)),
            _ => None,
        }
    }
}

/// The mnemonic of an instruction without its suffix, the width in bits that the suffix names, and
/// the operands.
fn parse(step: &str) -> Option<(&str, Option<u32>, Vec<&str>)> {
    let (word, operands) = step.split_once(char::is_whitespace)?;
    let operands = operands.split(',').map(str::trim).collect();
    if MNEMONICS.contains(&word) {
        return Some((word, None, operands));
    }
    let (name, suffix) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let width = match suffix {
        "b" => 8,
        "w" => 16,
        "l" => 32,
        "q" => 64,
        _ => return None,
    };
    MNEMONICS
        .contains(&name)
        .then_some((name, Some(width), operands))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn suffixes_name_widths() {
        assert_eq!(
            parse("addq $5, ${1:q}"),
            Some(("add", Some(64), vec!["$5", "${1:q}"]))
        );
        assert_eq!(parse("sub $$1,$0"), Some(("sub", None, vec!["$$1", "$0"])));
        assert_eq!(parse("subb $1,$0").unwrap().1, Some(8));
        assert_eq!(parse("mulx $3, $0, $1"), None);
        assert_eq!(parse("ret"), None);
    }
}
