// A null pointer on one path.
// expect: bug null-dereference @8
#include <stddef.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), value = 1;
  int *p = x == 99 ? NULL : &value;
  return *p - 1;
}
