// A switch whose cases fall into each other, in a loop, with a default in the middle.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static int reference(int c) { return c == 3 ? 111 : c == 1 ? 110 : c == 2 ? 1 : 10; }
int main(void) {
  unsigned char s[3];
  int total = 0, expected = 0;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 3; i++) {
    int weight = 0;
    switch (s[i] & 3) {
      case 3:
        weight += 1;
      case 1:
        weight += 100;
      default:
        weight += 10;
        break;
      case 2:
        weight = 1;
    }
    total += weight;
  }
  for (int i = 0; i < 3; i++) expected += reference(s[i] & 3);
  assert(total == expected);
  return 0;
}
