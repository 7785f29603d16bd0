//! Symbol resolution over all modules, like a linker.

use crate::LoadError;
use crate::builtins::called_for;
use crate::ll::{Context, Module, Value, ValueKind};
use crate::part::Part;
use llvm_sys::LLVMLinkage;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::cmp::Ordering;

/// The definitions that other modules can refer to by name.
pub(crate) struct Symbols<'a> {
    user: FxHashMap<String, Definition>,
    runtime: Runtime<'a>,
}

/// The library models, of which only the needed parts are read.
struct Runtime<'a> {
    context: &'a Context,
    parts: &'a [Part],
    /// Pointer size of the program in bytes, once one of its modules is known.
    pointer_bytes: Option<u64>,
    /// The part that defines a name.
    index: FxHashMap<&'static str, usize>,
    /// The parts that were read.
    read: RefCell<FxHashMap<usize, FxHashMap<String, Definition>>>,
}

#[derive(Clone)]
struct Definition {
    value: Value,
    strength: Strength,
    file: String,
}

/// The precedence of a definition over others of the same name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// A copy for inlining only: any other definition is preferred.
    Copy,
    /// Replaced by stronger ones; of several, the first is used.
    Weak,
    /// A tentative definition: the largest one is used.
    Common,
    /// There must be only one.
    Strong,
}

impl Strength {
    /// `None` for an internal symbol of a module.
    fn of(linkage: LLVMLinkage) -> Option<Self> {
        use LLVMLinkage::*;
        match linkage {
            LLVMAvailableExternallyLinkage => Some(Strength::Copy),
            LLVMLinkOnceAnyLinkage
            | LLVMLinkOnceODRLinkage
            | LLVMLinkOnceODRAutoHideLinkage
            | LLVMWeakAnyLinkage
            | LLVMWeakODRLinkage => Some(Strength::Weak),
            LLVMCommonLinkage => Some(Strength::Common),
            LLVMExternalLinkage | LLVMDLLExportLinkage => Some(Strength::Strong),
            _ => None,
        }
    }
}

impl<'a> Symbols<'a> {
    /// No definitions except those of the library models.
    pub(crate) fn new(context: &'a Context, parts: &'a [Part]) -> Self {
        let names = (0..).zip(parts).flat_map(|(position, part)| {
            part.symbols.iter().map(move |symbol| (*symbol, position))
        });
        let index = names.collect();
        Symbols {
            user: FxHashMap::default(),
            runtime: Runtime {
                context,
                parts,
                pointer_bytes: None,
                index,
                read: RefCell::default(),
            },
        }
    }

    /// Adds the definitions of a program's module; `file` is for messages.
    ///
    /// # Errors
    /// Two definitions of one name, or modules for machines of different kinds.
    pub(crate) fn add_user(&mut self, module: Module, file: &str) -> Result<(), LoadError> {
        let pointer_bytes = module.layout().pointer_bytes();
        if *self.runtime.pointer_bytes.get_or_insert(pointer_bytes) != pointer_bytes {
            let message = "its pointer size differs from that of the files before";
            return Err(LoadError::new(file, message));
        }
        add(&mut self.user, module, file)
    }

    /// Adds the definitions of a shared library's module, unless they are defined already.
    pub(crate) fn add_shared(&mut self, module: Module, file: &str) {
        let mut own = FxHashMap::default();
        // A module has one definition of a name.
        let _ = add(&mut own, module, file);
        for (name, definition) in own {
            self.user.entry(name).or_insert(definition);
        }
    }

    /// The program's definition of a name.
    pub(crate) fn user(&self, name: &str) -> Option<Value> {
        self.user.get(name).map(|definition| definition.value)
    }

    /// The library models' definition of a name; the program's own take precedence.
    pub(crate) fn runtime(&self, name: &str) -> Option<Value> {
        let position = *self.runtime.index.get(name)?;
        self.runtime.bitcode(position)?;
        let mut read = self.runtime.read.borrow_mut();
        let part = read
            .entry(position)
            .or_insert_with(|| self.runtime.definitions(position));
        part.get(name).map(|definition| definition.value)
    }
}

impl Runtime<'_> {
    /// The bitcode of a part for the program's machine, if available.
    fn bitcode(&self, position: usize) -> Option<&'static [u8]> {
        let part = &self.parts[position];
        match self.pointer_bytes {
            Some(4) => part.bitcode_x86,
            _ => Some(part.bitcode),
        }
    }

    /// The definitions of a part; empty if it cannot be read, so that its functions are unmodelled.
    fn definitions(&self, position: usize) -> FxHashMap<String, Definition> {
        let mut definitions = FxHashMap::default();
        let bitcode = self.bitcode(position).unwrap_or_default();
        if let Ok(module) = self.context.read("library models", bitcode) {
            // A module has one definition of a name.
            let _ = add(&mut definitions, module, "library models");
        }
        definitions
    }
}

/// Names that a module defines and exports.
pub(crate) fn defined(module: Module) -> impl Iterator<Item = String> {
    let defines = |value: &Value| {
        let strength = Strength::of(value.linkage()).filter(|_| !value.is_declaration());
        strength.is_some_and(|strength| strength != Strength::Copy)
    };
    module
        .symbols()
        .into_iter()
        .filter(defines)
        .map(Value::name)
}

/// Names that a module uses and does not define.
pub(crate) fn undefined(module: Module) -> impl Iterator<Item = String> {
    let uses = |value: &Value| {
        value.is_declaration() && value.linkage() != LLVMLinkage::LLVMExternalWeakLinkage
    };
    let name = |value: Value| {
        let name = value.name();
        called_for(&name).map_or(name, str::to_string)
    };
    module.symbols().into_iter().filter(uses).map(name)
}

fn add(
    table: &mut FxHashMap<String, Definition>,
    module: Module,
    file: &str,
) -> Result<(), LoadError> {
    for value in module.symbols() {
        let Some(strength) = Strength::of(value.linkage()).filter(|_| !value.is_declaration())
        else {
            continue;
        };
        let name = value.name();
        let new = Definition {
            value,
            strength,
            file: file.to_string(),
        };
        match table.get(&name) {
            Some(old) if !replaces(&new, old, &name)? => {}
            _ => drop(table.insert(name, new)),
        }
    }
    Ok(())
}

fn replaces(new: &Definition, old: &Definition, name: &str) -> Result<bool, LoadError> {
    match new.strength.cmp(&old.strength) {
        Ordering::Greater => Ok(true),
        Ordering::Less => Ok(false),
        Ordering::Equal => match new.strength {
            Strength::Strong => Err(LoadError::new(
                &new.file,
                format!("`{name}` is defined in {} too", old.file),
            )),
            Strength::Common => Ok(size(new.value) > size(old.value)),
            Strength::Weak | Strength::Copy => Ok(false),
        },
    }
}

fn size(value: Value) -> u64 {
    match value.kind() {
        ValueKind::LLVMGlobalVariableValueKind => value.module().layout().size(value.value_type()),
        _ => 0,
    }
}
