// Failures that iterations cause long after a proof that they are harmless could have been tried.
// expect: bug assertion @26
// expect: bug uninitialized @37
// expect: bug use-after-free @46
// expect: bug assertion @55
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

enum { LATE = 150, ALL = 200 };
static unsigned numbers[1000], copies[1000];

static unsigned below(const char *name, unsigned most) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, name);
  klee_assume(n <= most);
  return n;
}

static void copied(void) {
  unsigned n = below("n", ALL);
  for (unsigned i = 0; i < n; i++)
    numbers[i] = i * 3;
  memcpy(copies, numbers, sizeof copies);
  assert(copies[LATE] != LATE * 3);
}

static void with_a_hole(void) {
  unsigned n = below("n", ALL);
  unsigned *a = malloc((n + 1) * sizeof *a);
  if (!a) return;
  for (unsigned i = 0; i < n; i++)
    if (i != LATE) a[i] = i;
  int is_set = n > LATE && a[LATE] == 1;
  free(a);
  klee_assume(!is_set);
}

static void freed(void) {
  unsigned n = below("n", ALL), valid = 0, *all[ALL], *one = malloc(sizeof *one);
  if (!one) return;
  for (unsigned i = 0; i < n; i++)
    all[i] = i == LATE ? one : &valid;
  free(one);
  if (n > LATE) *all[LATE] = 1;
}

static void feeds_itself(void) {
  unsigned n = below("n", ALL);
  unsigned char *a = calloc(n + 1, 1);
  if (!a) return;
  for (unsigned i = 0; i < n; i++)
    a[i + 1] = (unsigned char)(a[i] + 1);
  assert(a[n] != LATE);
  free(a);
}

int main(void) {
  switch (below("which", 3)) {
  case 0: copied(); break;
  case 1: with_a_hole(); break;
  case 2: freed(); break;
  default: feeds_itself();
  }
  return 0;
}
