// A pointer that may be any: null, or the address of an object, or none.
// expect: bug null-dereference @12
// expect: bug assertion @13
// expect: incomplete address-dependent
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
