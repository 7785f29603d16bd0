//! Prints modules.

use super::lex::{is_digits, is_plain, split_number};
use crate::index::IndexVec;
use crate::module::{
    Block, BlockId, Const, Func, FuncId, Global, GlobalId, Init, Loc, LocId, Local, Module, NameId,
};
use crate::op::{Callee, Op, Operand, Region, Target, Terminator};
use crate::types::Type;
use num_traits::Zero;
use std::collections::HashMap;
use std::fmt::{self, Write};

/// The text of a module. Indices out of range, which the verifier refuses, print as `?` and do not parse.
pub fn print(module: &Module) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_module(&mut text, module);
    text
}

/// The text of one function.
pub fn print_func(module: &Module, func: &Func) -> String {
    let mut text = String::new();
    let _ = Printer::new(module, func).func(&mut text);
    text
}

fn write_module(out: &mut String, module: &Module) -> fmt::Result {
    writeln!(out, "module ptr {}", module.pointer_bytes)?;
    for (id, file) in module.files.enumerate() {
        writeln!(out, "file {} {}", id.0, Quoted(file))?;
    }
    if let Some(entry) = module.entry {
        writeln!(out, "entry {}", FuncName(module, entry))?;
    }
    for global in module.globals.iter() {
        write_global(out, module, global)?;
    }
    for func in module.funcs.iter() {
        out.push('\n');
        Printer::new(module, func).func(out)?;
    }
    Ok(())
}

fn write_global(out: &mut String, module: &Module, global: &Global) -> fmt::Result {
    let Global {
        name,
        bytes,
        align,
        constant,
        element,
        init,
    } = global;
    write!(
        out,
        "global {}: bytes {bytes} align {align} element {element}",
        AtName(name)
    )?;
    if *constant {
        out.push_str(" const");
    }
    match init {
        Init::Zero => out.push_str(" = zero\n"),
        Init::External => out.push_str(" = external\n"),
        Init::Data { bytes, relocs } => {
            out.push_str(" = data");
            if bytes.len() > BYTES_A_LINE {
                out.push_str("\n ");
            }
            let lines: Vec<String> = bytes.chunks(BYTES_A_LINE).map(hex).collect();
            write!(out, " x\"{}\"", lines.join("\"\n  x\""))?;
            if !relocs.is_empty() {
                out.push_str(" {");
                for (position, reloc) in relocs.iter().enumerate() {
                    let comma = if position > 0 { "," } else { "" };
                    write!(
                        out,
                        "{comma} {}: {}",
                        reloc.offset,
                        ConstText(module, &reloc.value)
                    )?;
                }
                out.push_str(" }");
            }
            out.push('\n');
        }
    }
    Ok(())
}

const BYTES_A_LINE: usize = 48;

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value & 15)]);
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(*byte)])
        .collect()
}

/// A string in quotes, with escapes.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' => out.write_str("\\\"")?,
                '\\' => out.write_str("\\\\")?,
                '\n' => out.write_str("\\n")?,
                '\t' => out.write_str("\\t")?,
                _ if character.is_control() => write!(out, "\\u{{{:x}}}", u32::from(character))?,
                _ => out.write_char(character)?,
            }
        }
        out.write_char('"')
    }
}

/// The name of a function or a global.
struct AtName<'a>(&'a str);

impl fmt::Display for AtName<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match is_plain(self.0) {
            true => write!(out, "@{}", self.0),
            false => write!(out, "@{}", Quoted(self.0)),
        }
    }
}

struct FuncName<'a>(&'a Module, FuncId);

impl fmt::Display for FuncName<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.0.funcs.get(self.1) {
            Some(func) => AtName(&func.name).fmt(out),
            None => out.write_str("@?"),
        }
    }
}

struct GlobalName<'a>(&'a Module, GlobalId);

impl fmt::Display for GlobalName<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.0.globals.get(self.1) {
            Some(global) => AtName(&global.name).fmt(out),
            None => out.write_str("@?"),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Type::Bool => out.write_str("bool"),
            Type::Bits(width) => write!(out, "bits{width}"),
            Type::Int => out.write_str("int"),
            Type::Float(kind) => out.write_str(kind.word()),
            Type::Ptr => out.write_str("ptr"),
            Type::Tuple(members) => write!(out, "({})", List(members.iter())),
            Type::Any => out.write_str("any"),
        }
    }
}

/// Items separated by commas.
struct List<I>(I);

impl<I: Iterator<Item: fmt::Display> + Clone> fmt::Display for List<I> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for (position, item) in self.0.clone().enumerate() {
            if position > 0 {
                out.write_str(", ")?;
            }
            item.fmt(out)?;
        }
        Ok(())
    }
}

struct ConstText<'a>(&'a Module, &'a Const);

impl fmt::Display for ConstText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let module = self.0;
        match self.1 {
            Const::Bool(value) => write!(out, "{value}"),
            Const::Bits { width, value } => write!(out, "bits{width} {}", signed(*width, *value)),
            Const::Int(value) => write!(out, "int {value}"),
            Const::Float(kind, pattern) => write!(out, "{} {pattern:#x}", kind.word()),
            Const::Null => out.write_str("null"),
            Const::Global(id, offset) if offset.is_zero() => GlobalName(module, *id).fmt(out),
            Const::Global(id, offset) => {
                let sign = if *offset < 0 { '-' } else { '+' };
                write!(
                    out,
                    "{} {sign} {}",
                    GlobalName(module, *id),
                    offset.unsigned_abs()
                )
            }
            Const::Func(id) => FuncName(module, *id).fmt(out),
            Const::Undef(ty) => write!(out, "undef {ty}"),
            Const::Tuple(members) => {
                write!(
                    out,
                    "({})",
                    List(members.iter().map(|member| ConstText(module, member)))
                )
            }
        }
    }
}

/// A machine integer as a signed decimal number; a single bit is 0 or 1.
fn signed(width: u32, value: u128) -> String {
    match width {
        2..=127 if value >> (width - 1) == 1 => format!("-{}", (1u128 << width) - value),
        128 => (value as i128).to_string(),
        _ => value.to_string(),
    }
}

struct LocText<'a>(&'a Module, Option<LocId>);

impl fmt::Display for LocText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.1.map(|id| self.0.locs.get(id)) {
            None => Ok(()),
            Some(None) => out.write_str(" !?"),
            Some(Some(Loc { file, line, column })) => write!(out, " !{}:{line}:{column}", file.0),
        }
    }
}

/// Prints one function.
struct Printer<'a> {
    module: &'a Module,
    func: &'a Func,
    /// The spelling of each local.
    locals: IndexVec<Local, String>,
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module, func: &'a Func) -> Self {
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

    fn name(&self, id: NameId) -> Quoted<'a> {
        Quoted(self.module.names.get(id).map_or("?", |name| name))
    }

    fn func(&self, out: &mut String) -> fmt::Result {
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

    fn operand(&self, operand: Operand) -> OperandText<'_> {
        OperandText(self, operand)
    }

    fn list<'b>(
        &'b self,
        all: &'b [Operand],
    ) -> List<impl Iterator<Item = OperandText<'b>> + Clone> {
        List(all.iter().map(|operand| self.operand(*operand)))
    }

    fn op(&self, out: &mut String, op: &Op) -> fmt::Result {
        match op {
            Op::Unary(word, a) => write!(out, "{} {}", word.word(), self.operand(*a)),
            Op::Binary(word, flags, a, b) => {
                let flag = if flags.no_signed_wrap { ".nsw" } else { "" };
                write!(out, "{}{flag} {}", word.word(), self.list(&[*a, *b]))
            }
            Op::Compare(word, a, b) => write!(out, "{} {}", word.word(), self.list(&[*a, *b])),
            Op::Cast(word, a) => write!(out, "{} {}", word.word(), self.operand(*a)),
            Op::Select(a, b, c) => write!(out, "select {}", self.list(&[*a, *b, *c])),
            Op::Tuple(members) => write!(out, "tuple [{}]", self.list(members)),
            Op::Extract(a, index) => write!(out, "extract {}, {index}", self.operand(*a)),
            Op::Insert(a, index, b) => write!(
                out,
                "insert {}, {index}, {}",
                self.operand(*a),
                self.operand(*b)
            ),
            Op::NewCells(values) => write!(out, "cells [{}]", self.list(values)),
            Op::LoadCell(row, index) => write!(out, "load_cell {}", self.list(&[*row, *index])),
            Op::StoreCell { row, index, value } => {
                write!(out, "store_cell {}", self.list(&[*row, *index, *value]))
            }
            Op::NewRecord(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, value)| format!("{}: {}", self.name(*name), self.operand(*value)));
                write!(out, "record {{{}}}", List(fields))
            }
            Op::LoadField(record, field) => {
                write!(
                    out,
                    "load_field {}, {}",
                    self.operand(*record),
                    self.name(*field)
                )
            }
            Op::StoreField {
                record,
                field,
                value,
            } => {
                let (record, value) = (self.operand(*record), self.operand(*value));
                write!(out, "store_field {record}, {}, {value}", self.name(*field))
            }
            Op::Input(name) => write!(out, "input {}", self.name(*name)),
            Op::Assume(condition) => write!(out, "assume {}", self.operand(*condition)),
            Op::Check {
                condition,
                kind,
                message,
            } => {
                write!(
                    out,
                    "check {}, {}, {}",
                    self.operand(*condition),
                    kind.name(),
                    self.name(*message)
                )
            }
            Op::Call(call) => {
                match call.callee {
                    Callee::Func(id) => write!(out, "call {}", FuncName(self.module, id))?,
                    Callee::Value(value) => write!(out, "call_value {}", self.operand(value))?,
                    Callee::Intrinsic(name) => write!(out, "intrinsic {}", self.name(name))?,
                }
                write!(out, "({})", self.list(&call.args))
            }
            Op::Alloc(_) | Op::Free(_) | Op::PtrAdd { .. } | Op::Load(_) => self.memory(out, op),
            Op::Store { .. } | Op::Copy { .. } | Op::Set { .. } => self.memory(out, op),
        }
    }

    /// Operations on byte memory.
    fn memory(&self, out: &mut String, op: &Op) -> fmt::Result {
        match op {
            Op::Alloc(alloc) => {
                let region = match alloc.region {
                    Region::Stack => "stack",
                    Region::Heap => "heap",
                };
                let zeroed = if alloc.zeroed { " zeroed" } else { "" };
                let (bytes, align, element) =
                    (self.operand(alloc.bytes), alloc.align, alloc.element);
                write!(
                    out,
                    "alloc {region} {bytes} align {align} element {element}{zeroed}"
                )
            }
            Op::Free(ptr) => write!(out, "free {}", self.operand(*ptr)),
            Op::PtrAdd {
                base,
                index,
                scale,
                displacement,
            } => {
                let sign = if *displacement < 0 { '-' } else { '+' };
                write!(out, "ptr_add {} * {scale}", self.list(&[*base, *index]))?;
                match displacement {
                    0 => Ok(()),
                    _ => write!(out, " {sign} {}", displacement.unsigned_abs()),
                }
            }
            Op::Load(ptr) => write!(out, "load {}", self.operand(*ptr)),
            Op::Store { ptr, value } => write!(out, "store {}", self.list(&[*ptr, *value])),
            Op::Copy {
                to,
                from,
                bytes,
                may_overlap,
            } => {
                let word = if *may_overlap { "move" } else { "copy" };
                write!(out, "{word} {}", self.list(&[*to, *from, *bytes]))
            }
            Op::Set { to, byte, bytes } => write!(out, "set {}", self.list(&[*to, *byte, *bytes])),
            _ => Ok(()),
        }
    }

    fn target(&self, target: &Target) -> String {
        match &target.args[..] {
            [] => format!("block{}", target.block.0),
            args => format!("block{}({})", target.block.0, self.list(args)),
        }
    }

    fn terminator(&self, out: &mut String, terminator: &Terminator) -> fmt::Result {
        match terminator {
            Terminator::Jump(target) => write!(out, "jump {}", self.target(target)),
            Terminator::Branch(condition, targets) => {
                let targets = List(targets.iter().map(|target| self.target(target)));
                write!(out, "br {}, {targets}", self.operand(*condition))
            }
            Terminator::Switch(switch) => {
                let case = |(value, target)| {
                    format!(
                        "{}: {}",
                        self.operand(Operand::Const(value)),
                        self.target(target)
                    )
                };
                let cases = List(
                    switch
                        .cases
                        .iter()
                        .copied()
                        .zip(switch.targets.iter())
                        .map(case),
                );
                let default = switch
                    .targets
                    .get(switch.cases.len())
                    .map_or("?".to_string(), |target| self.target(target));
                write!(
                    out,
                    "switch {} [{cases}] else {default}",
                    self.operand(switch.value)
                )
            }
            Terminator::Return(None) => out.write_str("ret"),
            Terminator::Return(Some(value)) => write!(out, "ret {}", self.operand(*value)),
            Terminator::Unreachable => out.write_str("unreachable"),
        }
    }
}

struct OperandText<'a>(&'a Printer<'a>, Operand);

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

/// Spells the locals: by name where that is distinct and cannot be mistaken, else with the number of the definition.
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
