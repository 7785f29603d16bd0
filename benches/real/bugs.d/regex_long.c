// A pattern of more than 29 parts.
// project: tiny-regex-c baf3a15
// sources: re.c
// input: 39 characters, `re_match`
// bug: out-of-bounds re.c:119-178 re.c:190-204
#include <klee/klee.h>
#include <re.h>
int main(void) {
  char pattern[40];
  klee_make_symbolic(pattern, sizeof pattern - 1, "pattern");
  pattern[sizeof pattern - 1] = 0;
  re_match(pattern, "abc");
  return 0;
}
