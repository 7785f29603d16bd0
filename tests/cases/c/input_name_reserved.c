// An input may not have a name by which the content of uninitialized memory is known.
// expect: incomplete unmodelled-call
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "uninitialized:0.0");
  _Bool b;
  memcpy(&b, &c, 1);
  return b;
}
