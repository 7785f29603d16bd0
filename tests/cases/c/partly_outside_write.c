// A range of unknown length has parts that are not reached: nothing is written there, also where they would lie partly
// beyond the end of the object.
// expect: bug assertion @19
// expect: bug assertion @26
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned char buf[10], from[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < 10; i++) buf[i] = i + 1;
  unsigned char t, k, copies;
  klee_make_symbolic(&t, 1, "t");
  klee_make_symbolic(&k, 1, "k");
  klee_make_symbolic(&copies, 1, "copies");
  klee_assume(t <= 9 && k <= 2);
  unsigned long n = (unsigned long)k << 2;
  klee_assume(t + n <= 10);
  if (copies) memcpy(buf + t, from, n);
  if (copies && k == 1 && t == 5) assert(buf[9] != 10);
  if (copies) {
    assert(buf[9] == 10 || t + n == 10);
    return 0;
  }
  memset(buf + t, 0xAA, n);
  assert(buf[9] == 10 || t + n == 10);
  if (k == 1 && t == 5) assert(buf[9] != 10);
  return 0;
}
