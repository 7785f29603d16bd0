//! Inline assembly: empty assembly, moves of operands and constants, integer instructions
//! (`arithmetic`) and processor queries. Anything else is a reason that names the instruction.

mod arithmetic;
mod operands;

use super::function::FunctionLowering;
use super::types::lower_result;
use super::{Lower, unsupported};
use crate::ll::Value;
use operands::Assembly;
use sheaf_ir::{Operand, Type};

/// Instructions without an effect that a single-threaded program can observe.
const NOTHING: [&str; 7] = [
    "nop", "rep nop", "pause", "mfence", "lfence", "sfence", "endbr64",
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

impl FunctionLowering<'_, '_> {
    /// Assembly is executed step by step on the values of its results; those that are tied to an
    /// argument start with its value.
    pub(super) fn assembly(&mut self, inst: Value) -> Lower<Option<Operand>> {
        let callee = inst.callee();
        let (text, constraints) = (callee.assembly(), callee.assembly_constraints());
        let ty = lower_result(inst.ty())?;
        let Some(mut assembly) = self.assembly_operands(inst, &constraints, &ty)? else {
            return unsupported("inline assembly");
        };
        if is_processor_query(&text) {
            for at in 0..assembly.results.len() {
                if let Type::Bits(width) = self.type_of(assembly.results[at])
                    && assembly.is_queried(at)
                {
                    assembly.results[at] = self.bits(width, 0);
                }
            }
            return Ok(self.assembly_result(assembly.results, ty));
        }
        for step in instructions(&text) {
            let is_done = !callee.is_intel_assembly() && self.step(&mut assembly, &step).is_some();
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
        Ok(self.assembly_result(assembly.results, ty))
    }

    /// The parts of the result as a value of its type.
    fn assembly_result(&mut self, results: Vec<Operand>, ty: Option<Type>) -> Option<Operand> {
        match (&results[..], ty?) {
            ([single], ty) if self.type_of(*single) == ty => Some(*single),
            _ => Some(self.tuple(results)),
        }
    }

    /// Executes an instruction; `None` if it is not supported.
    fn step(&mut self, assembly: &mut Assembly, step: &str) -> Option<()> {
        if NOTHING.contains(&step) {
            return Some(());
        }
        if !self.cx.is_x86 {
            return None;
        }
        match parse_move(step) {
            Some((width, from, to)) => self.assembly_move(assembly, width, from, to),
            None => self.assembly_arithmetic(assembly, step),
        }
    }

    /// Moves a value of the destination's own type, which has this width if one is given.
    fn assembly_move(
        &mut self,
        assembly: &mut Assembly,
        width: Option<u32>,
        from: &str,
        to: &str,
    ) -> Option<()> {
        let ty = self.assembly_type(assembly, to)?;
        let value = self.assembly_value(assembly, from, &ty)?;
        let bits = match ty {
            Type::Bits(bits) => bits,
            Type::Ptr => self.cx.pointer_bits(),
            _ => return None,
        };
        let is_whole = |text: &str| {
            let shown = self.assembly_width(assembly, text);
            shown.is_none_or(|shown| shown == bits)
        };
        let is_suffix_right = width.is_none_or(|width| width == bits);
        if self.type_of(value) != ty || !is_suffix_right || !is_whole(from) || !is_whole(to) {
            return None;
        }
        self.assembly_set(assembly, to, value);
        Some(())
    }
}

/// The instructions of an assembly string, without comments, alignment and the dots of labels. The
/// prefix `rep`, which changes the meaning of an instruction, belongs to it also as a line of its own.
fn instructions(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let lines = text
        .split('\n')
        .map(|line| line.split('#').next().unwrap_or(""));
    for line in lines.flat_map(|line| line.split(';')).map(str::trim) {
        if line.is_empty() || line.starts_with(".p2align") {
            continue;
        }
        match all.last_mut() {
            Some(last) if last == "rep" => *last = format!("rep {line}"),
            _ => all.push(line.to_string()),
        }
    }
    all
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
        let all = instructions("# none; addl $1, $0\n\tmovl $1, $0; rep; nop # end\n");
        assert_eq!(all, ["movl $1, $0", "rep nop"]);
        assert_eq!(parse_move(&all[0]), Some((Some(32), "$1", "$0")));
        assert_eq!(parse_move("addl $1, $0"), None);
    }
}
