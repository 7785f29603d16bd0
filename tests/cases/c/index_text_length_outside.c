// As index_text_length.c, but the number that fails is no member's.
// expect: bug assertion @14
// dropped: nothing
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  int rank = (strcmp(text, "low") == 0) + 2 * (strcmp(text, "middle") == 0);
  const char *end = strchr(text, 'l');
  int sum = (int)strlen(text) * 10 + rank + (int)(end ? end - text : 7);
  assert(sum != 50 + 3);
  return 0;
}
