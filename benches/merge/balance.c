// Brackets in N characters: the loop ends early at a bracket that closes nothing.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#ifndef N
#define N 10
#endif

int main(void) {
  int depth = 0, deepest = 0, i;
  for (i = 0; i < N; i++) {
    char c = __VERIFIER_nondet_char();
    if (c == '(') {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (c == ')') {
      if (depth == 0) break;
      depth--;
    }
  }
  assert(depth >= 0 && depth <= deepest);
  assert(deepest <= i);
  assert(i == N || depth == 0);
  return 0;
}
