// Arrays of variable length in several calls: some sizes do not fit together.
// expect: bug stack-overflow @8
#include <assert.h>
#include <klee/klee.h>
static int more(int bytes) {
  assert(bytes > 0);
  if (bytes > 5 << 20) return 0;
  volatile char room[bytes];
  room[bytes - 1] = 1;
  return room[bytes - 1];
}
int main(void) {
  int n = klee_range(1, 9 << 20, "n");
  if (n > 5 << 20) return 0;
  volatile char room[n];
  room[n - 1] = 1;
  return more(n) + room[n - 1];
}
