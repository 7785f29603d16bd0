// A switch on far-apart values of 64 bits.
// expect: bug assertion @11
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  long v;
  klee_make_symbolic(&v, sizeof v, "v");
  switch (v) {
    case -1: return 0;
    case 1l << 40: assert(v > 0); return 0;
    case 0x7fffffffffffffff: assert(v + 0 < 0); return 0;
    case 'a' ... 'z': assert(v >= 97 && v <= 122); return 0;
  }
  assert(v != -1);
  return 0;
}
