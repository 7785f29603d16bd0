// Printing symbolic values does not fork, and returns the right length.
// expect: safe
// paths: 1
#include <assert.h>
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = printf("%d %3u|%x\n", x, c, c), m = printf("%s", s);
  assert((n >= 8) & (n <= 19) & (m >= 0) & (m <= 3));
  fprintf(stderr, "%5d%c\n", x, c);
  puts(s);
  putchar(c);
  return 0;
}
