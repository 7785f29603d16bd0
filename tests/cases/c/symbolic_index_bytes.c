// Bytes written at a symbolic index, read back as a word.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  unsigned char bytes[8] = {0};
  unsigned i = (unsigned)klee_range(0, 4, "i"), word;
  bytes[i] = 0xff;
  memcpy(&word, bytes, sizeof word);
  assert(word == 0xffu << (8 * i));
  return 0;
}
