// What follows a number that was scanned is still there, and the end of the file is seen.
// options: --stdin 3
// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int number, stored = scanf("%2d", &number);
  if (stored == 1) {
    int saw_end = feof(stdin) != 0, c = getchar();
    assert(!saw_end || c == EOF);
    assert(-9 <= number && number <= 99);
  } else if (stored == EOF) {
    assert(feof(stdin) && getchar() == EOF);
  } else {
    assert(stored == 0 && !feof(stdin) || getchar() == EOF);
  }
  return 0;
}
