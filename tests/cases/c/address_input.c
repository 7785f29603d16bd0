// A pointer or a number that is an input may be the address of an object, wherever that lies.
// expect: bug assertion @34
// expect: bug out-of-bounds @42
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

int *nondet_pointer(void);
uintptr_t nondet_ulong(void);

static void equal(void) {
  int x = 1, y = 2;
  int *q = nondet_pointer();
  if (q == &x) {
    *q += 2;
    assert(x == 3 && y == 2);
    assert(q != &y);
    // What is not equal leads elsewhere.
    assert(q + 1 != &x);
  }
}

static void inside(void) {
  int row[4] = {0, 1, 2, 3};
  uintptr_t n = nondet_ulong();
  unsigned i = klee_range(0, 2, "i");
  klee_assume(n == (uintptr_t)&row[i]);
  assert(*(int *)n == (int)i && n != 0 && n % 4 == 0);
  row[i] = 7;
  int *q = nondet_pointer();
  if (q == &row[1])
    assert(*q != 7);
}

static void outside(void) {
  int *p = malloc(4 * sizeof *p);
  char *q = (char *)nondet_pointer();
  if (q == (char *)p + 3) q[0] = 1;
  if (q == (char *)(p + 3))
    q[4] = 1;
  free(p);
}

int main(void) {
  switch (klee_range(0, 3, "which")) {
  case 0: equal(); break;
  case 1: inside(); break;
  default: outside();
  }
  return 0;
}
