// A pattern that ends within `[`.
// project: tiny-regex-c 21d1b20
// sources: re.c
// input: 7 characters, `re_match`
// bug: out-of-bounds re.c:121
#include <klee/klee.h>
#include <re.h>
int main(void) {
  char pattern[8];
  int length;
  klee_make_symbolic(pattern, sizeof pattern - 1, "pattern");
  pattern[sizeof pattern - 1] = 0;
  re_match(pattern, "abc", &length);
  return 0;
}
