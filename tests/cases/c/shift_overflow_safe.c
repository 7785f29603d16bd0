// Nothing is lost: unsigned numbers have no sign to lose, right shifts lose nothing that counts, and the others are small enough.
// options: --enable shift-overflow
// expect: safe
#include <klee/klee.h>
int main(void) {
  unsigned char byte = klee_int("byte");
  int distance = klee_range(0, 32, "distance"), small = klee_range(0, 1 << 20, "small"), any = klee_int("any");
  unsigned top = (unsigned)byte << 24;
  int near = byte << 23;
  unsigned all = ~0u << distance;
  long wide = (long)small << distance;
  int guarded = small < 1000 && distance <= 20 ? small << distance : 0;
  int right = any >> distance;
  return (top ^ near ^ all ^ wide ^ guarded ^ right) == 17;
}
