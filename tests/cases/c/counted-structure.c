// Fields of a structure and variables whose address is taken keep their values along a chain.
// expect: safe
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static void swap(unsigned *a, unsigned *b) {
  unsigned kept = *a;
  *a = *b;
  *b = kept;
}
int main(void) {
  struct { unsigned first, second; } pair;
  pair.first = __VERIFIER_nondet_uchar() & 7;
  pair.second = pair.first + 8;
  swap(&pair.first, &pair.second);
  unsigned sum = 0;
  for (unsigned i = pair.second; i < pair.first; i++)
    sum += 2;
  assert(sum <= 16);
  return 0;
}
