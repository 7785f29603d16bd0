// Reads of a table at symbolic positions: three rounds of a small substitution cipher, of which one value must be inverted.
// expect: bug assertion @24
#include <assert.h>
#include <klee/klee.h>
static unsigned char box[256];
int main(void) {
  unsigned v = 7;
  for (int i = 0; i < 256; i++)
    box[i] = (unsigned char)i;
  for (int i = 255; i > 0; i--) {
    v = v * 69069u + 1u;
    unsigned j = (v >> 16) % (unsigned)(i + 1);
    unsigned char t = box[i];
    box[i] = box[j], box[j] = t;
  }
  unsigned char m[4];
  klee_make_symbolic(m, sizeof m, "m");
  unsigned word = 0x5eaf;
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < 4; i++) {
      word = word << 8 | word >> 24;
      word ^= box[(word ^ m[i]) & 255];
    }
  assert(word != 0x2a31c0deu);
  return 0;
}
