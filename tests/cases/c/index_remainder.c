// The remainder of a division, and the effects of a function besides its result.
// options: --index doubles --index-outside general --index-size 24
// expect: bug assertion @12
// expect: incomplete unmodelled-call
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  errno = 0;
  assert(fmod(x, 7) != 3);
  if (x < 0 && log(x) < 0) assert(0); /* not a number */
  assert(errno != EDOM || x < 0 || isinf(x));
  return 0;
}
