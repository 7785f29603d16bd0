// Iterations that are skipped make no objects: what leads to one, or tells where it is, is not known
// after them.
// expect: bug use-after-free @21
// expect: bug assertion @32
// expect: bug assertion @40
// expect: bug assertion @51
// expect: incomplete address-dependent
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static int *last;
static void leads(int n) {
  for (int i = 0; i < n; i++) {
    int *p = malloc(sizeof *p);
    last = p;
    free(p);
  }
  int *q = malloc(sizeof *q);
  if (n == 3) *last = 1;
  free(q);
}
static void is_number(int n) {
  uintptr_t a = 0;
  for (int i = 0; i < n; i++) {
    int *p = malloc(sizeof *p);
    a = (uintptr_t)p;
    free(p);
  }
  int *q = malloc(sizeof *q);
  assert(n != 3 || a == (uintptr_t)q);
  free(q);
}
static uintptr_t where(void) { volatile int x = 1; return (uintptr_t)&x; }
static void is_local(int n) {
  uintptr_t a = 0;
  for (int i = 0; i < n; i++)
    a = where();
  assert(n != 3 || a == where());
}
static void is_far(int n) {
  char *q = malloc(1), *r;
  long far = 0;
  for (int i = 0; i < n; i++) {
    char *p = malloc(1);
    far = p - q;
    free(p);
  }
  r = malloc(1);
  assert(n != 3 || far == r - q);
  free(r);
  free(q);
}
int main(void) {
  int n = klee_range(0, 6, "n");
  switch (klee_range(0, 4, "which")) {
  case 0: leads(n); break;
  case 1: is_number(n); break;
  case 2: is_local(n); break;
  default: is_far(n);
  }
  return 0;
}
