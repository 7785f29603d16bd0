// A known input makes the program fail, another failure is found besides.
// options: --seed-input seeds/header --stdin 2
// expect: bug assertion @8
// expect: bug division-by-zero @9
#include <assert.h>
#include <stdio.h>
int main(void) {
  int first = getchar(), second = getchar(); assert(first != 'M' || second != 'A');
  return first == 'X' ? 7 / (second - 'Y') : 0;
}
