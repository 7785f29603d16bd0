// Objects that are made behind the place of a label have other numbers on other paths.
// expect: safe
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned input = __VERIFIER_nondet_uint();
  int *first = 0, *second;
  if (input > 10) {
    first = malloc(sizeof(int));
    if (!first)
      return 0;
    *first = 3;
  }
  if (input % 2)
    input++;
  second = malloc(sizeof(int));
  if (!second)
    return 0;
  *second = 4;
  if (input % 3)
    *second += 1;
  assert(*second >= 4);
  if (first)
    assert(*first == 3);
  return 0;
}
