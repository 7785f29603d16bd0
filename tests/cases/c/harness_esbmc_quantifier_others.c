// Values of a quantified variable that are not tried one by one, of several types.
// expect: incomplete unmodelled-call
#include <assert.h>

int main(void) {
  int x, y, n = __VERIFIER_nondet_int(), a[10];
  unsigned long u;
  short h;
  switch (__VERIFIER_nondet_int()) {
    case 0: assert(!__ESBMC_forall(&x, x != 5000)); break;
    case 1: assert(__ESBMC_exists(&x, x == -70000)); break;
    case 2: assert(__ESBMC_exists(&u, u == 1ul << 63)); break;
    case 3: assert(__ESBMC_exists(&h, h == 3000)); break;
    case 4: assert(__ESBMC_forall(&x, !(0 <= x && x < 10) || &a[x] < a + 10)); break;
    case 5: assert(__ESBMC_forall(&u, u % 2 < 2)); break;
    case 6: assert(__ESBMC_forall(&x, !(0 <= x && x < 5) || __ESBMC_exists(&y, y == x + 1))); break;
    /* Values of the input beyond those that are tried need not be found. */
    case 7: if (n > 2000) assert(__ESBMC_exists(&x, x == n)); break;
    case 8: if (n > 2000) assert(!__ESBMC_forall(&x, x < 3000 || n != 2001)); break;
  }
  return 0;
}
