// sscanf of symbolic text.
// expect: bug assertion @13
#include <assert.h>
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  char s[6] = "1?;ab", word[4];
  int number = -1;
  klee_make_symbolic(s + 1, 1, "s");
  int stored = sscanf(s, "%d;%3s", &number, word);
  if (stored == 2) assert(number >= 1 && number <= 19 && (word[0] == 'a' || word[0] == ';'));
  assert(stored != 0);
  assert(number != 17);
  return 0;
}
