// As `summarized_walls`, but the wall itself is out of bounds.
// expect: bug abort @20
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_int("n");
  if (n > 6) n = 6;
  int place = 0, direction = 1;
  for (unsigned i = 0; i < n; i++) {
    place += direction * (klee_int("faster") ? 2 : 1);
    if (place >= 6) {
      place = 6;
      direction = -1;
    } else if (place <= 0) {
      place = 0;
      direction = 1;
    }
  }
  if (place < 0 || place > 5) abort();
  return 0;
}
