// A loop without end that prints, and a flush at the end: nothing observes the output, so labels prove the loop, and
// numbers are not printed digit by digit. Clauses do not know that a load of `stdout` cannot fail.
// expect: incomplete depth-limit
// options: --max-depth 12
// proved: subsume-dfs subsume-klee summaries-subsume
// proved: summaries-packed summaries-klee
#include <assert.h>
#include <stdio.h>

int main(void) {
  int b = 0;
  while (1) {
    int k = __VERIFIER_nondet_int();
    if (k == 7) break;
    if (k == 1) {
      b = 1;
      printf("one %d %5.2f %s%c%%\n", k, 1.0 * k, "more", 'x');
    }
    if (k == 2 && b == 1) b = 2;
    if (k > 100) fprintf(stderr, "large: %d\n", k);
    assert(b != 3);
  }
  puts("end");
  fputs("of all\n", stdout);
  putchar('0' + b);
  fflush(stdout);
  return 0;
}
