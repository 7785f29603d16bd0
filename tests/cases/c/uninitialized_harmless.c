// Memory that was never written, where it does not matter: moved, compared with itself, overwritten, masked, or not chosen.
// expect: safe
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
struct mixed {
  char small;
  int large;
};
static int same(int x) { return x; }
int main(void) {
  int x = klee_int("x"), *numbers = malloc(4 * sizeof *numbers), result = 0;
  numbers[1] = x;
  struct mixed one, other;
  one.small = 1;
  one.large = x;
  other = one;
  if (other.large != x || other.small != 1) result++;
  int *moved = realloc(numbers, 8 * sizeof *moved);
  if (moved[1] != x) result++;
  moved[2] = same(moved[0]);
  if ((moved[0] & 0) != 0 || moved[2] != moved[0] || (moved[3] ^ moved[3])) result++;
  int chosen = x > 5 ? x : moved[5];
  if (x > 5 && chosen < 6) result++;
  memset(moved, 0, 8 * sizeof *moved);
  if (moved[7]) result++;
  free(moved);
  return result;
}
