// By default what a signed left shift loses is no failure, and the result is what the processor gives.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char byte = klee_int("byte");
  int top = byte << 24;
  assert((top < 0) == (byte >= 128));
  return 0;
}
