// An address in an integer that is null on one side, turned back and used where one value of that side remains.
// expect: bug null-dereference @11
#include <stdint.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), a = 1;
  uintptr_t word = 0;
  if (c != 8) word = (uintptr_t)&a;
  int *p = (int *)word;
  if (c > 7)
    return *p;
  return 0;
}
