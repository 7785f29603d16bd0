//! Where a check starts, and what is known of the pointers there.

use crate::common::Folder;

const STATIC: &str = "static int half(int x) { return 100 / x; }\nint main(void) { return 0; }\n";

#[test]
fn static_functions_are_entries() {
    let place = Folder::with(&[("a.c", STATIC)]);
    let found = place.sheaf("check a.c --entry half --out out");
    found.exits(1);
    found.says("division-by-zero");
    for native in ["", " --native"] {
        let replayed = place.sheaf(&format!("replay out/latest/finding-1.json{native}"));
        replayed.exits(1);
        replayed.says("(as recorded)");
    }
}

#[test]
fn a_file_tells_functions_of_one_name_apart() {
    let other = "static int half(int x) { return x == 7 ? 1 / (x - 7) : x; }\nint use(void) { return half(1); }\n";
    let place = Folder::with(&[("a.c", STATIC), ("b.c", other)]);
    place
        .sheaf("check a.c b.c --entry half")
        .refused_in_one_line(&["`half` in `a.c` and `b.c`", "`a.c:half`"]);
    place
        .sheaf("check a.c b.c --entry c.c:half")
        .refused_in_one_line(&["no function `half` in `c.c`", "`a.c` and `b.c`"]);
    place
        .sheaf("check a.c b.c --entry b.c:hlaf")
        .refused_in_one_line(&["did you mean `half`?"]);
    place.sheaf("check a.c b.c --entry a.c:half").says("x = 0");
    let found = place.sheaf("check a.c b.c --entry b.c:half --out out");
    found.says("x = 7");
    for native in ["", " --native"] {
        let replayed = place.sheaf(&format!("replay out/latest/finding-1.json{native}"));
        replayed.says("(as recorded)");
    }
}

#[test]
fn pointers_that_are_not_null() {
    let text = "struct list { int x; struct list *next; };\nint second(const struct list *l) { return l->next->x; }\n";
    let place = Folder::with(&[("a.c", text)]);
    let check = "check a.c --entry second --non-null";
    place.sheaf("check a.c --entry second").exits(1);
    place
        .sheaf(&format!("{check} l"))
        .says("l -> {x: 0, next: null}");
    for technique in ["", " --merge aggressive", " --explore multise"] {
        let line = format!("{check} l,l->next{technique}");
        place.sheaf(&line).exits(0);
    }
    place
        .sheaf(&format!("{check} l->nxet"))
        .refused_in_one_line(&["--non-null", "`l->nxet`", "did you mean `l->next`"]);
}

const SUM: &str = "#include <stddef.h>\nunsigned sum(const unsigned *p, int n) {\n  unsigned s = 0;\n  for (int i = 0; i < n; i++) s += p[i];\n  return s;\n}\nunsigned far(const unsigned *p, unsigned char n) {\n  unsigned s = 0;\n  for (int i = 0; i <= n; i++) s += p[i];\n  return s;\n}\n";

#[test]
fn lengths_are_parameters() {
    let place = Folder::with(&[("a.c", SUM)]);
    place.sheaf("check a.c --entry sum").exits(1);
    for technique in ["", " --merge aggressive", " --explore multise"] {
        let line = format!("check a.c --entry sum --length p=n{technique}");
        place.sheaf(&line).exits(0);
    }
    let found = place.sheaf("check a.c --entry far --length p=n --non-null p --out out");
    found.exits(1);
    found.says("out-of-bounds");
    for native in ["", " --native"] {
        let replayed = place.sheaf(&format!("replay out/latest/finding-1.json{native}"));
        replayed.exits(1);
        replayed.says("(as recorded)");
    }
    for (option, parts) in [
        ("--length p=m", ["--length", "no integer parameter `m`"]),
        ("--length q=n", ["--length", "`sum` takes no pointer `q`"]),
        ("--length p=4", ["--length", "--array"]),
        ("--length p", ["--length", "p=n"]),
        ("--length p=n --array p=3", ["--length", "given twice"]),
    ] {
        let line = format!("check a.c --entry sum {option}");
        place.sheaf(&line).refused_in_one_line(&parts);
    }
}

#[test]
fn arrays_have_as_many_elements_as_the_user_says() {
    let text = "struct pair { int key; const char *text; };\n\
                int last(const struct pair *pairs) { return pairs[2].text ? pairs[2].text[0] : pairs[2].key; }\n\
                int fourth(const int *row) { return row[3]; }\n\
                int fifth(const int *row) { return row[4]; }\n";
    let place = Folder::with(&[("a.c", text)]);
    place
        .sheaf("check a.c --entry last --array pairs=3")
        .exits(0);
    let found = place.sheaf("check a.c --entry last --array pairs=2");
    found.exits(1);
    found.says("out-of-bounds");
    place
        .sheaf("check a.c --entry fourth --array row=4")
        .exits(0);
    place
        .sheaf("check a.c --entry fifth --array row=4")
        .says("out-of-bounds");
    place
        .sheaf("check a.c --entry last --array pairs=65")
        .refused_in_one_line(&["--array", "at most 64"]);
    place
        .sheaf("check a.c --entry last --length pairs=key")
        .refused_in_one_line(&["--length", "no integer parameter `key`"]);
}

#[test]
fn callbacks_are_named() {
    let text = "int one(int x) { return x * 0 + 1; }\nstatic int zero(int x) { return x * 0; }\n\
                struct ops { int (*run)(int); };\n\
                int apply(int (*run)(int), int x) { return 10 / run(x); }\n\
                int with(const struct ops *ops) { return ops && ops->run ? 10 / ops->run(1) : zero(2); }\n\
                int optional(int (*run)(int)) { return run ? run(1) : 0; }\n";
    let place = Folder::with(&[("a.c", text)]);
    let apply = "check a.c --disable signed-overflow,division-overflow --entry apply";
    place.sheaf(&format!("{apply} --callback run=one")).exits(0);
    for functions in ["any", "zero", "one,zero", "a.c:zero", "null,one"] {
        let found = place.sheaf(&format!("{apply} --callback run={functions} --out out"));
        found.exits(1);
        let replayed = place.sheaf("replay out/latest/finding-1.json");
        replayed.exits(1);
        replayed.says("(as recorded)");
    }
    place
        .sheaf(&format!("{apply} --callback run=one,zero --out out"))
        .exits(1);
    place
        .sheaf("replay --native out/latest/finding-1.json")
        .says("(as recorded)");
    place
        .sheaf("check a.c --entry with --callback ops->run=one")
        .exits(0);
    place
        .sheaf("check a.c --entry with --callback ops->run=any")
        .exits(1);
    place
        .sheaf("check a.c --entry optional --callback run=one,null")
        .exits(0);
    for (option, parts) in [
        ("--callback run=two", ["--callback", "no function `two`"]),
        ("--callback runs=one", ["--callback", "did you mean `run`?"]),
        (
            "--callback run=any,one",
            ["--callback", "`any` cannot be combined with functions"],
        ),
        ("--non-null run", ["--non-null", "--callback run="]),
    ] {
        place
            .sheaf(&format!("{apply} {option}"))
            .refused_in_one_line(&parts);
    }
}

#[test]
fn an_entry_of_a_script_is_a_function_that_can_be_called() {
    let script = "function f(a) {}\nconst k = 7, object = {f};\nlet later;\nclass C {}\n\
                  exports.set = (a) => a;\nexports.parts = object;\nlater = f;";
    let place = Folder::with(&[("a.js", script), ("b.mjs", "export function f() {}")]);
    for entry in [
        "f",
        "object.f",
        "later",
        "set",
        "parts.f",
        "module.exports.set",
    ] {
        let found = place.sheaf(&format!("check a.js --entry {entry} --types integer"));
        found.exits(0);
        found.says("safe");
    }
    let refused = [
        ("nope", "`nope` is no function when the file has run"),
        ("k", "`k` is no function when the file has run"),
        ("object", "`object` is no function when the file has run"),
        (
            "object.g",
            "`object.g` is no function when the file has run",
        ),
        (
            "parts.g.h",
            "`parts.g.h` is no function when the file has run",
        ),
        ("C", "`C` is a class: write a harness that creates objects"),
    ];
    for (entry, message) in refused {
        let found = place.sheaf(&format!("check a.js --entry {entry} --types integer"));
        found.refused_in_one_line(&[message]);
    }
    let found = place.sheaf("check b.mjs --entry f --types integer");
    found.refused_in_one_line(&["an ES module has no entries"]);
    // A statement at the end of these files would not call the function with inputs.
    let f = "function f(x) { const sheaf = x; return sheaf; }\n";
    let returns = format!("{f}if (typeof document === 'undefined') return;\n");
    let named = format!("{f}var sheaf = {{ integer() {{ return 1; }} }};\n");
    let place = Folder::with(&[("c.js", &returns), ("d.js", &named), ("e.js", f)]);
    for (file, message) in [
        ("c.js", "the file returns before its end: write a harness"),
        ("d.js", "the file has a variable `sheaf`"),
    ] {
        let found = place.sheaf(&format!("check {file} --entry f --types integer"));
        found.refused_in_one_line(&[message]);
    }
    place.sheaf("check e.js --entry f --types integer").exits(0);
}

/// A fuzz target starts without options: after its initializer, with data of any size that is not
/// null.
#[test]
fn fuzz_targets_are_entries() {
    let target = "#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\nstatic int ready;\n\
        int LLVMFuzzerInitialize(int *argc, char ***argv) { ready = *argc == 1 && !(*argv)[1]; return 0; }\n\
        int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {\n\
        assert(ready && Data && Size <= 16);\n\
        return Size >= 3 && Data[0] == 'F' && Data[1] == 'U' && Data[2] == 'Z' && Data[3] == 'Z';\n}\n";
    let library = "int unused(void) { return 1; }\n";
    let both = format!("{target}int main(void) {{ return 0; }}\n");
    let files = [("a.c", target), ("lib.c", library), ("both.c", &both)];
    let place = Folder::with(&files);
    let found = place.sheaf("check a.c lib.c --out out");
    found.exits(1);
    found.says("Data -> \"FUZ\" (uint8_t[3])");
    for how in ["", "--native"] {
        let again = place.sheaf(&format!("replay {how} out/latest/finding-1.json"));
        again.exits(1);
        again.says("(as recorded)");
    }
    let small = place.sheaf("check a.c --size 2");
    small.exits(0);
    small.says("for arrays of up to 2 elements");
    place.sheaf("check a.c --size 17").exits(1);
    place.sheaf("check both.c").exits(0);
    place
        .sheaf("check both.c --entry LLVMFuzzerTestOneInput")
        .exits(1);
    let refused = place.sheaf("check both.c --size 3");
    refused.refused_in_one_line(&["--size", "does not start at LLVMFuzzerTestOneInput"]);
}

/// A stream cannot be made of arbitrary bytes: it is null, or the path that uses it ends.
#[test]
fn streams_are_not_made_up_and_half_floats_are_numbers() {
    let text = "#include <stdio.h>\nint f(FILE *in, int n) {\n  if (!in) return 0;\n  if (n == 7) return 1 / (n - 7);\n  return fgetc(in);\n}\nint g(_Float16 h, _Float16 *p) { return p && h == 1.5f16 && *p == 2.5f16 ? 1 / ((int)h - 1) : 0; }\n";
    let place = Folder::with(&[("a.c", text)]);
    let stream = place.sheaf("check a.c --entry f");
    stream.exits(1);
    stream.says("bug: 1 failure (");
    stream
        .says("shape-limit: `*in`, a stream: call the function from a harness with one at a.c:5:");
    let half = place.sheaf("check a.c --entry g");
    half.exits(1);
    half.says("h = 1.5 (_Float16)");
    half.says("2.5");
}

#[test]
fn warnings_of_compilers_are_shown_once_and_on_request() {
    let header = "static int unused(int *p) { char *q = p; return *q; }\n";
    let main = "#include \"a.h\"\nint main(void) { int x = 3; return unused(&x); }\n";
    let other = "#include \"a.h\"\nint other(int *p) { return unused(p); }\n";
    let place = Folder::with(&[("a.h", header), ("a.c", main), ("b.c", other)]);
    let silent = place.sheaf("check a.c b.c");
    assert!(!silent.err.contains("warning: "), "{}", silent.err);
    let told = place.sheaf("check a.c b.c -v");
    assert_eq!(
        told.err.matches("warning: incompatible pointer").count(),
        1,
        "{}",
        told.err
    );
}
