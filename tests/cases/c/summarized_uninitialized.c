// What a loop reads of uninitialized memory is seen where the loop is executed: it has no summary.
// expect: bug uninitialized @10
// expect: bug uninitialized @12
// expect: bug uninitialized @15
#include <klee/klee.h>
#include <stdio.h>
static int get(const unsigned *number, unsigned times) {
  int same = 0;
  for (unsigned i = 0; i < times; i++)
    if (*number == 3) same++;
  for (unsigned i = 0; i < times; i++)
    printf("%u\n", *number);
  unsigned un;
  for (unsigned i = 0; i < times; i++)
    if (un + times == 3) same++;
  return same;
}
int main(void) {
  unsigned number;
  return get(&number, klee_range(0, 6, "times"));
}
