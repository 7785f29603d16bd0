//! The invariants of modules, and the verifier.
//!
//! Module:
//! - Pointers have 4 or 8 bytes. Functions and globals have distinct names (a function and a global
//!   too); file names may repeat, interned names are distinct. The entry, if any, is a function
//!   with a body.
//! - Indices of all kinds are in range.
//! - Machine integers have 1 to 128 bits; tuples nest at most [`MAX_NESTING`] deep, in types and
//!   constants.
//! - Alignments are powers of two; elements that are integers have 1, 2, 4, 8 or 16 bytes.
//! - A global's data has as many bytes as the global. Relocations are functions or globals, ascend,
//!   do not overlap, lie within the data, and the bytes under them are zero.
//!
//! Function:
//! - Every local is defined exactly once: by a parameter, a block parameter or an instruction.
//! - In reachable code a definition dominates each use. Unreachable blocks obey all other rules.
//! - Block 0 has no parameters and is never a target. A jump gives one argument of the right
//!   type for each parameter.
//! - Bits of constants above their width are zero.
//! - A declaration has no locals but its parameters, and no constants.
//!
//! Instruction:
//! - Operands and results have the types that [`crate::op`] states. `Any` takes part only in moves
//!   (arguments, cells, fields, tuples, selection, equality, freezing) and in the casts `from_any`
//!   and `to_any`.
//! - Every operation that yields a value has a result, but for a call, whose result may be left; no
//!   other operation has one.
//! - `no_signed_wrap` stands only on `add`, `sub` and `mul` of machine integers.
//! - Sizes in bytes (of allocations, copies and fills) are `Bits` of the pointer's width.
//! - A direct call gives as many arguments as parameters, or at least as many if the callee is
//!   variadic, with the parameters' types. Calls through values and of intrinsics are checked when
//!   they run.
//! - The cases of a switch are distinct constants of the type of its value, and it has one target
//!   more.
//! - A return gives a value exactly if the function has a result, of that type.

mod function;
mod instruction;
mod types;

use crate::module::{BlockId, Const, Func, FuncId, Global, Init, Module, Name};
use crate::types::MAX_NESTING;
use std::collections::HashSet;
use std::fmt;

/// A violated invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function, unless it concerns the module.
    pub function: Option<Name>,
    /// The block, if it concerns one.
    pub block: Option<BlockId>,
    /// The instruction's index in the block; the terminator follows the last instruction.
    pub inst: Option<usize>,
    /// The error message.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(out, "@{function}")?;
        }
        if let Some(block) = self.block {
            write!(out, ", block{}", block.0)?;
        }
        if let Some(inst) = self.inst {
            write!(out, ", instruction {inst}")?;
        }
        let colon = if self.function.is_some() { ": " } else { "" };
        write!(out, "{colon}{}", self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Checks all invariants; errors are in the order of the module.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut errors = Vec::new();
    verify_module(module, &mut errors);
    for (id, _) in module.funcs.enumerate() {
        errors.extend(verify_func(module, id).err().into_iter().flatten());
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// Checks the invariants of one function.
pub fn verify_func(module: &Module, id: FuncId) -> Result<(), Vec<VerifyError>> {
    let Some(func) = module.funcs.get(id) else {
        return Err(vec![VerifyError::of_module(format!(
            "there is no function {}",
            id.0
        ))]);
    };
    let errors = function::Verifier::new(module, func).run();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

impl VerifyError {
    fn of_module(message: String) -> Self {
        VerifyError {
            function: None,
            block: None,
            inst: None,
            message,
        }
    }
}

fn verify_module(module: &Module, errors: &mut Vec<VerifyError>) {
    let mut report = |message: String| errors.push(VerifyError::of_module(message));
    if !matches!(module.pointer_bytes, 4 | 8) {
        report(format!(
            "pointers have {} bytes, not 4 or 8",
            module.pointer_bytes
        ));
    }
    if let Some(entry) = module.entry
        && module.funcs.get(entry).is_none_or(Func::is_declaration)
    {
        report("the entry is not a function with a body".to_string());
    }
    let funcs = module.funcs.iter().map(|func| &func.name);
    let mut seen = HashSet::new();
    for name in funcs.chain(module.globals.iter().map(|global| &global.name)) {
        if !seen.insert(name) {
            report(format!("`@{name}` is defined twice"));
        }
    }
    let mut seen = HashSet::new();
    for name in module.names.iter().filter(|name| !seen.insert(*name)) {
        report(format!("the name {name:?} is interned twice"));
    }
    if module
        .locs
        .iter()
        .any(|loc| module.files.get(loc.file).is_none())
    {
        report("a place is in a file that does not exist".to_string());
    }
    for global in module.globals.iter() {
        if let Err(message) = verify_global(module, global) {
            report(format!("global `@{}`: {message}", global.name));
        }
    }
}

fn verify_global(module: &Module, global: &Global) -> Result<(), String> {
    types::check_align(global.align)?;
    types::check_element(global.element)?;
    let Init::Data { bytes, relocs } = &global.init else {
        return Ok(());
    };
    if bytes.len() as u64 != global.bytes {
        return Err(format!(
            "{} bytes of data for {} bytes",
            bytes.len(),
            global.bytes
        ));
    }
    let mut free = 0;
    for reloc in relocs {
        let offset = reloc.offset;
        if !matches!(reloc.value, Const::Global(..) | Const::Func(_)) {
            return Err(format!(
                "the relocation at {offset} is neither a function nor a global"
            ));
        }
        types::check_const(module, &reloc.value)?;
        if offset < free {
            return Err(format!(
                "the relocation at {offset} overlaps or precedes the one before"
            ));
        }
        free = offset.saturating_add(module.pointer_bytes);
        if free > global.bytes {
            return Err(format!("the relocation at {offset} ends outside"));
        }
        if bytes[offset as usize..free as usize]
            .iter()
            .any(|byte| *byte != 0)
        {
            return Err(format!(
                "bytes under the relocation at {offset} are not zero"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
