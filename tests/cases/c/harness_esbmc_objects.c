// ESBMC's questions about objects, and objects with arbitrary content.
// expect: bug assertion @17
// expect: bug assertion @19
#include <assert.h>
#include <stdlib.h>

struct pair { int first; char rest[3]; } pair;

int main(void) {
  int numbers[10] = {0}, *p = malloc(4);
  assert(__ESBMC_r_ok(p, 4) && __ESBMC_w_ok(p, 4) && __ESBMC_rw_ok(p, 4) && !__ESBMC_r_ok(p, 5));
  assert(__ESBMC_same_object(numbers, numbers + 3) && !__ESBMC_same_object(numbers, p));
  assert(__ESBMC_POINTER_OFFSET(numbers + 3) == 12);
  assert(__ESBMC_POINTER_OBJECT(numbers) == __ESBMC_POINTER_OBJECT(numbers + 1));
  assert(__ESBMC_get_object_size(numbers) == 10 && __ESBMC_get_object_size(p) == 1);
  __ESBMC_init_object(&pair);
  assert(pair.first != 7 || pair.rest[2] != 8);
  __ESBMC_init_object(numbers);
  assert(numbers[9] != 5);
  return 0;
}
