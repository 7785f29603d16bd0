// Bit-fields are written over an uninitialized word.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
struct bits { unsigned a : 3, b : 5; int c : 9; unsigned d : 15; };
int main(void) {
  struct bits s;
  s.a = (unsigned)klee_range(0, 8, "a");
  s.b = 17;
  s.c = -5;
  if (s.a == 3) assert(s.b == 17);
  assert(s.c == -5);
  return 0;
}
