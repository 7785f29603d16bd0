// Integers of 128 bits.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
typedef unsigned __int128 u128;
int main(void) {
  unsigned long a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  u128 wide = (u128)a << 64 | b;
  assert((unsigned long)(wide >> 64) == a && (unsigned long)wide == b);
  __int128 s = -(__int128)1;
  assert((unsigned long)(s >> 100) == ~0ul);
  u128 c = (u128)123456789012345678ul * 987654321098765432ul;
  assert((unsigned long)(c / 987654321098765432ul) == 123456789012345678ul && c % 1000 == 896);
  return 0;
}
