//! Inline assembly: empty assembly, moves of operands and constants, and processor queries.
//! Anything else is a reason that names the instruction.

use super::function::FunctionLowering;
use super::types::{lower_result, lower_type};
use super::{Lower, unsupported};
use crate::ll::Value;
use sheaf_ir::{Operand, Type};

/// Instructions without an effect that a single-threaded program can observe.
const NOTHING: [&str; 8] = [
    "nop", "rep", "rep nop", "pause", "mfence", "lfence", "sfence", "endbr64",
];

/// Mnemonics of moves, and their width in bits.
const MOVES: [(&str, Option<u32>); 6] = [
    ("mov", None),
    ("movb", Some(8)),
    ("movw", Some(16)),
    ("movl", Some(32)),
    ("movq", Some(64)),
    ("movabsq", Some(64)),
];

/// Maximum length of an instruction in a reason.
const MAX_SHOWN: usize = 40;

/// The meaning of an operand, by its constraint.
#[derive(Clone, Copy)]
enum AsmOperand {
    /// A part of the result, by index.
    Result(usize),
    /// An object, by the argument that has its address.
    Object(usize),
    /// The value of an argument.
    Argument(usize),
}

impl FunctionLowering<'_, '_> {
    /// Assembly is executed step by step on the values of its results; those that are tied to an
    /// argument start with its value.
    pub(super) fn assembly(&mut self, inst: Value) -> Lower<Option<Operand>> {
        let callee = inst.callee();
        let (text, constraints) = (callee.assembly(), callee.assembly_constraints());
        let ty = lower_result(inst.ty())?;
        if is_processor_query(&text)
            && let Some(Type::Tuple(types)) = &ty
        {
            let zeros = types.iter().map(|ty| match ty {
                Type::Bits(width) => self.bits(*width, 0),
                ty => self.any_value(ty.clone()),
            });
            let zeros = zeros.collect();
            return Ok(Some(self.tuple(zeros)));
        }
        let operands = operands(&constraints);
        let mut results = self.results(inst, &ty, &constraints, &operands)?;
        for step in instructions(&text) {
            let is_done = !callee.is_intel_assembly()
                && self.step(step, inst, &operands, &mut results)?.is_some();
            if !is_done {
                // As the source has it: LLVM writes `$0` for `%0`, and `$$1` for `$1`.
                let shown = step
                    .replace("$$", "\0")
                    .replace('$', "%")
                    .replace('\0', "$");
                let shown: String = shown.chars().take(MAX_SHOWN).collect();
                self.call_unmodelled(&format!("inline assembly `{shown}`"));
                return Ok(ty.map(|ty| self.undefined(ty)));
            }
        }
        match (&results[..], ty) {
            (_, None) => Ok(None),
            ([single], Some(ty)) if self.type_of(*single) == ty => Ok(Some(*single)),
            _ => Ok(Some(self.tuple(results))),
        }
    }

    /// The values of the results before the first instruction.
    fn results(
        &mut self,
        inst: Value,
        ty: &Option<Type>,
        constraints: &str,
        operands: &[AsmOperand],
    ) -> Lower<Vec<Operand>> {
        let count = operands
            .iter()
            .filter(|place| matches!(place, AsmOperand::Result(_)));
        let types = match (ty, count.count()) {
            (None, 0) => Vec::new(),
            (Some(ty), 1) => vec![ty.clone()],
            (Some(Type::Tuple(types)), count) if types.len() == count => types.to_vec(),
            _ => return unsupported("inline assembly"),
        };
        let tied = tied_arguments(constraints, operands);
        let mut results = Vec::new();
        for (result, ty) in types.into_iter().enumerate() {
            let argument = tied.iter().find(|(to, _)| *to == result);
            let value = match argument.and_then(|(_, at)| inst.arguments().get(*at).copied()) {
                Some(argument) => self.operand(argument)?,
                None => self.any_value(ty.clone()),
            };
            if self.type_of(value) != ty {
                return unsupported("inline assembly");
            }
            results.push(value);
        }
        Ok(results)
    }

    /// Executes an instruction; `None` if it is not supported.
    fn step(
        &mut self,
        step: &str,
        inst: Value,
        operands: &[AsmOperand],
        results: &mut [Operand],
    ) -> Lower<Option<()>> {
        if NOTHING.contains(&step) {
            return Ok(Some(()));
        }
        let Some((width, from, to)) = parse_move(step) else {
            return Ok(None);
        };
        let Some(to) = place(to, operands) else {
            return Ok(None);
        };
        let arguments = inst.arguments();
        let (ty, object) = match to {
            AsmOperand::Result(at) => (self.type_of(results[at]), None),
            AsmOperand::Object(at) => {
                let Some(ty) = inst.argument_element(at as u32) else {
                    return Ok(None);
                };
                (lower_type(ty)?, Some((self.operand(arguments[at])?, ty)))
            }
            AsmOperand::Argument(_) => return Ok(None),
        };
        let Some(value) = self.moved(from, &ty, &arguments, operands, results)? else {
            return Ok(None);
        };
        let bits = match ty {
            Type::Bits(bits) => bits,
            Type::Ptr => self.cx.pointer_bits(),
            _ => return Ok(None),
        };
        if self.type_of(value) != ty || width.is_some_and(|width| width != bits) {
            return Ok(None);
        }
        match (to, object) {
            (AsmOperand::Result(at), _) => results[at] = value,
            (_, Some((object, ty))) => self.store(object, value, ty)?,
            _ => return Ok(None),
        }
        Ok(Some(()))
    }

    /// The source value of a move, for a destination of this type.
    fn moved(
        &mut self,
        from: &str,
        ty: &Type,
        arguments: &[Value],
        operands: &[AsmOperand],
        results: &[Operand],
    ) -> Lower<Option<Operand>> {
        if let (Some(number), Type::Bits(width)) = (from.strip_prefix("$$"), ty) {
            let number = number.parse::<i64>().ok();
            return Ok(number.map(|number| self.bits(*width, number as u128)));
        }
        Ok(match place(from, operands) {
            Some(AsmOperand::Result(at)) => Some(results[at]),
            Some(AsmOperand::Argument(at)) => Some(self.operand(arguments[at])?),
            _ => None,
        })
    }
}

/// The instructions of an assembly string, without comments, alignment and the dots of labels.
fn instructions(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.split(['\n', ';']).map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with(".p2align"))
}

/// The operands that constraints such as `=r,=*m,0,r,~{memory}` describe, in order.
fn operands(constraints: &str) -> Vec<AsmOperand> {
    let (mut results, mut arguments) = (0, 0);
    let next = |counter: &mut usize| {
        *counter += 1;
        *counter - 1
    };
    let mut operands = Vec::new();
    for constraint in constraints.split(',') {
        if constraint.starts_with('~') || constraint.is_empty() {
            continue;
        }
        operands.push(match constraint.strip_prefix('=') {
            Some(output) if output.starts_with('*') => AsmOperand::Object(next(&mut arguments)),
            Some(_) => AsmOperand::Result(next(&mut results)),
            None if constraint.starts_with('*') => AsmOperand::Object(next(&mut arguments)),
            None => AsmOperand::Argument(next(&mut arguments)),
        });
    }
    operands
}

/// Pairs of a result and the argument tied to it.
fn tied_arguments(constraints: &str, operands: &[AsmOperand]) -> Vec<(usize, usize)> {
    let pairs = constraints.split(',').zip(operands);
    let tied = pairs.filter_map(|(constraint, place)| {
        let AsmOperand::Argument(argument) = place else {
            return None;
        };
        match operands.get(constraint.parse::<usize>().ok()?)? {
            AsmOperand::Result(result) => Some((*result, *argument)),
            _ => None,
        }
    });
    tied.collect()
}

/// The operand that `$N` refers to.
fn place(text: &str, operands: &[AsmOperand]) -> Option<AsmOperand> {
    let number = text.strip_prefix('$')?.parse::<usize>().ok()?;
    operands.get(number).copied()
}

/// Width, source and target of a move.
fn parse_move(step: &str) -> Option<(Option<u32>, &str, &str)> {
    let (mnemonic, operands) = step.split_once(char::is_whitespace)?;
    let (_, width) = MOVES.iter().find(|(name, _)| *name == mnemonic)?;
    let (from, to) = operands.split_once(',')?;
    Some((*width, from.trim(), to.trim()))
}

/// Whether assembly only queries the processor's features, which are those of one without any
/// extension: all zeros. The register exchanged around it is one that it must preserve.
fn is_processor_query(assembly: &str) -> bool {
    let mut lines = assembly.lines().map(str::trim);
    lines.clone().any(|line| line == "cpuid")
        && lines.all(|line| line.is_empty() || line == "cpuid" || line.starts_with("xchg"))
}

#[cfg(test)]
mod tests {
    use super::{instructions, parse_move};

    #[test]
    fn texts_are_taken_apart() {
        let all: Vec<&str> = instructions("# none\n\tmovl $1, $0; nop\n").collect();
        assert_eq!(all, ["movl $1, $0", "nop"]);
        assert_eq!(parse_move(all[0]), Some((Some(32), "$1", "$0")));
        assert_eq!(parse_move("addl $1, $0"), None);
    }
}
