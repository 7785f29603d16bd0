// ESBMC's quantifiers over small ranges.
// expect: bug assertion @14
// expect: bug assertion @19
#include <assert.h>

int main(void) {
  int numbers[5], at;
  unsigned char byte;
  unsigned n = __VERIFIER_nondet_uint() % 5;
  for (int i = 0; i < 5; i++) numbers[i] = __VERIFIER_nondet_char();
  __ESBMC_assume(__ESBMC_forall(&at, !(0 <= at && at < 5) || numbers[at] >= 3));
  for (int i = 0; i < 5; i++) assert(numbers[i] >= 3);
  assert(!__ESBMC_exists(&at, 0 <= at && at < 5 && numbers[at] == 2));
  assert(!__ESBMC_exists(&at, 0 <= at && at < 5 && numbers[at] == 4));
  assert(__ESBMC_forall(&byte, byte <= 255));
  if (n > 0) {
    at = 77;
    int found = __ESBMC_exists(&at, 0 <= at && at < (int)n && numbers[at] == numbers[0]);
    assert(!found && at == 77);
  }
  return 0;
}
