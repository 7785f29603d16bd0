// As merge_object_and_offset.c, but the index is chosen by another condition than the array.
// expect: bug out-of-bounds @15
// expect: bug uninitialized @20
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int small[2] = {1, 2}, large[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *row, at;
  _Bool first = __VERIFIER_nondet_bool(), second = __VERIFIER_nondet_bool();
  if (first) row = small;
  else row = large;
  if (second) at = 1;
  else at = 6;
  row[at] = 90;
  // Memory that one branch never writes, as an address with a distance.
  int **places = malloc(2 * sizeof *places);
  if (!places) return 1;
  if (first) places[0] = large;
  places[0][2] = 1;
  return 0;
}
