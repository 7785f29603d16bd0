// A buffer that grows by sizes that are inputs.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned room = (unsigned)klee_range(1, 64, "room"), more = (unsigned)klee_int("more");
  int *numbers = malloc(room * sizeof *numbers);
  numbers[0] = 11;
  numbers[room - 1] = 12;
  if (more > 100000) more = 0;
  numbers = realloc(numbers, (room + more) * sizeof *numbers);
  numbers[room + more - 1] = 13;
  assert(numbers[0] == (room + more == 1 ? 13 : room == 1 ? 12 : 11));
  numbers = realloc(numbers, sizeof *numbers);
  assert(numbers[0] >= 11);
  free(numbers);
  return 0;
}
