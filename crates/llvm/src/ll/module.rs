//! Modules.

use super::{Layout, Ty, Value, message, text};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::{
    LLVMAddFunction, LLVMFunctionType, LLVMGetFirstFunction, LLVMGetFirstGlobal,
    LLVMGetFirstGlobalAlias, LLVMGetFirstGlobalIFunc, LLVMGetModuleContext, LLVMGetModuleInlineAsm,
    LLVMGetNextFunction, LLVMGetNextGlobal, LLVMGetNextGlobalAlias, LLVMGetNextGlobalIFunc,
    LLVMGetSourceFileName, LLVMGetTarget, LLVMPointerTypeInContext, LLVMSetIsNewDbgInfoFormat,
    LLVMVoidTypeInContext,
};
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use llvm_sys::target::LLVMGetModuleDataLayout;
use llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};
use std::ffi::{CStr, CString};
use std::ptr;

/// A module; owned by its context.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Module(LLVMModuleRef);

impl Module {
    pub(super) fn new(raw: LLVMModuleRef) -> Self {
        Module(raw)
    }

    /// Sizes and offsets of types.
    pub(crate) fn layout(self) -> Layout {
        // SAFETY: the module is valid.
        Layout::new(unsafe { LLVMGetModuleDataLayout(self.0) })
    }

    /// The name of its source, as the compiler was given it.
    pub(crate) fn source_file(self) -> String {
        let mut length = 0;
        // SAFETY: the module is valid; LLVM gives start and length of its own string.
        unsafe { text(LLVMGetSourceFileName(self.0, &raw mut length), length) }
    }

    /// The target triple, such as `x86_64-pc-linux-gnu`.
    pub(crate) fn target(self) -> String {
        // SAFETY: the module is valid; LLVM gives a string of its own.
        let target = unsafe { CStr::from_ptr(LLVMGetTarget(self.0)) };
        target.to_string_lossy().into_owned()
    }

    /// The assembly between its functions.
    pub(crate) fn assembly(self) -> String {
        let mut length = 0;
        // SAFETY: the module is valid; LLVM gives start and length of its own string.
        unsafe { text(LLVMGetModuleInlineAsm(self.0, &raw mut length), length) }
    }

    /// The error of LLVM's verifier, as one line.
    pub(crate) fn verify(self) -> Result<(), String> {
        let mut text = ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is valid; the message is written in any case.
        let failed = unsafe { LLVMVerifyModule(self.0, action, &raw mut text) != 0 };
        let text = message(text);
        if failed {
            return Err(text.lines().next().unwrap_or("").trim().to_string());
        }
        Ok(())
    }

    /// Converts debug records of variables to calls of `llvm.dbg.*`, which the C interface can
    /// read.
    pub(crate) fn use_debug_calls(self) {
        // SAFETY: the module is valid.
        unsafe { LLVMSetIsNewDbgInfoFormat(self.0, 0) };
    }

    /// Runs a pipeline of passes, in the syntax of LLVM's `opt -passes`.
    pub(crate) fn run_passes(self, passes: &str) -> Result<(), String> {
        let passes = CString::new(passes).unwrap_or_default();
        // SAFETY: the module is valid; no target machine is needed; the options are ours.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.0, passes.as_ptr(), ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let raw = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(raw).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(raw);
            Err(text)
        }
    }

    /// Declares a function without parameters.
    pub(crate) fn declare(self, name: &str, result: Ty) -> Value {
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: module, type and name are valid.
        Value::new(unsafe {
            LLVMAddFunction(self.0, name.as_ptr(), result.function_of_none().raw())
        })
    }

    /// Declares a function with an address parameter and no result.
    pub(crate) fn declare_on_address(self, name: &str) -> Value {
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the module is valid, and so are types of its context.
        Value::new(unsafe {
            let context = LLVMGetModuleContext(self.0);
            let mut address = LLVMPointerTypeInContext(context, 0);
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), &raw mut address, 1, 0);
            LLVMAddFunction(self.0, name.as_ptr(), ty)
        })
    }

    /// Functions, defined and declared.
    pub(crate) fn functions(self) -> Vec<Value> {
        // SAFETY: the module is valid.
        collect(unsafe { LLVMGetFirstFunction(self.0) }, |value| unsafe {
            LLVMGetNextFunction(value)
        })
    }

    /// Functions, global variables and aliases, defined and declared.
    pub(crate) fn symbols(self) -> Vec<Value> {
        [self.functions(), self.globals(), self.aliases()].concat()
    }

    /// Global variables, defined and declared.
    pub(crate) fn globals(self) -> Vec<Value> {
        // SAFETY: the module is valid.
        collect(unsafe { LLVMGetFirstGlobal(self.0) }, |value| unsafe {
            LLVMGetNextGlobal(value)
        })
    }

    /// Aliases and indirect functions.
    pub(crate) fn aliases(self) -> Vec<Value> {
        // SAFETY: the module is valid.
        let mut all = collect(unsafe { LLVMGetFirstGlobalAlias(self.0) }, |value| unsafe {
            LLVMGetNextGlobalAlias(value)
        });
        all.extend(collect(
            unsafe { LLVMGetFirstGlobalIFunc(self.0) },
            |value| unsafe { LLVMGetNextGlobalIFunc(value) },
        ));
        all
    }
}

fn collect(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
    let mut all = Vec::new();
    let mut raw = first;
    while !raw.is_null() {
        all.push(Value::new(raw));
        raw = next(raw);
    }
    all
}
