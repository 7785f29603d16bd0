// Calls by a pointer of another type, whose argument and result have the same size.
// expect: bug type-error @16
// expect: bug type-error @17
// expect: bug type-error @18
#include <klee/klee.h>

static long whole(long x) { return x; }
static double part(double x) { return x; }
static int narrow(void) { return 5; }

int main(void) {
  int way;
  klee_make_symbolic(&way, sizeof way, "way");
  double (*as_double)(double) = (double (*)(double))whole;
  long (*as_long)(void) = (long (*)(void))narrow;
  if (way == 1) return as_double(2.0) == 2.0;
  if (way == 2) return ((long (*)(double))part)(1.5) == 3;
  if (way == 3) return as_long() == 5;
  return way == 4 && part(1.0) == 1.0 && whole(1) == 1;
}
