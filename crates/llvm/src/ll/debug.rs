//! Debug information: source locations and names of variables.

use super::{Value, ValueKind, text};
use llvm_sys::LLVMOpcode;
use llvm_sys::core::{
    LLVMDisposeValueMetadataEntries, LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands,
    LLVMGetMDString, LLVMGetTypeContext, LLVMGlobalCopyAllMetadata, LLVMMetadataAsValue,
    LLVMValueAsMetadata, LLVMValueMetadataEntriesGetMetadata,
};
use llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDIGlobalVariableExpressionGetVariable,
    LLVMDILocationGetColumn, LLVMDILocationGetInlinedAt, LLVMDILocationGetLine,
    LLVMDILocationGetScope, LLVMDIScopeGetFile, LLVMDISubprogramGetLine, LLVMGetMetadataKind,
    LLVMGetSubprogram, LLVMInstructionGetDebugLoc, LLVMMetadataKind,
};
use llvm_sys::prelude::LLVMMetadataRef;
use rustc_hash::FxHashMap;
use std::ptr;

/// A source location in debug information.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SourceLocation(LLVMMetadataRef);

/// A source function or block, or a part of one in another file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Scope(Value);

/// A file that debug information names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct File(LLVMMetadataRef);

impl SourceLocation {
    /// Line and column, 0 where unknown.
    pub(crate) fn position(self) -> (u32, u32) {
        // SAFETY: the metadata is a location, here and below.
        unsafe {
            (
                LLVMDILocationGetLine(self.0),
                LLVMDILocationGetColumn(self.0),
            )
        }
    }

    pub(crate) fn file(self) -> Option<File> {
        file_of_scope(unsafe { LLVMDILocationGetScope(self.0) })
    }
}

impl Scope {
    /// The enclosing blocks, including itself, from the inside out. Functions are excluded.
    pub(crate) fn enclosing(self) -> impl Iterator<Item = Scope> {
        std::iter::successors(Some(self), |scope| {
            let outer = metadata_operands(scope.0).get(1).copied().flatten();
            outer.map(Scope)
        })
        .take_while(|scope| scope.is_block())
    }

    fn is_block(self) -> bool {
        matches!(
            metadata_kind(self.0),
            LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
                | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind
        )
    }
}

fn file_of_scope(scope: LLVMMetadataRef) -> Option<File> {
    if scope.is_null() {
        return None;
    }
    // SAFETY: the metadata is a scope.
    let file = unsafe { LLVMDIScopeGetFile(scope) };
    (!file.is_null()).then_some(File(file))
}

impl File {
    /// The working directory of the compiler, and the file name as given to it.
    pub(crate) fn names(self) -> (String, String) {
        let (mut directory_length, mut name_length) = (0, 0);
        // SAFETY: the metadata is a file; LLVM gives starts and lengths of its own strings.
        unsafe {
            let directory = LLVMDIFileGetDirectory(self.0, &raw mut directory_length);
            let name = LLVMDIFileGetFilename(self.0, &raw mut name_length);
            (
                text(directory, directory_length as usize),
                text(name, name_length as usize),
            )
        }
    }
}

impl Value {
    /// The source location of an instruction.
    pub(crate) fn place(self) -> Option<SourceLocation> {
        // SAFETY: the value is an instruction.
        let raw = unsafe { LLVMInstructionGetDebugLoc(self.raw()) };
        (!raw.is_null()).then_some(SourceLocation(raw))
    }

    /// The source function or block of an instruction; `None` if debug information does not contain
    /// it, or if the instruction was inlined.
    pub(crate) fn scope(self) -> Option<Scope> {
        // SAFETY: the value is an instruction, and the metadata a location.
        unsafe {
            let place = LLVMInstructionGetDebugLoc(self.raw());
            if place.is_null() || !LLVMDILocationGetInlinedAt(place).is_null() {
                return None;
            }
            let scope = LLVMDILocationGetScope(place);
            let context = LLVMGetTypeContext(self.ty().raw());
            (!scope.is_null()).then(|| Scope(Value::new(LLVMMetadataAsValue(context, scope))))
        }
    }

    /// For a call of `llvm.dbg.declare` that declares a variable of a block: the variable's object,
    /// and the block.
    pub(crate) fn declared_in_block(self) -> Option<(Value, Scope)> {
        let is_call = self.opcode() == LLVMOpcode::LLVMCall
            && self.callee().kind() == ValueKind::LLVMFunctionValueKind
            && self.callee().name() == "llvm.dbg.declare";
        if !is_call {
            return None;
        }
        let value = single_operand(self.operand(0))?;
        let scope = metadata_operands(self.operand(1))
            .first()
            .copied()
            .flatten();
        let scope = scope.map(Scope).filter(|scope| scope.is_block())?;
        Some((value, scope))
    }

    /// File and line of a function.
    pub(crate) fn function_place(self) -> Option<(File, u32)> {
        // SAFETY: the value is a function, and its metadata a subprogram.
        unsafe {
            let subprogram = LLVMGetSubprogram(self.raw());
            let file = file_of_scope(subprogram)?;
            Some((file, LLVMDISubprogramGetLine(subprogram)))
        }
    }

    /// For a call of `llvm.dbg.value` or `llvm.dbg.declare`: the value and the name of the variable
    /// that has this value or address.
    pub(crate) fn debug_variable(self) -> Option<(Value, String)> {
        let value = single_operand(self.operand(0))?;
        Some((value, variable_name(self.operand(1))?))
    }

    /// For a call of `llvm.dbg.label`: the name of the label.
    pub(crate) fn debug_label(self) -> Option<String> {
        let is_label = self.opcode() == LLVMOpcode::LLVMCall
            && self.callee().kind() == ValueKind::LLVMFunctionValueKind
            && self.callee().name() == "llvm.dbg.label";
        is_label.then(|| name_field(self.operand(0)))?
    }

    /// For a call that relates a value to a variable: whether the value is the variable's address,
    /// and the variable.
    pub(super) fn described_variable(self, value: Value) -> Option<(bool, Value)> {
        if !self.is_debug_call() || single_operand(self.operand(0)) != Some(value) {
            return None;
        }
        let variable = Some(self.operand(1)).filter(|it| is_variable(*it))?;
        Some((self.callee().name() == "llvm.dbg.declare", variable))
    }

    /// The description of a global variable in debug information.
    pub(super) fn global_variable(self) -> Option<Value> {
        let mut count = 0;
        // SAFETY: the value is a global; the entries are read within their number and freed.
        // Metadata of that kind has a variable.
        unsafe {
            let entries = LLVMGlobalCopyAllMetadata(self.raw(), &raw mut count);
            let all = (0..count as u32).map(|at| LLVMValueMetadataEntriesGetMetadata(entries, at));
            let kind = |raw: &LLVMMetadataRef| LLVMGetMetadataKind(*raw);
            let is_expression = |kind| {
                matches!(
                    kind,
                    LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind
                )
            };
            let found = all.into_iter().find(|raw| is_expression(kind(raw)));
            LLVMDisposeValueMetadataEntries(entries);
            let variable = LLVMDIGlobalVariableExpressionGetVariable(found?);
            let context = LLVMGetTypeContext(self.ty().raw());
            (!variable.is_null()).then(|| Value::new(LLVMMetadataAsValue(context, variable)))
        }
    }

    /// For a source function: the names of its parameters, by position from 0.
    pub(crate) fn parameter_names(self) -> FxHashMap<usize, String> {
        let mut names = FxHashMap::default();
        let subprogram = self.subprogram();
        for block in self.blocks() {
            let calls = block.instructions().filter(|inst| inst.is_debug_call());
            for variable in calls.map(|call| call.operand(1)) {
                if scope_of(variable) == subprogram
                    && let Some(position) = argument_position(variable)
                    && let Some(name) = variable_name(variable)
                {
                    names.insert(position, name);
                }
            }
        }
        names
    }

    fn is_debug_call(self) -> bool {
        self.opcode() == LLVMOpcode::LLVMCall
            && self.callee().kind() == ValueKind::LLVMFunctionValueKind
            && matches!(
                self.callee().name().as_str(),
                "llvm.dbg.declare" | "llvm.dbg.value"
            )
    }

    /// The description of a function in debug information.
    pub(super) fn subprogram(self) -> Option<Value> {
        // SAFETY: the value is a function.
        unsafe {
            let raw = LLVMGetSubprogram(self.raw());
            let context = LLVMGetTypeContext(self.ty().raw());
            (!raw.is_null()).then(|| Value::new(LLVMMetadataAsValue(context, raw)))
        }
    }
}

/// The name of a variable of the source, if it has one.
fn variable_name(variable: Value) -> Option<String> {
    if !is_variable(variable) {
        return None;
    }
    name_field(variable)
}

/// The name of a variable or label of the source.
fn name_field(metadata: Value) -> Option<String> {
    let name = metadata_operands(metadata).get(1).copied().flatten()?;
    let mut length = 0;
    // SAFETY: the second field of variables and labels is their name, a string.
    let start = unsafe { LLVMGetMDString(name.raw(), &raw mut length) };
    let name = text(start, length as usize);
    (!name.is_empty()).then_some(name)
}

fn is_variable(metadata: Value) -> bool {
    matches!(
        metadata_kind(metadata),
        LLVMMetadataKind::LLVMDILocalVariableMetadataKind
    )
}

/// The scope of a source variable.
fn scope_of(variable: Value) -> Option<Value> {
    let fields = is_variable(variable).then(|| metadata_operands(variable))?;
    fields.first().copied().flatten()
}

/// The position of the parameter that a variable stands for, from 0. The C interface has no
/// accessor for it.
fn argument_position(variable: Value) -> Option<usize> {
    let text = variable.text();
    let (_, rest) = text.split_once("arg: ")?;
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..end].parse::<usize>().ok()?.checked_sub(1)
}

/// The value that metadata wraps, if it wraps one.
fn single_operand(metadata: Value) -> Option<Value> {
    match metadata_kind(metadata) {
        LLVMMetadataKind::LLVMConstantAsMetadataMetadataKind
        | LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind => {
            metadata_operands(metadata).first().copied().flatten()
        }
        _ => None,
    }
}

pub(super) fn metadata_kind(metadata: Value) -> LLVMMetadataKind {
    // SAFETY: the value is metadata as a value.
    unsafe { LLVMGetMetadataKind(LLVMValueAsMetadata(metadata.raw())) }
}

/// The operands of metadata used as a value: a wrapped value or a node.
pub(super) fn metadata_operands(metadata: Value) -> Vec<Option<Value>> {
    // SAFETY: the value is metadata of one of these two kinds; there is room for all.
    let all = unsafe {
        let count = LLVMGetMDNodeNumOperands(metadata.raw()) as usize;
        let mut all = vec![ptr::null_mut(); count];
        LLVMGetMDNodeOperands(metadata.raw(), all.as_mut_ptr());
        all
    };
    all.into_iter()
        .map(|raw| (!raw.is_null()).then(|| Value::new(raw)))
        .collect()
}
