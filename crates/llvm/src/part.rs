//! Libraries of bitcode that are linked to programs.

/// A part of a library: a load reads those that define what the program refers to.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// LLVM bitcode: valid, and with locals promoted to values.
    pub bitcode: &'static [u8],
    /// The same for x86 with 32 bits, where the part is available there.
    pub bitcode_x86: Option<&'static [u8]>,
    /// The names that it defines.
    pub symbols: &'static [&'static str],
}
