// Behind the end of a file, nothing is read that could be pushed back.
// expect: safe
// options: --file tf.in,3
#include <stdio.h>
int main(void) {
  FILE *f = fopen("tf.in", "r");
  if (!f) return 0;
  fgetc(f);
  fseek(f, 2, SEEK_END);
  ungetc('A', f);
  return fgetc(f) == 'A' ? 0 : 1;
}
