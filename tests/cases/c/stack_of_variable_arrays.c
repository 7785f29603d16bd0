// An array of variable length gives its room back at the end of its block, whatever uses it.
// expect: safe
#include <string.h>
int main(void) {
  for (int i = 0; i < 100; i++) {
    char v[100000 + i];
  }
  for (int i = 0; i < 100; i++) {
    char v[100000 + i];
    memset(v, 0, sizeof v);
  }
  return 0;
}
