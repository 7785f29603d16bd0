// Of a text that is cut to no bytes, nothing is read, wherever it may be.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned long address;
  klee_make_symbolic(&address, sizeof address, "address");
  assert(printf("%.0s|", (const char *)address) == 1);
  return 0;
}
