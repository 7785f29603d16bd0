// `%n` stores how many characters came before it, by the type that its length says, and through any pointer.
// expect: bug out-of-bounds @16
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char text[32], name[4];
  int before, all;
  signed char tiny;
  long large[2];
  klee_make_symbolic(name, sizeof name, "name");
  klee_assume(name[3] == 0);
  assert(snprintf(text, sizeof text, "<%s%n>%5d%hhn%ln", name, &before, 7, &tiny, &large[0]) == (int)strlen(name) + 7);
  assert(before == 1 + (int)strlen(name) && tiny == before + 6 && large[0] == tiny && text[before] == '>');
  printf("ab%ln", (long *)((char *)&large[1] + (name[0] == 'x')));
  printf("%s%n\n", text, &all);
  assert(all == (int)strlen(text));
  return 0;
}
