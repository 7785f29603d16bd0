// As index_text_built.c, but only another string fails.
// expect: bug assertion @15
// dropped: nothing
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char secret[4], text[5];
  klee_make_symbolic(secret, sizeof secret, "secret");
  for (int i = 0; i < 4; i++)
    text[i] = (char)(secret[i] ^ (0x11 * i));
  text[4] = 0;
  int is_open = strcmp(text, "open") == 0;
  const char *last = strrchr(text, 'n');
  assert(is_open || last != text + 3 || secret[0] != 'q');
  return 0;
}
