// A pointer that may be any: null, or the address of an object, or none.
// expect: bug null-dereference @11
// expect: bug assertion @12
#include <assert.h>
#include <stddef.h>
extern void *__VERIFIER_nondet_pointer(void);
static char bytes[4];
int main(void) {
  char *p = __VERIFIER_nondet_pointer();
  char *q = p;
  if (p == NULL) return *q;
  assert(p != bytes + 2);
  assert(p == q);
  return 0;
}
