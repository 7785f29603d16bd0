// The label of the place behind the branches speaks of memory that one of the other ways changes.
// expect: bug assertion @19
#include <assert.h>
int __VERIFIER_nondet_int(void);
int cells[4] = {1, 1, 1, 1};
static void touch(int *cell) { *cell = 0; }
int main(void) {
  int way = __VERIFIER_nondet_int(), sum = 0;
  if (way == 1)
    sum = 1;
  else if (way == 2)
    sum = 2;
  else if (way == 3)
    touch(&cells[2]);
  else
    sum = 4;
  for (int i = 0; i < 4; i++)
    if (i != sum)
      assert(cells[i] == 1);
  return sum;
}
