// expect: safe
#include <assert.h>
#include <string.h>

void *memset(void *to, int value, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) ((unsigned char *)to)[i] = value;
  return to;
}

int main(void) {
  char zeros[100] = {0};
  unsigned char block[8];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > sizeof block) return 0;
  assert(memset(block, 0x1ff, n) == block);
  for (unsigned i = 0; i < n; i++) assert(block[i] == 0xff);
  assert(zeros[99] == 0);
  return 0;
}
