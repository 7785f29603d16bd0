//! Bitcode libraries that are linked to programs.

/// A part of a library: loaded only if it defines something that the program refers to.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// LLVM bitcode: valid, and with locals promoted to values.
    pub bitcode: &'static [u8],
    /// The same for 32-bit x86, if the part is available there.
    pub bitcode_x86: Option<&'static [u8]>,
    /// The names that it defines.
    pub symbols: &'static [&'static str],
}
