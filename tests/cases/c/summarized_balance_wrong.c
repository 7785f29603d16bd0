// As `summarized_balance`, but the sum is another one after the values have started again.
// expect: bug abort @18
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_int("n"), a = 3, b = 5;
  if (n > 5) n = 5;
  for (unsigned i = 0; i < n; i++) {
    unsigned step = (unsigned)klee_int("step") % 4;
    if (b < step) {
      a = 0;
      b = 7;
    }
    a += step;
    b -= step;
  }
  if (a + b != 8) abort();
  return 0;
}
