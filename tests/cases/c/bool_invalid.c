// A byte that is neither 0 nor 1 is no value of _Bool.
// expect: bug sanitizer @8
#include <klee/klee.h>
#include <string.h>
int main(void) {
  _Bool b;
  unsigned char byte = klee_range(0, 3, "byte");
  memcpy(&b, &byte, 1); if (b) return 1;
  return 0;
}
