// A path that stands for several lengths of a copy has values for more of uninitialized memory than
// each of them reads: the bytes that a run reads are told by their places.
// expect: bug uninitialized @15
// expect: bug uninitialized @15
// expect: bug assertion @16
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
  unsigned char b[6], in[6] = {3, 3, 3, 3, 3, 3};
  unsigned n = __VERIFIER_nondet_int();
  if (n > 6) return 0;
  memcpy(b, in, n);
  for (int i = 0; i < 6; i++) __VERIFIER_assume(b[i] == 3 || b[i] == 40 + i);
  assert(!(n == 2 && b[4] == 44));
  return 0;
}
