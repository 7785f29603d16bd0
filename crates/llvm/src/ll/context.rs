//! The context that owns modules, and reading into it.

use super::{Module, message};
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::{
    LLVMContextCreate, LLVMContextDispose, LLVMContextSetDiagnosticHandler,
    LLVMCreateMemoryBufferWithMemoryRangeCopy, LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity,
};
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;

/// Owns LLVM modules and the errors that LLVM reports while working on them.
pub(crate) struct Context {
    raw: LLVMContextRef,
    errors: Box<RefCell<Vec<String>>>,
}

/// Stores the message where LLVM would print it and exit or continue.
extern "C" fn keep_error(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: `errors` is the context's own list, set in `Context::new`; `info` is valid during the
    // call.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
            let errors = &*errors.cast::<RefCell<Vec<String>>>();
            errors
                .borrow_mut()
                .push(message(LLVMGetDiagInfoDescription(info)));
        }
    }
}

/// LLVM ends the process on some broken input; this at least controls the message and the status.
extern "C" fn fatal(reason: *const c_char) {
    // SAFETY: LLVM passes a zero-terminated string.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
    eprintln!(
        "sheaf: LLVM cannot process this input: {}",
        first_line(&reason)
    );
    std::process::exit(2);
}

/// The first line of a message of LLVM.
fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or("").trim().to_string()
}

impl Context {
    /// A context without modules.
    pub(crate) fn new() -> Self {
        let errors = Box::new(RefCell::new(Vec::new()));
        // SAFETY: the list outlives the context: both go with this value, the context first.
        let raw = unsafe {
            LLVMInstallFatalErrorHandler(Some(fatal));
            let raw = LLVMContextCreate();
            let list: *const RefCell<Vec<String>> = &*errors;
            LLVMContextSetDiagnosticHandler(raw, Some(keep_error), list.cast_mut().cast());
            raw
        };
        Context { raw, errors }
    }

    /// The errors reported since the last call, one line each.
    fn take_errors(&self) -> Vec<String> {
        self.errors
            .borrow_mut()
            .drain(..)
            .map(|text| first_line(&text))
            .collect()
    }

    /// Reads a module from bitcode or from LLVM's text form; the error is one line.
    pub(crate) fn read(&self, name: &str, bytes: &[u8]) -> Result<Module, String> {
        let name = CString::new(name.replace('\0', "?")).unwrap_or_default();
        let mut module = ptr::null_mut();
        let mut error = ptr::null_mut();
        // SAFETY: the buffer is a copy that the reader takes over; the results are written on
        // success or failure respectively.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                name.as_ptr(),
            );
            LLVMParseIRInContext(self.raw, buffer, &raw mut module, &raw mut error) != 0
        };
        let errors = self.take_errors();
        if failed || module.is_null() {
            let text = first_line(&message(error));
            let text = Some(text).filter(|text| !text.is_empty());
            return Err(text
                .or(errors.into_iter().next())
                .unwrap_or_else(|| "not readable".to_string()));
        }
        match errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(Module::new(module)),
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context is ours, and no handle outlives it. Its modules go with it.
        unsafe { LLVMContextDispose(self.raw) };
    }
}
