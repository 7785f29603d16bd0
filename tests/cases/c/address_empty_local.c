// A local of symbolic size may have no bytes, and then the address of another one.
// expect: incomplete address-dependent
#include <alloca.h>
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int bytes = klee_range(0, 3, "bytes");
  char *p = alloca(bytes), *q = alloca(bytes);
  assert(p != q);
}
