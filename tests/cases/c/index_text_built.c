// A string that the program computes byte by byte enters the index where it is compared.
// expect: bug assertion @15
// dropped: bug assertion @15
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
  int is_shut = strcmp(text, "shut") == 0;
  assert(!is_open || secret[3] != ('n' ^ 0x33));
  assert(!(is_open && is_shut));
  return 0;
}
