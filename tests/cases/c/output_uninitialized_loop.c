// What is printed in a loop is initialized on some paths only, and nothing observes the output: labels, clauses and
// summaries of the loop must keep the check.
// expect: bug uninitialized @14
#include <stdio.h>

int main(void) {
  int last;
  for (int i = 0; i < 4; i++) {
    int k = __VERIFIER_nondet_int();
    if (k > 3) last = k;
    if (k == 3) break;
    printf("round %d\n", i);
    if (k == 2 && i > 1) {
      printf("last: %d\n", last);
      break;
    }
  }
  puts("end");
  return 0;
}
