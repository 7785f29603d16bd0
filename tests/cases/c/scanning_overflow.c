// sscanf of a word that is longer than its buffer.
// expect: bug out-of-bounds @10
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  char s[6], word[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  sscanf(s, "%3s", word);
  return sscanf(s, "%s", word);
}
