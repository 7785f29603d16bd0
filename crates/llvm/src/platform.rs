//! What the platform defines besides the program: its C library and its linker.

use std::ffi::CString;
use std::sync::LazyLock;

/// The C library of the platform.
const LIBRARY: &std::ffi::CStr = c"libc.so.6";

/// Names that linkers and start files define.
const OF_LINKERS: &[&str] = &[
    "_DYNAMIC",
    "_GLOBAL_OFFSET_TABLE_",
    "_IO_stdin_used",
    "__TMC_END__",
    "__bss_start",
    "__data_start",
    "__dso_handle",
    "__ehdr_start",
    "__etext",
    "__executable_start",
    "__fini_array_end",
    "__fini_array_start",
    "__init_array_end",
    "__init_array_start",
    "__preinit_array_end",
    "__preinit_array_start",
    "_edata",
    "_end",
    "_etext",
    "_fini",
    "_init",
    "_start",
    "data_start",
    "edata",
    "end",
    "etext",
];

/// Starts of the names that linkers give to the bounds of a section.
const BOUNDS: [&str; 2] = ["__start_", "__stop_"];

/// Whether a linker defines a name; `has_section` says whether the program has a section.
pub(crate) fn is_of_linker(name: &str, has_section: impl Fn(&str) -> bool) -> bool {
    let section = BOUNDS.iter().find_map(|start| name.strip_prefix(start));
    OF_LINKERS.contains(&name) || section.is_some_and(has_section)
}

/// Whether the C library defines a name.
pub(crate) fn is_of_library(name: &str) -> bool {
    static HANDLE: LazyLock<usize> = LazyLock::new(|| {
        // SAFETY: the name is valid, and loading the C library again has no effect.
        unsafe { libc::dlopen(LIBRARY.as_ptr(), libc::RTLD_LAZY) as usize }
    });
    let Ok(name) = CString::new(name) else {
        return false;
    };
    // SAFETY: handle and name are valid; the address is not used.
    *HANDLE != 0 && unsafe { !libc::dlsym(*HANDLE as *mut _, name.as_ptr()).is_null() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_platform_are_known() {
        let has_section = |name: &str| name == "hooks";
        for (name, expected) in [
            ("end", true),
            ("__start_hooks", true),
            ("__stop_hooks", true),
            ("__start_others", false),
            ("hook", false),
        ] {
            assert_eq!(is_of_linker(name, has_section), expected, "{name}");
        }
        assert!(is_of_library("fork") && is_of_library("malloc_trim"));
        assert!(!is_of_library("hook") && !is_of_library(""));
    }
}
