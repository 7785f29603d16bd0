// Quick sort of N numbers: the result is in order and has each number as often as before.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 5
#endif

static void sort(int *a, int low, int high) {
  if (low >= high) return;
  int pivot = a[high], at = low;
  for (int i = low; i < high; i++) {
    if (a[i] < pivot) {
      int kept = a[i];
      a[i] = a[at];
      a[at++] = kept;
    }
  }
  a[high] = a[at];
  a[at] = pivot;
  sort(a, low, at - 1);
  sort(a, at + 1, high);
}

int main(void) {
  int a[N], any = __VERIFIER_nondet_int(), before = 0, after = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    before += a[i] == any;
  }
  sort(a, 0, N - 1);
  for (int i = 0; i < N; i++) {
    assert(i == 0 || a[i - 1] <= a[i]);
    after += a[i] == any;
  }
  assert(before == after);
  return 0;
}
