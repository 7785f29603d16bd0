// Heap sort of N numbers: the result is in order and has each number as often as before.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 5
#endif

static void sift(int *a, int root, int end) {
  while (2 * root + 1 < end) {
    int child = 2 * root + 1;
    if (child + 1 < end && a[child] < a[child + 1]) child++;
    if (a[root] >= a[child]) return;
    int kept = a[root];
    a[root] = a[child];
    a[child] = kept;
    root = child;
  }
}

static void sort(int *a, int n) {
  for (int root = n / 2 - 1; root >= 0; root--) sift(a, root, n);
  for (int end = n - 1; end > 0; end--) {
    int kept = a[0];
    a[0] = a[end];
    a[end] = kept;
    sift(a, 0, end);
  }
}

int main(void) {
  int a[N], any = __VERIFIER_nondet_int(), before = 0, after = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    before += a[i] == any;
  }
  sort(a, N);
  for (int i = 0; i < N; i++) {
    assert(i == 0 || a[i - 1] <= a[i]);
    after += a[i] == any;
  }
  assert(before == after);
  return 0;
}
