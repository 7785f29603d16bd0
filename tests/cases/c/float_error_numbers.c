// Functions of math.h set `errno`, which forks no path.
// expect: safe
// paths: 1
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  errno = 0;
  double root = sqrt(x);
  assert((errno == EDOM) == (x < 0));
  assert((errno == 0) == ((x >= 0) | (x != x)));
  errno = 0;
  assert(log(-1.0) != 0 && errno == EDOM);
  errno = 0;
  assert(exp(1000.0) > 1e300 && errno == ERANGE);
  errno = 0;
  assert(ldexpf(1, 200) > 1e30f && errno == ERANGE);
  return 0;
}
