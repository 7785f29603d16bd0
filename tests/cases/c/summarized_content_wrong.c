// What is in arrays decides what fails behind loops that fill them, and how much of them is filled.
// expect: bug out-of-bounds @28
// expect: bug uninitialized @40
// expect: bug assertion @47
// expect: bug assertion @59
// expect: bug assertion @68
// expect: bug use-after-free @80
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int values[1000], *last, spare;

static unsigned below(const char *name, unsigned most) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, name);
  klee_assume(n <= most);
  return n;
}

// The last iteration writes behind the end.
static void too_far(void) {
  unsigned n = below("n", 6);
  int *a = malloc(n * sizeof *a);
  if (!a) return;
  for (unsigned i = 0; i <= n; i++)
    if (i < 5 || n == 4)
      a[i] = 0;
  free(a);
}

static void one_is_left_out(void) {
  unsigned n = below("n", 6);
  int *a = malloc((n + 1) * sizeof *a);
  if (!a) return;
  for (unsigned i = 0; i < n; i++)
    a[i] = 0;
  int is_zero = a[n] == 0;
  free(a);
  klee_assume(is_zero);
}

static void of_values(void) {
  unsigned n = below("n", 7);
  for (unsigned i = 0; i < n; i++)
    values[i] = (int)i * 3;
  assert(values[5] != 15);
}

// The sixth iteration sees what the fifth has written.
static void feeds_itself(void) {
  unsigned n = below("n", 8);
  values[0] = 1;
  int seen = 0;
  for (unsigned i = 1; i < n; i++) {
    values[i] = values[i - 1] * 2;
    if (values[i] == 32) seen = 1;
  }
  assert(!seen);
}

static void of_an_object(void) {
  unsigned n = below("n", 5);
  unsigned char *a = calloc(n + 1, 1);
  if (!a) return;
  for (unsigned i = 0; i < n; i++)
    a[i + 1] = a[i] + 1;
  assert(a[n] != 4);
  free(a);
}

static void keeps_a_pointer(void) {
  unsigned n = below("n", 6);
  int *all[8] = { &spare, &spare, &spare, &spare, &spare, &spare, &spare, &spare };
  last = malloc(sizeof *last);
  if (!last) return;
  for (unsigned i = 0; i < n; i++)
    if (i == 4) all[i] = last;
  free(last);
  *all[4] = 1;
}

int main(void) {
  switch (below("which", 5)) {
  case 0: too_far(); break;
  case 1: one_is_left_out(); break;
  case 2: of_values(); break;
  case 3: feeds_itself(); break;
  case 4: of_an_object(); break;
  default: keeps_a_pointer();
  }
  return 0;
}
