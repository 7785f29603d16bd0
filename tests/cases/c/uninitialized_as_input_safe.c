// What was written is no input, and what is one stays the same until it is written.
// expect: safe
// options: --uninitialized-as input
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int a[8], sum = 0, *zero = calloc(4, sizeof *zero), *row = malloc(16);
  memset(a, 0, sizeof a / 2);
  for (int i = 0; i < 4; i++) sum += a[i] + zero[i];
  assert(sum == 0);
  int before = a[6], old = row[3];
  a[5] = 1;
  row = realloc(row, 64);
  assert(a[6] == before && row[3] == old);
  if (a[7] > 5) a[7] = 5;
  assert(a[7] <= 5);
  free(zero);
  free(row);
  return 0;
}
