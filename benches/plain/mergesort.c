// Sorting with assertions: all 720 orders of six symbolic integers, the result checked on each path.
// expect: safe
// paths: 720
#include <assert.h>
#include <klee/klee.h>
static int spare[6];
static void sort(int *a, int n) {
  if (n < 2)
    return;
  int half = n / 2, i = 0, j = half, k = 0;
  sort(a, half);
  sort(a + half, n - half);
  while (i < half && j < n)
    spare[k++] = a[j] < a[i] ? a[j++] : a[i++];
  while (i < half)
    spare[k++] = a[i++];
  for (int m = 0; m < k; m++)
    a[m] = spare[m];
}
int main(void) {
  int a[6];
  klee_make_symbolic(a, sizeof a, "a");
  sort(a, 6);
  for (int i = 1; i < 6; i++)
    assert(a[i - 1] <= a[i]);
  return 0;
}
