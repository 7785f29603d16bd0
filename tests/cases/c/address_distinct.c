// Addresses that differ on every platform: of literals that end differently, of objects that are
// alive at the same time, and of allocations, even without bytes.
// expect: safe
#include <alloca.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

static void literals(int offset) {
  const char *a = "abc", *b = "bc", *c = "xbc", *d = "ab";
  assert(a != b && a + 2 != b && a + 1 != c + 1 && a != d);
  assert(c + offset != d);
  static const char named[] = "abd";
  assert(a != named && "" != a && "bc" != a + 2);
}

static void locals(int bytes) {
  char outer[8];
  {
    char inner[8];
    assert(outer != inner && (uintptr_t)outer != (uintptr_t)inner);
  }
  char *p = alloca(bytes), *q = alloca(bytes);
  assert(p != q && p != outer);
}

static void empty(void) {
  char *p = malloc(0), *q = malloc(0);
  assert(p != q && (uintptr_t)p != (uintptr_t)q);
  free(p);
  free(q);
}

int main(void) {
  switch (klee_range(0, 3, "which")) {
    case 0: literals(klee_range(0, 4, "offset")); break;
    case 1: locals(klee_range(1, 4, "bytes")); break;
    default: empty();
  }
}
