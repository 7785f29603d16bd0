//! The operands of inline assembly.

use super::super::Lower;
use super::super::function::FunctionLowering;
use super::super::types::{is_scalar, lower_type};
use super::super::wide::is_wide;
use crate::ll::Value;
use sheaf_ir::{CastOp, Op, Operand, Type};

/// An operand, by its constraint.
pub(super) enum Place {
    /// A part of the result, by index.
    Result(usize),
    /// A scalar in memory: its address and its type.
    Object(Operand, Type),
    /// A value that is only read.
    Argument(Operand),
}

/// Inline assembly while it is executed.
pub(super) struct Assembly {
    /// The operands `$0`, `$1` and so on.
    places: Vec<Place>,
    /// The constraint of each operand, such as `={ax}` and `r`.
    constraints: Vec<String>,
    /// The values of the parts of the result.
    pub(super) results: Vec<Operand>,
    /// The carry flag, if an instruction has set it to something known.
    pub(super) carry: Option<Operand>,
}

impl Assembly {
    /// The operand that a text such as `$1` or `${1:q}` refers to, and the width of a register in
    /// bits that the letter after the colon stands for.
    fn place(&self, text: &str) -> Option<(&Place, Option<u32>)> {
        let name = text.strip_prefix('$')?;
        let braced = name
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'));
        let (number, letter) = match braced.unwrap_or(name).split_once(':') {
            Some((number, letter)) => (number, Some(letter)),
            None => (braced.unwrap_or(name), None),
        };
        let width = match letter {
            None => None,
            Some("b") => Some(8),
            Some("w") => Some(16),
            Some("k") => Some(32),
            Some("q") => Some(64),
            Some(_) => return None,
        };
        let place = self.places.get(number.parse::<usize>().ok()?)?;
        Some((place, width))
    }

    /// Whether a part of the result is in one of the registers that `cpuid` writes, or in one that
    /// the compiler chooses and that is no argument.
    pub(super) fn is_queried(&self, result: usize) -> bool {
        let written = ["ax", "bx", "cx", "dx"];
        let mut places = self.constraints.iter().zip(&self.places);
        let is_result = |place: &Place| matches!(place, Place::Result(at) if *at == result);
        let of_result = places.find(|(_, place)| is_result(place));
        let is_argument = self.places.iter().filter(|place| is_result(place)).count() > 1;
        of_result.is_some_and(|(constraint, _)| match in_register(constraint) {
            Some(register) => written.contains(&register),
            None => !is_argument,
        })
    }

    /// The part of the result that is in a register of the processor, such as `ax`.
    pub(super) fn result_in(&self, register: &str) -> Option<usize> {
        let mut places = self.constraints.iter().zip(&self.places);
        places.find_map(|(constraint, place)| match place {
            Place::Result(result) if in_register(constraint) == Some(register) => Some(*result),
            _ => None,
        })
    }
}

impl FunctionLowering<'_, '_> {
    /// The operands of an assembly and the initial values of its results: those of the arguments
    /// that are tied to them, otherwise any. `None` if the constraints are not supported.
    pub(super) fn assembly_operands(
        &mut self,
        inst: Value,
        constraints: &str,
        ty: &Option<Type>,
    ) -> Lower<Option<Assembly>> {
        let constraints = constraints.split(',');
        let constraints: Vec<String> = constraints
            .filter(|it| !it.starts_with('~') && !it.is_empty())
            .map(str::to_string)
            .collect();
        let outputs = constraints.iter().filter(|it| is_result(it)).count();
        let types = match ty {
            None => Vec::new(),
            Some(Type::Tuple(types)) if outputs != 1 => types.to_vec(),
            Some(ty) => vec![ty.clone()],
        };
        let mut results = Vec::new();
        let mut places = Vec::new();
        let mut arguments = (0..).zip(inst.arguments());
        for constraint in &constraints {
            let kind = constraint.trim_start_matches(['=', '&', '%']);
            // A flag of the processor, such as `=@ccz`.
            if kind.contains('@') {
                return Ok(None);
            }
            if is_result(constraint) {
                let Some(ty) = types.get(results.len()) else {
                    return Ok(None);
                };
                places.push(Place::Result(results.len()));
                results.push(self.any_value(ty.clone()));
                continue;
            }
            let Some((number, argument)) = arguments.next() else {
                return Ok(None);
            };
            let value = self.operand(argument)?;
            if !kind.starts_with('*') {
                places.push(Place::Argument(value));
                continue;
            }
            match inst.argument_element(number) {
                Some(ty) if is_scalar(ty) && !is_wide(ty) => {
                    places.push(Place::Object(value, lower_type(ty)?))
                }
                _ => return Ok(None),
            }
        }
        // What is tied to a part of the result is that part: both are one register.
        for (at, constraint) in constraints.iter().enumerate() {
            if let Place::Argument(value) = places[at]
                && let Some(result) = tied_result(constraint, &constraints, &places)
            {
                if self.type_of(value) != types[result] {
                    return Ok(None);
                }
                results[result] = value;
                places[at] = Place::Result(result);
            }
        }
        Ok((results.len() == types.len()).then_some(Assembly {
            places,
            constraints,
            results,
            carry: None,
        }))
    }

    /// The value of an operand or a constant, of any type if it is an operand.
    pub(super) fn assembly_value(
        &mut self,
        assembly: &Assembly,
        text: &str,
        ty: &Type,
    ) -> Option<Operand> {
        if let (Some(number), Type::Bits(width)) = (text.strip_prefix("$$"), ty) {
            return Some(self.bits(*width, constant(number)? as u128));
        }
        match assembly.place(text)? {
            (Place::Result(at), _) => Some(assembly.results[*at]),
            (Place::Object(address, ty), _) => Some(self.load_scalar(*address, ty.clone())),
            (Place::Argument(value), _) => Some(*value),
        }
    }

    /// The type of an operand that is written; `None` if it is not one.
    pub(super) fn assembly_type(&self, assembly: &Assembly, text: &str) -> Option<Type> {
        match assembly.place(text)? {
            (Place::Result(at), _) => Some(self.type_of(assembly.results[*at])),
            (Place::Object(_, ty), _) => Some(ty.clone()),
            (Place::Argument(_), _) => None,
        }
    }

    /// Writes a value of the operand's own type.
    pub(super) fn assembly_set(&mut self, assembly: &mut Assembly, text: &str, value: Operand) {
        match assembly.place(text) {
            Some((Place::Result(at), _)) => {
                let at = *at;
                assembly.results[at] = value;
            }
            Some((Place::Object(address, _), _)) => {
                let ptr = *address;
                self.builder.push_void(Op::Store { ptr, value });
            }
            _ => {}
        }
    }

    /// The width of an operand in bits: of the register that its letter names, or of its type.
    pub(super) fn assembly_width(&self, assembly: &Assembly, text: &str) -> Option<u32> {
        let (place, width) = assembly.place(text)?;
        let ty = match place {
            Place::Result(at) => self.type_of(assembly.results[*at]),
            Place::Object(_, ty) => ty.clone(),
            Place::Argument(value) => self.type_of(*value),
        };
        match (width, ty) {
            (Some(width), _) | (None, Type::Bits(width)) => Some(width),
            _ => None,
        }
    }

    /// Reads the low bits of an integer operand, or a constant. The upper bits of a register with
    /// a narrower value are unspecified, so those cannot be read.
    pub(super) fn assembly_bits(
        &mut self,
        assembly: &Assembly,
        text: &str,
        width: u32,
    ) -> Option<Operand> {
        let value = self.assembly_value(assembly, text, &Type::Bits(width))?;
        let is_object = matches!(assembly.place(text), Some((Place::Object(..), _)));
        match self.type_of(value) {
            Type::Bits(bits) if bits == width => Some(value),
            Type::Bits(bits) if bits > width && !is_object => {
                Some(self.resize(value, width, false))
            }
            _ => None,
        }
    }

    /// Writes an integer to a part of the result. Writing 32 bits clears the upper half of a
    /// register; writing fewer bits keeps the others, which is not supported.
    pub(super) fn assembly_set_result(
        &mut self,
        assembly: &mut Assembly,
        at: usize,
        value: Operand,
    ) -> Option<()> {
        let width = self.width_of(value);
        assembly.results[at] = match self.type_of(assembly.results[at]) {
            Type::Bits(bits) if bits <= width => self.resize(value, bits, false),
            Type::Bits(bits) if width == 32 => self.cast(CastOp::ZExt, value, Type::Bits(bits)),
            _ => return None,
        };
        Some(())
    }

    /// Writes an integer to an operand.
    pub(super) fn assembly_set_bits(
        &mut self,
        assembly: &mut Assembly,
        text: &str,
        value: Operand,
    ) -> Option<()> {
        match assembly.place(text)? {
            (Place::Result(at), _) => {
                let at = *at;
                self.assembly_set_result(assembly, at, value)
            }
            (Place::Object(_, ty), _) if *ty == self.type_of(value) => {
                self.assembly_set(assembly, text, value);
                Some(())
            }
            _ => None,
        }
    }
}

/// Whether the operand with this constraint is a part of the result.
fn is_result(constraint: &str) -> bool {
    constraint.starts_with('=') && !constraint.trim_start_matches(['=', '&']).starts_with('*')
}

/// The register that a constraint such as `={ax}` names; `ax` also for `{eax}` and `{rax}`.
fn in_register(constraint: &str) -> Option<&str> {
    let kind = constraint.trim_start_matches(['=', '&', '%']);
    let name = kind.strip_prefix('{')?.strip_suffix('}')?;
    Some(match name.strip_prefix(['e', 'r']) {
        Some(short) if short.len() == 2 && short.starts_with(char::is_alphabetic) => short,
        _ => name,
    })
}

/// A decimal or hexadecimal constant. Other numbers that start with 0 are octal: not supported.
fn constant(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let number = match digits.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => return None,
        None => digits.parse().ok()?,
    };
    Some(sign * number)
}

/// The part of the result that an argument with this constraint is tied to: by its number, or
/// since both are in the same register.
fn tied_result(constraint: &str, constraints: &[String], places: &[Place]) -> Option<usize> {
    let number = constraint.trim_start_matches('%').parse::<usize>().ok();
    let register = in_register(constraint);
    let is_tied = |at: usize| match number {
        Some(number) => number == at,
        None => register.is_some() && in_register(&constraints[at]) == register,
    };
    let mut numbered = places.iter().enumerate();
    numbered.find_map(|(at, place)| match place {
        Place::Result(result) if is_tied(at) => Some(*result),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_tied_by_number_or_register() {
        let places = [Place::Result(0), Place::Result(1)];
        let constraints = ["={ax}", "=&{dx}"].map(str::to_string);
        let tied = |constraint| tied_result(constraint, &constraints, &places);
        assert_eq!(tied("%1"), Some(1));
        assert_eq!(tied("0"), Some(0));
        assert_eq!(tied("{dx}"), Some(1));
        assert_eq!(tied("{eax}"), Some(0));
        assert_eq!(tied("r"), None);
    }

    #[test]
    fn octal_constants_are_not_read_as_decimal() {
        assert_eq!(constant("-5"), Some(-5));
        assert_eq!(constant("0x1f"), Some(31));
        assert_eq!(constant("0"), Some(0));
        assert_eq!(constant("010"), None);
        assert_eq!(constant("-010"), None);
        assert_eq!(constant("x"), None);
    }
}
