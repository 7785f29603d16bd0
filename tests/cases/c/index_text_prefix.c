// Members with the same first bytes are one, where only these are compared.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[9];
  klee_make_symbolic(text, sizeof text, "text");
  text[8] = 0;
  if (memcmp(text, "NVidia", 4) != 0) return 0;
  assert(text[0] == 'N' && text[3] == 'd');
  assert(strcmp(text, "NVid") == 0 || text[4] != 0 || strlen(text) == 4);
  assert(strncmp(text, "NVidiaCorp", 4) == 0);
  return 0;
}
