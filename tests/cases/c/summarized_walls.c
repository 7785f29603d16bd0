// What moves to and fro stays between two constants, whatever the counter does.
// expect: safe
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_int("n");
  if (n > 5) n = 5;
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
  if (place < 0 || place > 6) abort();
  return 0;
}
