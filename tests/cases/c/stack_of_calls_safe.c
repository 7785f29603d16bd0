// Locals of calls that have returned, and arrays of variable length whose block was left, take no
// room.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static int use(int n) {
  volatile char room[4 << 20];
  room[n] = 1;
  return room[n];
}
int main(void) {
  int n = klee_range(1, 1000, "n"), sum = 0;
  for (int i = 0; i < 5; i++) sum += use(n);
  for (int i = 0; i < 5; i++) {
    volatile char room[n + (3 << 20)];
    room[i] = 1;
    sum += room[i];
  }
  assert(sum == 10);
  return 0;
}
