// The second of two blocks may run first: the address is that of the first block's local.
// expect: incomplete address-dependent
#include <assert.h>

static char *volatile kept[2];

int main(void) {
  for (int i = 0; i < 2; i++) {
    if (i) {
      char x[32];
      kept[1] = x;
      assert(kept[0] != kept[1]);
    } else {
      char y[32];
      kept[0] = y;
    }
  }
}
