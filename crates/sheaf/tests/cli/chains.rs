//! Chains: `sheaf show --chains`, and targets that no numbers of iterations lead to.

use crate::common::Folder;
use serde_json::Value;

/// Two loops that count; how large the first count must be is a parameter.
fn counting(least: u32) -> String {
    format!(
        "#include <klee/klee.h>\n\
         void target(void) {{}}\n\
         int main(void) {{\n\
           int a[30], b[30], x = 0, y = 0;\n\
           klee_make_symbolic(a, sizeof a, \"a\");\n\
           klee_make_symbolic(b, sizeof b, \"b\");\n\
           for (int i = 0; i < 30; i++)\n\
             if (a[i] == 1) x++;\n\
           for (int i = 0; i < 30; i++)\n\
             if (b[i] == 2) y++;\n\
           if (x > {least} && x + y == 41) target();\n\
           return 0;\n\
         }}\n"
    )
}

#[test]
fn counts_that_are_too_large_are_excluded_before_anything_is_executed() {
    let folder = Folder::with(&[("a.c", &counting(30))]);
    let answer = folder.sheaf("reach a.c --target target");
    answer.exits(1);
    answer.says("no numbers of iterations do, as shown without executing anything (0 paths");
    let json = folder.sheaf("reach a.c --target target --json");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["target"]["chains"]["roots"], 1);
    assert_eq!(json["target"]["chains"]["unsolvable"], 1);
    assert_eq!(json["target"]["chains"]["obstacle"], Value::Null);
}

#[test]
fn the_form_names_chains_counters_and_functions() {
    let folder = Folder::with(&[("a.c", &counting(25))]);
    let shown = folder.sheaf("show --chains --target target a.c");
    shown.exits(0);
    for line in [
        "    7  loop {c1, c2}\n",
        "    7      i < 30\n",
        "         then i = k1 + k2\n",
        "         then x = k2\n",
        "   11  k2 >= 26\n",
        "   11  (k2 + k4) == 41\n",
        "  a solution: k1 = ",
    ] {
        shown.says(line);
    }
    let json = folder.sheaf("show --chains --target target --format json a.c");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let root = &json["root_chains"][0];
    assert_eq!(root["system"], "solvable");
    let steps = root["steps"].as_array().unwrap();
    let first = steps.iter().find(|step| !step["loop"].is_null()).unwrap();
    assert_eq!(first["line"], 7);
    assert_eq!(first["loop"]["functions"][1], "x = k2");
    let count = |name: &str| -> u32 { root["solution"][name].as_str().unwrap().parse().unwrap() };
    assert_eq!(
        (count("k1") + count("k2"), count("k2") + count("k4")),
        (30, 41)
    );
}

#[test]
fn counters_are_reset_by_outer_chains() {
    let program = "int main(void) {\n\
          int count = 0;\n\
          for (int i = 0; i < 7; i++)\n\
            for (int j = 0; j < 6; j++)\n\
              count++;\n\
          if (count != 42) return 1;\n\
          return 0;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let answer = folder.sheaf("reach a.c --target a.c:6");
    answer.exits(0);
    let shown = folder.sheaf("show --chains --target any-assertion a.c");
    shown.says("no path leads to the target");
    let other = program.replace("return 1", "__builtin_trap()");
    let folder = Folder::with(&[("a.c", &other)]);
    let shown = folder.sheaf("show --chains --target a.c:7 a.c");
    shown.says("then j = k1@c2\n");
    shown.says("summed over c2: ");
    shown.says("then count = k1\n");
}

/// How often an element of one array equals and exceeds one of another. Together these cannot be
/// more than the pairs of elements, but how many depends on no counter.
fn pairs(comparison: &str, least: u32) -> String {
    format!(
        "#include <klee/klee.h>\n\
         void target(void) {{}}\n\
         int main(void) {{\n\
           int a[5], b[5], x = 0, y = 0;\n\
           klee_make_symbolic(a, sizeof a, \"a\");\n\
           klee_make_symbolic(b, sizeof b, \"b\");\n\
           for (int i = 0; i < 5; i++)\n\
             for (int j = 0; j < 5; j++)\n\
               if (a[i] == b[j]) x++;\n\
           for (int i = 0; i < 5; i++)\n\
             for (int j = 0; j < 5; j++)\n\
               if (a[i] {comparison} b[j]) y++;\n\
           if (x + y > {least}) target();\n\
           return 0;\n\
         }}\n"
    )
}

#[test]
fn the_guided_search_takes_turns_with_merging() {
    for (comparison, least, status) in [(">", 25, 1), (">", 24, 0), (">=", 25, 0), (">=", 50, 1)] {
        let folder = Folder::with(&[("a.c", &pairs(comparison, least))]);
        let answer = folder.sheaf("reach a.c --target target --time 10m");
        answer.exits(status);
    }
}

#[test]
fn bounds_in_memory_are_known() {
    let program = "unsigned char __VERIFIER_nondet_uchar(void);\n\
        void target(void) {}\n\
        static void swap(unsigned *a, unsigned *b) { unsigned c = *a; *a = *b; *b = c; }\n\
        int main(void) {\n\
          struct { unsigned first, last; } pair;\n\
          pair.last = __VERIFIER_nondet_uchar();\n\
          pair.first = pair.last + 100;\n\
          swap(&pair.first, &pair.last);\n\
          unsigned sum = 0;\n\
          for (unsigned i = pair.first; i < pair.last; i++) sum += 2;\n\
          if (sum > 200) target();\n\
          return 0;\n\
        }\n";
    for (least, text) in [("200", "anything (0 paths"), ("198", "reached")] {
        let folder = Folder::with(&[("a.c", &program.replace("200", least))]);
        folder.sheaf("reach a.c --target target").says(text);
    }
}

/// The distance of two objects leads from one to the other.
#[test]
fn addresses_that_become_numbers_are_an_obstacle() {
    let program = "void goal(void) {}\n\
        static void put(char *p, long at, char value) { p[at] = value; }\n\
        int main(void) {\n\
          char a = 1, b = 2;\n\
          put(&a, &b - &a, 5);\n\
          if (a == 1 && b == 5) goal();\n\
          return 0;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let answer = folder.sheaf("reach a.c --target goal");
    assert_eq!(answer.status, Some(3));
    answer.says("address-dependent");
    let shown = folder.sheaf("show --chains --target goal a.c");
    shown.says("not all paths follow these chains: addresses that become numbers\n");
}

#[test]
fn what_chains_do_not_contain_is_named() {
    let program = "int goal(int n) { return n; }\n\
        int down(int n) { return n > 5 ? down(n - 1) : goal(n); }\n\
        int __VERIFIER_nondet_int(void);\n\
        int main(void) { return down(__VERIFIER_nondet_int()); }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let shown = folder.sheaf("show --chains --target goal a.c");
    shown.says("not all paths follow these chains: `down`, which is recursive\n");
    let kind = folder.sheaf("show --chains --target any-division-by-zero a.c");
    kind.says("not all paths follow these chains: `division-by-zero`, which may happen anywhere\n");
    let without = folder.sheaf("show --chains a.c");
    without.exits(2);
    let dot = folder.sheaf("show --chains --target goal --format dot a.c");
    dot.exits(2);
}

/// The answers of `sheaf reach` with and without chains.
fn answers(program: &str, more: &str) -> [Option<bool>; 2] {
    let folder = Folder::with(&[("a.c", program)]);
    ["", "--no-chains"].map(|chains| {
        let line = format!("reach a.c --target target --json --time 10m {chains} {more}");
        let answer: Value = serde_json::from_str(&folder.sheaf(&line).out).unwrap();
        answer["target"]["reached"].as_bool()
    })
}

#[test]
fn wrapping_numbers_are_taken_seriously() {
    let unsigned_counter = |step: u32, goal: u32| {
        format!(
            "unsigned char __VERIFIER_nondet_uchar(void);\n\
             void target(void) {{}}\n\
             int main(void) {{\n\
               unsigned char n = __VERIFIER_nondet_uchar(), i = 0, a = 0;\n\
               while (i != n) {{ i += {step}; a += 2; if (a == 254) break; }}\n\
               if (i == {goal}) target();\n\
               return 0;\n\
             }}\n"
        )
    };
    // 3 * 86 = 258: only behind an overflow.
    assert_eq!(answers(&unsigned_counter(3, 2), ""), [Some(true); 2]);
    // Steps of four never lead to an odd number, with or without overflow.
    assert_eq!(answers(&unsigned_counter(4, 15), ""), [Some(false); 2]);
    let signed = "int __VERIFIER_nondet_int(void);\n\
        void target(void) {}\n\
        int main(void) {\n\
          int n = __VERIFIER_nondet_int(), i = 2147483640;\n\
          while (i != n) { i += 1; if (i < 0) break; }\n\
          if (i == -2147483647 - 1) target();\n\
          return 0;\n\
        }\n";
    assert_eq!(
        answers(signed, "--disable signed-overflow"),
        [Some(true); 2]
    );
}

/// A text in which words are looked for one after the other, as in the paper's program HWM: each
/// search can be left in three ways, and only one of them finds the word.
#[test]
fn a_root_chain_for_each_way_out_of_each_loop() {
    let mut searches = String::new();
    for (at, word) in ["Hello", "World", "At", "Microsoft!"].iter().enumerate() {
        let length = word.len();
        searches += &format!(
            "for (int i = 0; found[{at}] < {length}; i++) {{\n\
               if (i == 32) break;\n\
               if (text[i] == 0) break;\n\
               if (text[i] == \"{word}\"[found[{at}]]) found[{at}]++;\n\
               else found[{at}] = 0;\n\
             }}\n\
             if (found[{at}] != {length}) return 0;\n"
        );
    }
    let searches = ["a", "b", "c", "d"]
        .iter()
        .enumerate()
        .fold(searches, |text, (at, name)| {
            text.replace(&format!("found[{at}]"), name)
        });
    let program = format!(
        "#include <klee/klee.h>\n\
         void target(void) {{}}\n\
         int main(void) {{\n\
           char text[32];\n\
           int a = 0, b = 0, c = 0, d = 0;\n\
           klee_make_symbolic(text, sizeof text, \"text\");\n\
           {searches}\
           target();\n\
           return 0;\n\
         }}\n"
    );
    let folder = Folder::with(&[("a.c", &program)]);
    let json = folder.sheaf("show --chains --target target --format json a.c");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let roots = json["root_chains"].as_array().unwrap();
    let solvable = roots.iter().filter(|root| root["system"] == "solvable");
    assert_eq!((roots.len(), solvable.count()), (81, 1));
    folder
        .sheaf("reach a.c --target target --time 10m")
        .says("reached");
}

/// Recursion is a loop over the parameters. Chains only guide there.
#[test]
fn recursion_is_a_loop_over_the_parameters() {
    let program = "#include <klee/klee.h>\n\
        void target(void) {}\n\
        static int walk(int n, int step) {\n\
          if (n == 30) target();\n\
          if (n > 40) return step;\n\
          int c;\n\
          klee_make_symbolic(&c, sizeof c, \"c\");\n\
          return 1 + walk(c > 5 ? n + 4 : n + 3, step + 1);\n\
        }\n\
        int main(void) {\n\
          if (walk(0, 0) > 1000)\n\
            return 1;\n\
          return 0;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let shown = folder.sheaf("show --chains --target target a.c");
    for line in [
        "then n = (k1 * 4) + (k2 * 3)\n",
        "then step = k1 + k2\n",
        "((k1 * 4) + (k2 * 3)) == 30\n",
        "not all paths follow these chains: `walk`, which is recursive\n",
    ] {
        shown.says(line);
    }
    folder.sheaf("reach a.c --target target").exits(0);
    let other = program.replace("== 30", "== 2");
    let folder = Folder::with(&[("a.c", &other)]);
    folder.sheaf("reach a.c --target target").exits(1);
    // Values that depend on how often a function has returned.
    let folder = Folder::with(&[("a.c", program)]);
    folder.sheaf("reach a.c --target a.c:12 --time 1m").exits(1);
    let deep = program.replace("> 1000", "> 25");
    let folder = Folder::with(&[("a.c", &deep)]);
    folder.sheaf("reach a.c --target a.c:12 --time 1m").exits(0);
}

/// In programs of dynamic languages, operators on integers have integers as results on chains, and
/// calls are those of the functions that they name.
#[test]
fn chains_of_javascript_programs() {
    let program = "const N = 30;\n\
        function target() {}\n\
        function main() {\n\
          let x = 0, y = 0;\n\
          for (let i = 0; i < N; i++)\n\
            if (sheaf.integer('a') === 1) x++;\n\
          for (let i = 0; i < N; i++)\n\
            if (sheaf.integer('b') === 2) y++;\n\
          if (x > 25 && x + y === 41) target();\n\
        }\n\
        main();\n";
    let folder = Folder::with(&[("a.js", program)]);
    let shown = folder.sheaf("show --chains --target target a.js");
    for line in [
        "    5  loop {c1, c2}\n",
        "    9  k2 >= 26\n",
        "    9  (k2 + k4) == 41\n",
        "not all paths follow these chains: ",
    ] {
        shown.says(line);
    }
    folder.sheaf("reach a.js --target target").exits(0);
    // The loops leave the integers: nothing is excluded by what chains say of integers.
    let other = program
        .replace("x++", "x += 1e9")
        .replace("x + y === 41", "x === 30e9");
    let folder = Folder::with(&[("a.js", &other)]);
    folder
        .sheaf("reach a.js --target target --time 1m")
        .exits(0);
}

/// What held before the first iteration holds of sums only as far as no iteration changes it.
#[test]
fn sums_of_iterations_that_change_their_bound() {
    let program = |step: &str, condition: &str| {
        format!(
            "#include <klee/klee.h>\n\
             void target(void) {{}}\n\
             int main(void) {{\n\
               int n, k, count = 0;\n\
               klee_make_symbolic(&n, sizeof n, \"n\");\n\
               klee_make_symbolic(&k, sizeof k, \"k\");\n\
               klee_assume(n >= -3 & n <= 3 & k >= 0 & k <= 3);\n\
               for (int i = 0; i < k; i++) {{\n\
                 for (int j = 0; j < n; j++) count++;\n\
                 {step}\n\
               }}\n\
               if ({condition}) target();\n\
               return 0;\n\
             }}\n"
        )
    };
    for (step, condition, status) in [
        ("n--;", "count == 5", 0),
        ("n--;", "count == 0 && n < -1 && k == 3", 0),
        ("", "count == 0 && n < -1 && k == 3", 0),
        ("", "count == 6", 0),
        ("", "count == 5", 1),
    ] {
        let folder = Folder::with(&[("a.c", &program(step, condition))]);
        folder.sheaf("reach a.c --target target").exits(status);
    }
}

/// What is read at an unknown index of an array that a loop has filled is unknown.
#[test]
fn arrays_that_loops_fill() {
    let program = "function target() {}\n\
        const a = [], b = [];\n\
        for (let i = 0; i < 3; i++) {\n\
          a[i] = sheaf.integer('a');\n\
          b[i] = sheaf.integer('b');\n\
        }\n\
        let count = 0;\n\
        for (let i = 0; i < 3; i++)\n\
          if (a[i] === b[i]) count++;\n\
        if (count === 1) target();\n";
    let folder = Folder::with(&[("a.js", program)]);
    let shown = folder.sheaf("show --chains --target target a.js");
    shown.says("    8  loop {c2, c3}\n");
    shown.says("a solution: k1 = 3, k2 = 2, k3 = 1");
    folder
        .sheaf("reach a.js --target target --search chains")
        .exits(0);
}

/// A number that each iteration increases by one between two constants.
#[test]
fn increments_in_a_range() {
    let program = "#include <klee/klee.h>\n\
        void target(void) {}\n\
        int main(void) {\n\
          int x = 0;\n\
          for (int i = 0; i < 100; i++) {\n\
            int e = klee_range(0, 100, \"e\");\n\
            if (e < 2 || e > 4) return 0;\n\
            x += 2 * e;\n\
          }\n\
          if (x == 777) target();\n\
          if (x > 800) target();\n\
          return 0;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let shown = folder.sheaf("show --chains --target a.c:11 a.c");
    shown.says("x = x + 4, or up to 4 more\n");
    shown.says("then x = (k1 * 4) + k1s\n");
    folder.sheaf("reach a.c --target a.c:11 --time 1m").exits(0);
    for (least, status) in [("800", 1), ("798", 0)] {
        let program = program
            .replace("  if (x == 777) target();\n", "")
            .replace("800", least);
        let folder = Folder::with(&[("a.c", &program)]);
        folder
            .sheaf("reach a.c --target target --time 10m")
            .exits(status);
    }
}

/// Sixteen branches that each change a sum, in a loop or not, before a loop that counts.
fn many_chains(is_loop: bool) -> String {
    let branch = |at: u32| format!("if (a[{at}] > {at}) s = s * 3 + {at};\n");
    let branches: String = (0..16).map(branch).collect();
    let head = if is_loop {
        "for (int k = 0; k < 2; k++) "
    } else {
        ""
    };
    format!(
        "#include <klee/klee.h>\n\
         void target(void) {{}}\n\
         int main(void) {{\n\
           unsigned char a[16]; unsigned n, s = 0, c = 0;\n\
           klee_make_symbolic(a, sizeof a, \"a\");\n\
           klee_make_symbolic(&n, sizeof n, \"n\");\n\
           {head}{{ {branches} }}\n\
           for (unsigned i = 0; i < n; i++) c += 2;\n\
           if (c == 3000) target();\n\
           return (int)s;\n\
         }}\n"
    )
}

/// Those that are left out would prove something, and are not needed to lead the search.
#[test]
fn some_of_very_many_chains_lead_to_the_target() {
    for is_loop in [false, true] {
        let folder = Folder::with(&[("a.c", &many_chains(is_loop))]);
        let shown = folder.sheaf("show --chains --target target a.c");
        shown.says("a solution: k");
        shown.says("= 1500");
        let answer = folder.sheaf("reach a.c --target target --search chains --time 60s");
        answer.exits(0);
    }
}
