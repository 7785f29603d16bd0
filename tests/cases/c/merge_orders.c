// Four numbers sorted by exchanges, merged after each; then facts that follow from the order, with equal numbers and both signs.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static void order(int *a, int *b) {
  if (*b < *a) {
    int kept = *a;
    *a = *b;
    *b = kept;
  }
}
int main(void) {
  int a[4], least = klee_int("0"), most = least, same = 0;
  a[0] = least;
  for (int i = 1; i < 4; i++) {
    a[i] = klee_int("next");
    if (a[i] < least) least = a[i];
    if (a[i] > most) most = a[i];
    if (a[i] == a[0]) same++;
  }
  order(&a[0], &a[1]);
  order(&a[2], &a[3]);
  order(&a[0], &a[2]);
  order(&a[1], &a[3]);
  order(&a[1], &a[2]);
  assert(a[0] == least && a[3] == most);
  assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
  assert(same != 3 || least == most);
  // Both orders of a word agree where the signs do.
  if (a[0] >= 0) assert((unsigned)a[1] <= (unsigned)a[2]);
  return 0;
}
