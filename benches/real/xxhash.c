// A hash: fed in two pieces, wherever the cut, it equals the hash of the whole.
// package: xxhash
// sources: xxhash.c
// flags: -DXXH_VECTOR=0
#include <assert.h>
#include <xxhash.h>
#include <klee/klee.h>
int main(void) {
  unsigned char bytes[9];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  unsigned long cut = (unsigned long)klee_range(0, 10, "cut");
  XXH32_state_t *state = XXH32_createState();
  XXH32_reset(state, 7);
  XXH32_update(state, bytes, cut);
  XXH32_update(state, bytes + cut, sizeof bytes - cut);
  assert(XXH32_digest(state) == XXH32(bytes, sizeof bytes, 7));
  XXH32_freeState(state);
  return 0;
}
