// Locals and memory on the heap that were never written are inputs: any value, the same for all who read it.
// expect: bug assertion @18
// expect: bug assertion @20
// expect: bug assertion @22
// expect: bug division-by-zero @24
// options: --uninitialized-as input
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair { short first; int second; };
int main(void) {
  int x, copy;
  unsigned char bytes[20];
  struct pair *p = malloc(2 * sizeof *p);
  double d;
  copy = x;
  assert(copy == x);
  assert(x != 1234567);
  if (bytes[3] == 7 && bytes[17] == 9)
    assert(bytes[10] != 3);
  if (p[1].second == -5)
    assert(p[1].first != 77);
  if (d == 2.5)
    x = 100 / (bytes[0] - 200);
  free(p);
  return 0;
}
