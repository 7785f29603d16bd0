//! What a linker does with several files, and flags that change a program behind its source.

use crate::common::Folder;

const WRAPPED: &str = "#include <assert.h>\nint f(void);\nint __real_f(void);\nint __wrap_f(void) { return __real_f() + 1; }\n\
                       int main(void) {\n  assert(f() == 2);\n  return 0;\n}\n";

/// A call in the file that defines the function is one of that function.
#[test]
fn wrapped_functions_are_others() {
    let place = Folder::with(&[
        ("a.c", WRAPPED),
        (
            "b.c",
            "#include <assert.h>\nint f(void) { return 1; }\n__attribute__((constructor)) static void g(void) { assert(f() == 1); }\n",
        ),
        (
            "m.c",
            "#include <assert.h>\n#include <stdlib.h>\nvoid *__wrap_malloc(size_t n) { return n ? 0 : 0; }\n\
             int main(void) {\n  assert(malloc(4));\n  return 0;\n}\n",
        ),
    ]);
    place.sheaf("check a.c b.c").exits(1);
    place
        .sheaf("check a.c b.c -Wl,--wrap=f,-z,now -Wl,-O1")
        .exits(0);
    place.sheaf("check m.c").exits(0);
    place.sheaf("check m.c -Wl,--wrap,malloc").exits(1);
}

#[test]
fn an_alias_is_the_definition_of_its_file() {
    let a = "#include <assert.h>\n__attribute__((weak)) int impl(void) { return 1; }\nint f(void) __attribute__((alias(\"impl\")));\n\
             __attribute__((weak)) int values[2] = {1, 2};\nextern int alias[2] __attribute__((alias(\"values\")));\n\
             int main(void) {\n  assert(f() == 1 && impl() == 2);\n  assert(alias[1] == 2 && values[1] == 4);\n  return 0;\n}\n";
    let b = "int impl(void) { return 2; }\nint values[2] = {3, 4};\n";
    let place = Folder::with(&[("a.c", a), ("b.c", b)]);
    place.sheaf("check a.c b.c").exits(0);
}

#[test]
fn flags_that_change_a_program_behind_its_source_are_refused() {
    let place = Folder::with(&[("a.c", WRAPPED)]);
    for (flags, part) in [
        ("-Wl,--defsym=f=main", "--defsym=f=main: "),
        ("-Wl,-z,muldefs", "-z muldefs: "),
        ("-Wl,--frobnicate", "--frobnicate: "),
        ("-finstrument-functions", "-finstrument-functions: "),
        ("-fsanitize-coverage=trace-pc", "-fsanitize-coverage"),
        ("-ftrap-function=f", "-ftrap-function=f: "),
        ("-mdaz-ftz", "-mdaz-ftz: "),
    ] {
        place
            .sheaf(&format!("check a.c {flags}"))
            .refused_in_one_line(&[part]);
    }
    for flags in [
        "a.c -Wl,--wrap=f",
        "-c a.c -finstrument-functions",
        "a.c -Xlinker --defsym=f=main",
    ] {
        place
            .sheaf(&format!("cc {flags}"))
            .refused_in_one_line(&["flag"]);
    }
    place.sheaf("cc -c a.c -Wl,--wrap=f").exits(0);
}

#[test]
fn macros_of_flags_are_those_of_the_compiler() {
    let text = "#include <assert.h>\nint main(void) {\n#if defined(_FORTIFY_SOURCE) && defined(__SSP_STRONG__)\n  assert(0);\n#endif\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("check a.c").exits(0);
    place
        .sheaf("check a.c -D_FORTIFY_SOURCE=2 -fstack-protector-strong")
        .exits(1);
}

#[test]
fn inexact_floats_are_assumed_to_be_exact() {
    let text = "#include <assert.h>\nint main(void) {\n  volatile double a = 1e-310;\n  double b = a * 0.5;\n  assert(b != 0);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let plain = place.sheaf("check a.c");
    plain.exits(0);
    assert!(!plain.out.contains("IEEE"), "{}", plain.out);
    for flags in [
        "-ffast-math",
        "-funsafe-math-optimizations",
        "-fdenormal-fp-math=preserve-sign",
        "-- -Ofast",
    ] {
        let answer = place.sheaf(&format!("check a.c {flags}"));
        answer.exits(0);
        answer.says("assumes that floats are computed as IEEE 754 says");
    }
}

/// Optimised code may compute what its results do not depend on.
#[test]
fn optimised_bitcode_is_said_to_be() {
    let shift = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
                 target triple = \"x86_64-pc-linux-gnu\"\ndefine i32 @main() ATTRIBUTES {\n  %n = call i32 @__VERIFIER_nondet_int()\n  %fits = icmp ult i32 %n, 32\n  \
                 br i1 %fits, label %then, label %end\nthen:\n  %y = shl i32 1, %n\n  ret i32 %y\nend:\n  ret i32 0\n}\n\
                 declare i32 @__VERIFIER_nondet_int()\n";
    let place = Folder::with(&[
        ("fast.ll", &shift.replace("ATTRIBUTES", "nounwind")),
        ("slow.ll", &shift.replace("ATTRIBUTES", "noinline optnone")),
    ]);
    let said = "fast.ll has optimised functions";
    let fast = place.sheaf("check fast.ll");
    fast.exits(0);
    assert!(fast.err.contains(said), "{}", fast.err);
    let slow = place.sheaf("check slow.ll");
    slow.exits(0);
    assert_eq!(slow.err, "");
}
