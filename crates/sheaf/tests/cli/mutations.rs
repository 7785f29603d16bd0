//! Mutations of inputs, which are run concretely on the way.

use crate::common::Folder;
use serde_json::Value;

/// Fails for one word, which is compared by its hash: too hard for the solver.
const HASHED: &str = r#"
#include <assert.h>
#include <klee/klee.h>
static unsigned long hash(const char *word) {
    unsigned long state = 0x9e3779b97f4a7c15;
    for (; *word; word++) {
        state = (state ^ (unsigned char)*word) * 0xff51afd7ed558ccd;
        state ^= state >> 29;
        state *= state | 1;
    }
    return state;
}
static const char *const words[] = {"include", "verbose", "exclude"};
int main(void) {
    char word[12];
    klee_make_symbolic(word, sizeof word, "word");
    word[11] = 0;
    assert(hash(word) != hash(words[1]));
    return 0;
}
"#;

#[test]
fn words_of_the_program_are_tried_where_the_solver_gives_up() {
    let place = Folder::with(&[("a.c", HASHED)]);
    let line = "check a.c --strategy plain --stop-after 1 --solver-time 100ms";
    let answer = place.sheaf(&format!("{line} --time 10m"));
    answer.exits(1);
    answer.says("word = \"verbose");
    let without = place.sheaf(&format!("{line} --time 2s --search dfs"));
    without.exits(3);
}

/// Fails for a word behind many paths, with one number.
const BEHIND: &str = r#"
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
static const char *const words[] = {"include", "verbose", "exclude"};
int main(void) {
    char word[10];
    unsigned bits[6], number;
    int count = 0;
    klee_make_symbolic(bits, sizeof bits, "bits");
    klee_make_symbolic(word, sizeof word, "word");
    klee_make_symbolic(&number, sizeof number, "number");
    for (int i = 0; i < 6; i++)
        if (bits[i] % 7 == 3)
            count++;
    word[9] = 0;
    unsigned hash = 5;
    for (int i = 0; word[i]; i++)
        hash = hash * 33 + (unsigned char)word[i];
    if (strcmp(word, words[1]) == 0 && number * 3 == 4221)
        assert(count == 77);
    return 0;
}
"#;

#[test]
fn following_changes_the_order_only() {
    let place = Folder::with(&[("a.c", BEHIND)]);
    let explored = |options: &str| {
        let answer = place.sheaf(&format!("check a.c --strategy plain --json -j 1 {options}"));
        answer.exits(1);
        let json: Value = serde_json::from_str(&answer.out).unwrap();
        let places: Vec<_> = json["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["line"].clone())
            .collect();
        let stats = json["stats"].clone();
        let counts = ["paths", "instructions", "forks"].map(|name| stats[name].clone());
        (places, counts, stats["completions"]["followed"].as_u64())
    };
    let (places, counts, followed) = explored("--search dfs");
    assert_eq!(followed, Some(0));
    for seed in 0..4 {
        let found = explored(&format!("--completions-after 0 --seed {seed}"));
        assert_eq!((&found.0, &found.1), (&places, &counts));
        assert!(found.2 > Some(0));
    }
}

#[test]
fn mutated_inputs_are_inputs() {
    let text = "const text = sheaf.string('text', 3), number = sheaf.integer('number', 5, 8);\n\
        const one = sheaf.choice('one', ['a', 'b']);\n\
        let sum = 0; for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);\n\
        sheaf.assert(text.length <= 3 && number >= 5 && number <= 8 && (one === 'a' || one === 'b'));\n\
        if (sum % 7 === 3) sum = sum * number % 1000003;\n";
    let place = Folder::with(&[("a.js", text)]);
    let line = "check a.js --strategy plain --completions-after 0 --time 10m --json";
    let answer = place.sheaf(line);
    answer.exits(0);
    assert!(!answer.out.contains("\"mutations\":0"), "{}", answer.out);
}
