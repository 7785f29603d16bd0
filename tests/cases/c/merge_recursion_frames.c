// Recursion of symbolic depth in which each level has an array of its own, passed down; one level too many writes too far.
// expect: bug out-of-bounds @5
#include <klee/klee.h>
static void fill(char *above, int room, int n) {
  above[n] = (char)n;
  char own[4];
  if (n > 0 && room > 0) fill(own, room - 1, n - 1);
}
int main(void) {
  char first[5];
  int n = klee_range(0, 6, "n"), room = klee_range(0, 4, "room");
  if (n < 5) fill(first, room, n);
  else if (room < 2) fill(first, room, n - room);
  return 0;
}
