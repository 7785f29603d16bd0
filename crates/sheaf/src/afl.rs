//! Harnesses of AFL++: its macros are defined where a source uses them.
//!
//! A loop of `__AFL_LOOP` runs once, because each path is a run from the start, and the data of
//! `__AFL_FUZZ_TESTCASE_BUF` is standard input, as in a program that `afl-cc` did not compile. The
//! data is an object of its own, so that an access behind it is a failure.

use crate::error::{UserError, describe_io};
use crate::load::{Request, extension};
use std::path::PathBuf;

/// What the names of all of them start with.
const PREFIX: &[u8] = b"__AFL_";

/// The largest test case of AFL++, in bytes.
const MOST: &str = "1048576";

/// The macros and their meaning.
const MACROS: [(&str, &str); 6] = [
    ("__AFL_HAVE_MANUAL_CONTROL", "1"),
    ("__AFL_INIT()", "((void)0)"),
    (
        "__AFL_LOOP(n)",
        "({ static int sheaf_has_run; sheaf_has_run++ == 0; })",
    ),
    ("__AFL_FUZZ_TESTCASE_BUF", "sheaf_testcase()"),
    (
        "__AFL_FUZZ_TESTCASE_LEN",
        "(sheaf_testcase(), sheaf_testcase_size)",
    ),
    (
        "__AFL_FUZZ_INIT()",
        "extern __INTPTR_TYPE__ read(int, void *, __SIZE_TYPE__); \
         static int sheaf_testcase_size = -1; \
         static __attribute__((unused)) unsigned char *sheaf_testcase(void) { \
         static unsigned char *data, all[MOST]; \
         if (sheaf_testcase_size < 0) { \
         __INTPTR_TYPE__ size = read(0, all, sizeof all); \
         sheaf_testcase_size = size < 0 ? 0 : (int)size; \
         data = (unsigned char *)__builtin_malloc(sheaf_testcase_size); \
         if (data) __builtin_memcpy(data, all, sheaf_testcase_size); } \
         return data; } \
         extern int sheaf_testcase_end",
    ),
];

/// Defines the macros if one of the C files uses them. Then standard input is an input, unless the
/// user says what it is.
///
/// # Errors
/// When a file cannot be read.
pub fn prepare(request: &mut Request, files: &[PathBuf]) -> Result<(), UserError> {
    let mut is_used = false;
    for file in files.iter().filter(|file| extension(file) == "c") {
        let text = std::fs::read(file);
        let text = text.map_err(|error| UserError::new(file.display(), describe_io(&error)))?;
        is_used |= text.windows(PREFIX.len()).any(|part| part == PREFIX);
    }
    let is_defined = |flag: &String| flag.starts_with("-D__AFL_");
    if !is_used || request.flags.iter().any(is_defined) {
        return Ok(());
    }
    let flag =
        |(name, meaning): &(&str, &str)| format!("-D{name}={}", meaning.replace("MOST", MOST));
    request.flags.extend(MACROS.iter().map(flag));
    if request.entry.is_none() {
        request
            .environment
            .take_stdin(&mut request.size, request.usual_size);
    }
    Ok(())
}
