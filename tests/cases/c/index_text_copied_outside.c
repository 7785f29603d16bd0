// As index_text_copied.c: what the program changes is no member, before and after.
// expect: bug assertion @16
// dropped: nothing
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[5], copy[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  if (strcmp(text, "GET") == 0 || strcmp(text, "PUT") == 0) return 0;
  strcpy(copy, text);
  for (int i = 0; copy[i]; i++)
    if (copy[i] >= 'A' && copy[i] <= 'Z') copy[i] += 'a' - 'A';
  int is_get = strcmp(copy, "get") == 0;
  assert(!is_get || text[0] != 'G');
  return 0;
}
