/* Words of a text, counted as `wc -w` does: by a flag that tells whether the last character was part of one. A second count looks at
 * their ends instead. Each character may or may not be a space, so that the paths double with each one. */
#include <assert.h>
#include <klee/klee.h>

static int is_space(char c) { return c == ' ' || c == '\n' || c == '\t'; }

static int count_words(const char *text, int length) {
  int words = 0, inside = 0;
  for (int i = 0; i < length; i++) {
    if (is_space(text[i])) {
      inside = 0;
    } else if (!inside) {
      inside = 1;
      words++;
    }
  }
  return words;
}

static int count_ends(const char *text, int length) {
  int ends = 0;
  for (int i = 0; i < length; i++)
    if (!is_space(text[i]) && (i + 1 == length || is_space(text[i + 1])))
      ends++;
  return ends;
}

int main(void) {
  char text[16];
  klee_make_symbolic(text, sizeof text, "text"); /* any sixteen characters */
  assert(count_words(text, sizeof text) == count_ends(text, sizeof text));
  return 0;
}
