// What CBMC's harnesses ask about objects, and do to them.
// expect: bug assertion @27
#include <stdlib.h>

int main(void) {
  int a[4] = {1, 2, 3, 4};
  struct { char tag; int row[2]; int last; } s = {1, {2, 3}, 4};
  char *heap = malloc(10);
  if (!heap) return 1;
  assert(__CPROVER_OBJECT_SIZE(a + 1) == sizeof a && __CPROVER_POINTER_OFFSET(a + 1) == sizeof(int));
  assert(__CPROVER_same_object(a, a + 3) && !__CPROVER_same_object(a, heap));
  assert(__CPROVER_POINTER_OBJECT(a) == __CPROVER_POINTER_OBJECT(a + 2) && __CPROVER_POINTER_OBJECT(0) == 0);
  assert(__CPROVER_r_ok(a) && __CPROVER_w_ok(a + 3) && !__CPROVER_r_ok(a + 3, 5) && !__CPROVER_r_ok((int *)0));
  unsigned n = klee_choose(20);
  assert(__CPROVER_rw_ok(heap, n) == (n <= 10));
  free(heap);
  assert(!__CPROVER_r_ok(heap, 1));
  __CPROVER_array_set(a, 7);
  assert(a[0] == 7 && a[3] == 7);
  __CPROVER_array_replace(s.row, a);
  assert(s.row[1] == 7 && s.last == 4);
  __CPROVER_array_copy(a, s.row);
  assert(__CPROVER_array_equal(a, a) && !__CPROVER_array_equal(a, s.row));
  __CPROVER_havoc_slice(a + 1, sizeof(int));
  assert(a[0] == 7);
  __CPROVER_havoc_object(a + 1);
  assert(a[0] == 7);
  return 0;
}
