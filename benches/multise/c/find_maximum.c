// The greatest of N numbers.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 8
#endif

static int maximum(const int *a, int n) {
  int best = a[0];
  for (int i = 1; i < n; i++) {
    if (a[i] > best) best = a[i];
  }
  return best;
}

int main(void) {
  int a[N], found = 0;
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  int best = maximum(a, N);
  for (int i = 0; i < N; i++) {
    assert(a[i] <= best);
    found |= a[i] == best;
  }
  assert(found);
  return 0;
}
