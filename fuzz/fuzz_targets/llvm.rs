//! Any bytes as bitcode or text of LLVM: they load or are refused, and the module is valid. Seeds:
//! what `clang-19 -g -emit-llvm` makes of `tests/cases/c`.
#![no_main]

libfuzzer_sys::fuzz_target!(|content: &[u8]| {
    // What is refused is refused by an error.
    let _ = sheaf_llvm::fuzz(content);
});
