//! Prints functions: signatures, blocks and operands.

use super::parts::{AtName, ConstText, List, LocText, Quoted};
use crate::index::IndexVec;
use crate::module::{Block, BlockId, Func, Local, Module, NameId};
use crate::op::Operand;
use crate::text::lex::{is_digits, is_plain, split_number};
use std::collections::HashMap;
use std::fmt::{self, Write};

/// Prints one function.
pub struct Printer<'a> {
    pub module: &'a Module,
    func: &'a Func,
    /// The spelling of each local.
    locals: IndexVec<Local, String>,
}

impl<'a> Printer<'a> {
    pub fn new(module: &'a Module, func: &'a Func) -> Self {
        Printer {
            module,
            func,
            locals: spell_locals(func),
        }
    }

    fn local(&self, local: Local) -> &str {
        self.locals.get(local).map_or("%?", String::as_str)
    }

    fn definition(&self, local: Local) -> String {
        match self.func.locals.get(local) {
            Some(info) => format!("{}: {}", self.local(local), info.ty),
            None => "%?".to_string(),
        }
    }

    pub fn name(&self, id: NameId) -> Quoted<'a> {
        Quoted(self.module.names.get(id).map_or("?", |name| name))
    }

    pub fn func(&self, out: &mut String) -> fmt::Result {
        let func = self.func;
        let library = if func.user { "" } else { "library " };
        let dots = func.variadic.then(|| "...".to_string());
        let params: Vec<String> = func
            .params
            .iter()
            .map(|local| self.definition(*local))
            .chain(dots)
            .collect();
        write!(
            out,
            "func {library}{}({})",
            AtName(&func.name),
            params.join(", ")
        )?;
        if let Some(result) = &func.result {
            write!(out, " -> {result}")?;
        }
        write!(out, "{}", LocText(self.module, func.loc))?;
        if func.is_declaration() {
            out.push('\n');
            return Ok(());
        }
        out.push_str(" {\n");
        for (id, block) in func.blocks.enumerate() {
            self.block(out, id, block)?;
        }
        out.push_str("}\n");
        Ok(())
    }

    fn block(&self, out: &mut String, id: BlockId, block: &Block) -> fmt::Result {
        write!(out, "block{}", id.0)?;
        if !block.params.is_empty() {
            write!(
                out,
                "({})",
                List(block.params.iter().map(|local| self.definition(*local)))
            )?;
        }
        if let Some(role) = block.role {
            write!(out, " {role}")?;
        }
        out.push_str(":\n");
        for inst in &block.insts {
            out.push_str("  ");
            if let Some(result) = inst.result {
                write!(out, "{} = ", self.definition(result))?;
            }
            self.op(out, &inst.op)?;
            writeln!(out, "{}", LocText(self.module, inst.loc))?;
        }
        out.push_str("  ");
        self.terminator(out, &block.terminator)?;
        writeln!(out, "{}", LocText(self.module, block.loc))
    }

    pub fn operand(&self, operand: Operand) -> OperandText<'_> {
        OperandText(self, operand)
    }

    pub fn list<'b>(
        &'b self,
        all: &'b [Operand],
    ) -> List<impl Iterator<Item = OperandText<'b>> + Clone> {
        List(all.iter().map(|operand| self.operand(*operand)))
    }
}

/// An operand of the printed function.
pub struct OperandText<'a>(&'a Printer<'a>, Operand);

impl fmt::Display for OperandText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.1 {
            Operand::Local(local) => out.write_str(self.0.local(local)),
            Operand::Const(id) => match self.0.func.consts.get(id) {
                Some(value) => ConstText(self.0.module, value).fmt(out),
                None => out.write_str("?"),
            },
        }
    }
}

/// Chooses the spelling of locals: by name if that is unambiguous, else with the number of the
/// definition.
fn spell_locals(func: &Func) -> IndexVec<Local, String> {
    let mut uses: HashMap<&str, u32> = HashMap::new();
    for info in func.locals.iter() {
        if let Some(name) = &info.name {
            *uses.entry(name).or_default() += 1;
        }
    }
    let mut spelled: IndexVec<Local, String> =
        func.locals.iter().map(|_| "%?".to_string()).collect();
    for (number, local) in func.definitions().enumerate() {
        let Some(info) = func.locals.get(local) else {
            continue;
        };
        spelled[local] = match info.name.as_deref() {
            None => format!("%{number}"),
            Some(name) => {
                let plain = is_plain(name) && !is_digits(name) && split_number(name).1.is_none();
                let suffix = if uses[name] > 1 {
                    format!(".{number}")
                } else {
                    String::new()
                };
                match plain {
                    true => format!("%{name}{suffix}"),
                    false => format!("%{}{suffix}", Quoted(name)),
                }
            }
        };
    }
    spelled
}
