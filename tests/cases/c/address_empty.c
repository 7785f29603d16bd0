// Objects without bytes may have the same address.
// expect: incomplete address-dependent
#include <assert.h>
#include <klee/klee.h>

static int first[0], second[0];

int main(void) {
  void *p = klee_range(0, 2, "which") ? first : second;
  assert(p != first || p != second);
}
