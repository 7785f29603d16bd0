// Where merging hurts: two paths with a constant each, which is an index 20 N times.
// hurts
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 10
#endif

int main(void) {
  int table[N + 8], at, sum = 0;
  for (int i = 0; i < N + 8; i++) table[i] = i;
  if (__VERIFIER_nondet_int() > 0) at = 3;
  else at = 7;
  for (int i = 0; i < 20 * N; i++) {
    table[at] += i;
    sum += table[(at + i) % (N + 8)];
    at = (at * 5 + i % 8) % (N + 8);
  }
  assert(sum >= 0);
  return 0;
}
