//! Mutations of inputs, which are run concretely on the way.

use crate::common::Folder;

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
    let answer = place.sheaf(&format!("{line} --time 60s"));
    answer.exits(1);
    answer.says("word = \"verbose");
    let without = place.sheaf(&format!("{line} --time 2s --search dfs"));
    without.exits(3);
}

#[test]
fn mutated_inputs_are_inputs() {
    let text = "const text = sheaf.string('text', 3), number = sheaf.integer('number', 5, 8);\n\
        const one = sheaf.choice('one', ['a', 'b']);\n\
        let sum = 0; for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);\n\
        sheaf.assert(text.length <= 3 && number >= 5 && number <= 8 && (one === 'a' || one === 'b'));\n\
        if (sum % 7 === 3) sum = sum * number % 1000003;\n";
    let place = Folder::with(&[("a.js", text)]);
    let line = "check a.js --strategy plain --completions-after 0 --time 20s --json";
    let answer = place.sheaf(line);
    answer.exits(0);
    assert!(!answer.out.contains("\"mutations\":0"), "{}", answer.out);
}
