// Standard input is empty unless something else is asked for.
// expect: safe
// run: exit 0
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char line[8], byte;
  int number;
  assert(!feof(stdin) && getchar() == EOF && feof(stdin) && !ferror(stdin));
  clearerr(stdin);
  assert(!feof(stdin) && !fgets(line, sizeof line, stdin));
  assert(scanf("%d", &number) == EOF && fread(line, 1, 4, stdin) == 0 && read(0, &byte, 1) == 0);
  assert(ungetc('x', stdin) == 'x' && !feof(stdin) && getchar() == 'x');
  return 0;
}
