//! Harnesses of fuzzers: sizes of data, files of `@@`, macros of AFL++, and corpora.

use crate::common::Folder;
use std::fs;

const INCLUDES: &str = "#include <fcntl.h>\n#include <stddef.h>\n#include <stdint.h>\n\
    #include <stdlib.h>\n#include <unistd.h>\n";

/// A fuzz target with this body.
fn target(body: &str) -> String {
    format!("{INCLUDES}int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {{\n{body}}}\n")
}

/// A program with `main` of this body.
fn program(body: &str) -> String {
    format!("{INCLUDES}int main(int argc, char **argv) {{\n{body}}}\n")
}

#[test]
fn larger_data_is_explored_once_smaller_is() {
    let fails = target("  if (size == 12 && data[11] == 'x') abort();\n  return 0;\n");
    let safe = target("  return size > 0 && data[size - 1] == 'x';\n");
    let counts = "  int n = 0;\n  for (size_t i = 0; i < size; i++) if (data[i] & 1) n++;\n  \
        if (size > 30 && n == 31 && data[3] == 7) return 1;\n  return 0;\n";
    let place = Folder::with(&[
        ("fails.c", &fails),
        ("safe.c", &safe),
        ("n.c", &target(counts)),
    ]);
    place.sheaf("check fails.c --size 8").exits(0);
    let answer = place.sheaf("check fails.c --time 10m --out out");
    answer.exits(1);
    answer.says("size = 12 (size_t)");
    place.sheaf("replay out/latest/finding-1.json").exits(1);
    let answer = place.sheaf("check safe.c --time 10m");
    answer.exits(0);
    answer.says("for arrays of up to 4096 elements");
    // Of what was not explored completely, nothing is claimed.
    let answer = place.sheaf("check n.c --strategy plain --time 3s --out out");
    assert!(answer.out.contains("for arrays of up to"), "{}", answer.out);
    assert!(!answer.out.contains("4096"), "{}", answer.out);
    // What is left of larger data is there to go on with.
    let answer = place.sheaf("resume out --time 2s");
    assert!(!answer.err.contains("has ended"), "{}", answer.err);
    answer.says("no failure was found with data of");
}

#[test]
fn data_that_is_not_explored_completely_does_not_grow() {
    let body = "  int unknown(int);\n  return size > 0 && unknown(data[0]);\n";
    let place = Folder::with(&[("a.c", &target(body))]);
    let answer = place.sheaf("check a.c");
    answer.exits(3);
    answer.says("data of more than 8 bytes was not explored; `--size`");
}

#[test]
fn what_only_smaller_data_executes_is_checked() {
    let body = "  if (size > 8) return 0;\n  return size > 0 && 10 / (data[0] | 1) > 3;\n";
    let place = Folder::with(&[("a.c", &target(body))]);
    let answer = place.sheaf("check a.c --explain properties");
    answer.exits(0);
    answer.says("for arrays of up to 4096 elements");
    assert!(!answer.out.contains("unreachable"), "{}", answer.out);
}

#[test]
fn a_file_in_arguments_is_an_input() {
    let body = "  char text[3];\n  int file = open(argv[argc - 1], O_RDONLY);\n  \
        if (argc != 3 || argv[1][1] != 'f' || file < 0) return 2;\n  \
        if (read(file, text, 3) == 3 && text[0] == 'F' && text[2] == 'Z') abort();\n  return 0;\n";
    let place = Folder::with(&[("a.c", &program(body)), ("seed", "FUZ")]);
    for line in [
        "check a.c --out out -- -f @@",
        "check a.c --arg=-f --arg @@ --size 3",
        "check a.c --seed-input seed -- -f @@",
    ] {
        let answer = place.sheaf(line);
        answer.exits(1);
        answer.says("@@ = \"F");
    }
    place.sheaf("check a.c --size 2 -- -f @@").exits(0);
    place.sheaf("replay out/latest/finding-1.json").exits(1);
    let answer = place.sheaf("check a.c --size 3");
    answer.refused_in_one_line(&["LLVMFuzzerTestOneInput", "@@", "--stdin"]);
}

#[test]
fn macros_of_afl_are_defined_where_they_are_used() {
    let shared = "#include <unistd.h>\n#include <stdlib.h>\n__AFL_FUZZ_INIT();\nint main(void) {\n  \
        __AFL_INIT();\n  unsigned char *data = __AFL_FUZZ_TESTCASE_BUF;\n  \
        while (__AFL_LOOP(10000)) {\n    int size = __AFL_FUZZ_TESTCASE_LEN;\n    \
        if (size > 1 && data[0] == 'A' && data[1] == 'F' && data[2] == 'L') return 1;\n  }\n  \
        return 0;\n}\n";
    let read = program(
        "  char text[4] = \"\";\n  while (__AFL_LOOP(1000)) {\n    \
         if (read(0, text, 4) == 4 && text[0] == 'x') abort();\n  }\n  return 0;\n",
    );
    let place = Folder::with(&[("shared.c", shared), ("read.c", &read)]);
    let answer = place.sheaf("check shared.c");
    answer.exits(1);
    answer.says("out-of-bounds");
    answer.says("stdin = \"AF\"");
    place.sheaf("check read.c").exits(1);
    place.sheaf("check read.c --size 3").exits(0);
    place.sheaf("check read.c --stdin 3").exits(0);
    place.sheaf("check shared.c --out out").exits(1);
    place.sheaf("replay out/latest/finding-1.json").exits(1);
}

#[test]
fn a_corpus_is_merged_to_what_covers_as_much() {
    let body = "  int n = 0;\n  for (size_t i = 0; i < size; i++) {\n    \
        if (data[i] == 'a') n += 1;\n    else if (data[i] == 'b') n += 2;\n    \
        else if (data[i] == 'c') n += 3;\n  }\n  return n;\n";
    let place = Folder::with(&[("a.c", &target(body))]);
    fs::create_dir(place.path("corpus")).unwrap();
    let files = [
        ("one", "a"),
        ("same", "aaaa"),
        ("two", "b"),
        ("all", "abcd"),
        ("most", "bbbbccc"),
    ];
    for (name, bytes) in files {
        fs::write(place.path("corpus").join(name), bytes).unwrap();
    }
    let answer = place.sheaf("merge a.c --seed-input corpus --out small");
    answer.exits(0);
    answer.says("1 of 5 files, 4 of 17 bytes");
    let names: Vec<_> = fs::read_dir(place.path("small")).unwrap().collect();
    assert_eq!(names.len(), 1);
    assert_eq!(fs::read(place.path("small/all")).unwrap(), b"abcd");
    let answer = place.sheaf("merge a.c --seed-input none --out small");
    answer.refused_in_one_line(&["none", "no such file"]);
}
