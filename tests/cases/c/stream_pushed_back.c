// A character that is pushed back is lost when the stream moves, also if the move fails, unless it
// is the one that was read.
// options: --stdin 2
// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int first = getchar();
  if (first == EOF) return 0;
  ungetc(first, stdin);
  assert(fseek(stdin, 0, SEEK_SET) == -1);
  assert(getchar() == first);
  ungetc('x', stdin);
  assert(fseek(stdin, 0, SEEK_CUR) == -1);
  int next = getchar(), last = getchar();
  assert(first == 'x' ? next == 'x' : last == EOF);
  assert(puts("ab") == 3);
  /* The end is forgotten, although a pipe cannot be read again. */
  getchar();
  assert(feof(stdin));
  rewind(stdin);
  assert(!feof(stdin));
}
