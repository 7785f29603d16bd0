// One path writes what another one leaves unwritten; the numbers that decide are the same.
// expect: bug uninitialized @14
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int *cells = malloc(2 * sizeof(int)), input = __VERIFIER_nondet_int();
  if (!cells)
    return 0;
  cells[0] = 1;
  if (input > 3)
    cells[1] = 1;
  else if (input > 1)
    cells[1] = 2;
  if (cells[1] > 5)
    cells[0] = 2;
  free(cells);
  return 0;
}
