// Where an allocation fails, scanf frees all that it has allocated.
// expect: bug assertion @18
// options: --malloc-may-fail --enable leak
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *first = NULL, *second = NULL;
  int stored = sscanf("ab cd", "%ms%ms", &first, &second);
  assert(stored == 2 || stored == EOF);
  assert((stored == 2) == (first != NULL) && (stored == 2) == (second != NULL));
  if (first) assert(strcmp(first, "ab") == 0 && strcmp(second, "cd") == 0);
  free(first);
  free(second);
  char text[102];
  memset(text, 'a', 101), text[101] = 0;
  assert(sscanf(text, "%ms", &first) == 1);
  free(first);
  return 0;
}
