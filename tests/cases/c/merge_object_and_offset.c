// Branches choose an array together with an index that only this array has; what is written lands in one object and nowhere else.
// expect: safe
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int small[2] = {1, 2}, middle[4] = {3, 4, 5, 6}, large[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *row, at;
  _Bool first = __VERIFIER_nondet_bool(), second = __VERIFIER_nondet_bool();
  if (first) {
    row = small;
    at = 1;
  } else if (second) {
    row = middle;
    at = 3;
  } else {
    row = large;
    at = 6;
  }
  row[at] = 90;
  row[at - 1]++;
  assert(small[0] == (first ? 2 : 1) && small[1] == (first ? 90 : 2));
  assert(middle[2] == (!first && second ? 6 : 5) && middle[3] == (!first && second ? 90 : 6));
  assert(large[5] == (!first && !second ? 6 : 5) && large[6] == (!first && !second ? 90 : 6));
  // One pointer means an object that was there before, or one that only some paths have.
  int old = 7, *place = &old;
  if (second) {
    place = malloc(sizeof *place);
    if (!place) return 1;
  }
  *place = 8;
  assert(*place == 8 && old == (second ? 7 : 8));
  if (second) free(place);
  return 0;
}
