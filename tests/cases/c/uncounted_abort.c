// A program that ends itself leaves nothing out, whether that counts or not.
// expect: safe
// options: --disable abort,assertion
// paths: 3
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x < 0) abort();
  assert(x != 5);
  return 0;
}
