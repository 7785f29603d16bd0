// A search with a bug at its end: jugs of 5 and 3 litres, eight symbolic moves, and 4 litres are an assertion.
// expect: bug assertion @39
#include <assert.h>
#include <klee/klee.h>
static char visited[6][4];
int main(void) {
  char moves[8];
  int big = 0, small = 0, room;
  klee_make_symbolic(moves, sizeof moves, "moves");
  for (int i = 0; i < 8; i++) {
    visited[big][small] = 1;
    switch (moves[i]) {
    case 'F':
      big = 5;
      break;
    case 'f':
      small = 3;
      break;
    case 'E':
      big = 0;
      break;
    case 'e':
      small = 0;
      break;
    case 'P':
      room = 3 - small < big ? 3 - small : big;
      big -= room, small += room;
      break;
    case 'p':
      room = 5 - big < small ? 5 - big : small;
      small -= room, big += room;
      break;
    default:
      return 1;
    }
    if (visited[big][small])
      return 0;
    assert(big != 4);
  }
  return 0;
}
