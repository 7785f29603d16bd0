// atoi and strtol on symbolic text.
// expect: bug assertion @15
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char s[4], *end;
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  long v = strtol(s, &end, 10);
  assert(v >= -99 && v <= 999);
  assert(end >= s && end <= s + 3);
  assert(v != 42 || end[-1] == '2');
  if (s[0] == '-' && s[1] == '7' && s[2] == 0) assert(v == -7 && atoi(s) == -7);
  assert(v != 731);
  return 0;
}
