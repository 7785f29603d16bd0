//! Prints modules.

mod function;
mod instruction;
mod parts;

use crate::module::{Func, Global, Init, Module};
use function::Printer;
use parts::{AtName, ConstText, FuncName, Quoted};
use std::fmt::{self, Write};

/// The text of a module. Indices out of range, which the verifier rejects, print as `?` and do not
/// parse.
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
    for bound in &module.bounds {
        writeln!(out, "bound {}", Quoted(bound))?;
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
        unnamed_addr,
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
    if *unnamed_addr {
        out.push_str(" unnamed_addr");
    }
    match init {
        Init::Zero => out.push_str(" = zero\n"),
        Init::External => out.push_str(" = external\n"),
        Init::Data { bytes, relocs } => {
            out.push_str(" = data");
            if bytes.len() > BYTES_PER_LINE {
                out.push_str("\n ");
            }
            let lines: Vec<String> = bytes.chunks(BYTES_PER_LINE).map(hex).collect();
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

const BYTES_PER_LINE: usize = 48;

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value & 15)]);
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(*byte)])
        .collect()
}
