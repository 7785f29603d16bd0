// A pointer to a local of an earlier round of a loop: each round has an object of its own.
// expect: bug use-after-free @11
// expect: bug use-after-free @21
// expect: bug use-after-free @31
#include <assert.h>
#include <klee/klee.h>
static int array_again(int n) {
  int *p = 0, s = 0;
  for (int i = 0; i < n; i++) {
    int row[2] = {i, i};
    if (p) s += *p;
    p = row;
  }
  return s;
}
static int broken_before(int n) {
  int *p = 0, s = 0;
  for (int i = 0;; i++) {
    if (i == n) break;
    int row[2] = {i, i};
    if (p) s += *p;
    p = &row[1];
  }
  return s;
}
static int variable_length(int n) {
  int *p = 0, s = 0;
  for (int i = 1; i < n; i++) {
    int row[i];
    row[0] = i;
    if (p) s += *p;
    p = row;
  }
  return s;
}
static int within(int n) {
  int s = 0, i = 0;
  { int *p = 0;
again:;
  int x = i;
  if (p) { assert(*p == i); s += *p; }
  p = &x;
  if (++i < n) goto again;
  }
  return s;
}
static int fine(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    int row[2] = {i, i};
    int *p = row;
    if (i == 1) continue;
    for (int j = 0; j < 2; j++) { int k = p[j]; int *q = &k; s += *q; }
  }
  return s;
}
int main(void) {
  int n = klee_range(0, 4, "n");
  switch (klee_range(0, 5, "which")) {
    case 0: return array_again(n);
    case 1: return broken_before(n);
    case 2: return variable_length(n);
    case 3: return within(n);
    default: return fine(n);
  }
}
