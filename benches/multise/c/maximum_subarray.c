// The greatest sum of neighbours among N numbers, in one pass.
#include <assert.h>
extern signed char __VERIFIER_nondet_char(void);
#ifndef N
#define N 6
#endif

int main(void) {
  int a[N], reached = 0;
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_char();
  int best = a[0], here = a[0];
  for (int i = 1; i < N; i++) {
    if (here < 0) here = a[i];
    else here += a[i];
    if (here > best) best = here;
  }
  for (int i = 0; i < N; i++) {
    int sum = 0;
    for (int j = i; j < N; j++) {
      sum += a[j];
      assert(sum <= best);
      reached |= sum == best;
    }
  }
  assert(reached);
  return 0;
}
