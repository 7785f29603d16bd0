// Numbers with limits: what is accepted lies between the limits, and sizes with units are read as they are printed.
// package: libbsd
// sources: src/strtonum.c src/strtoi.c src/expand_number.c src/strlcpy.c src/strlcat.c src/strnstr.c
// flags: -isystem include/bsd -isystem include -DLIBBSD_OVERLAY
#include <assert.h>
#include <string.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char text[5], copy[4];
  const char *why;
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  long long number = strtonum(text, -20, 300, &why);
  assert(why ? number == 0 : number >= -20 && number <= 300);
  assert(strlcpy(copy, text, sizeof copy) == strlen(text) && strlen(copy) < sizeof copy);
  assert(strlcat(copy, "zz", sizeof copy) == (strlen(text) < 3 ? strlen(text) : 3) + 2);
  char *found = strnstr(text, "ab", 4);
  assert(!found || (found[0] == 'a' && found[1] == 'b'));
  return 0;
}
