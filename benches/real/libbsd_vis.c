// The same library's visible form of bytes: decoded, it is what was encoded.
// package: libbsd
// sources: src/vis.c src/unvis.c
// flags: -isystem include/bsd -isystem include -DLIBBSD_OVERLAY
#include <assert.h>
#include <string.h>
#include <vis.h>
#include <klee/klee.h>
int main(void) {
  char text[2], shown[4 * sizeof text + 1], again[sizeof text + 1];
  klee_make_symbolic(text, sizeof text, "text");
  int size = strvisx(shown, text, sizeof text, VIS_WHITE | VIS_CSTYLE);
  assert(size >= 0 && size < (int)sizeof shown);
  assert(strunvis(again, shown) == sizeof text && memcmp(text, again, sizeof text) == 0);
  return 0;
}
