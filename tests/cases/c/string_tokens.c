// strtok on a symbolic separator.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[] = "ab?cd";
  klee_make_symbolic(s + 2, 1, "separator");
  klee_assume(s[2] != 0);
  char comma = s[2];
  char *first = strtok(s, ",;"), *second = strtok(NULL, ",;");
  assert(!strtok(NULL, ",;"));
  if (comma == ',') assert(!strcmp(first, "ab") && !strcmp(second, "cd"));
  if (comma == 'x') assert(!strcmp(first, "abxcd") && !second);
  return 0;
}
