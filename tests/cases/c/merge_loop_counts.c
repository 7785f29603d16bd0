// Loops that end after different numbers of iterations: after them the counter and what it counted belong together.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[6];
  int i = 0, digits = 0, value = 0;
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  while (s[i] == ' ') i++;
  int blanks = i;
  while (s[i] >= '0' && s[i] <= '9') {
    value = value * 10 + (s[i] - '0');
    digits++;
    i++;
  }
  assert(i == blanks + digits && i <= 5);
  assert(s[i] < '0' || s[i] > '9');
  assert(digits != 0 || value == 0);
  assert(digits != 1 || (value >= 0 && value < 10));
  assert(digits < 2 || value == 0 || s[blanks] != '0' || value < 10000);
  for (int k = 0; k < blanks; k++) assert(s[k] == ' ');
  return 0;
}
