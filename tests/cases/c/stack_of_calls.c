// The locals of all calls must fit in the stack together.
// expect: bug stack-overflow @7
// expect: bug stack-overflow @16
#include <alloca.h>
#include <klee/klee.h>
static int keep(int calls) {
  volatile char room[3 << 20];
  room[0] = 1;
  return calls ? room[0] + keep(calls - 1) : room[0];
}
static int in_pieces(int pieces) {
  int sum = 0;
  char *last = NULL;
  for (int i = 0; i < pieces; i++) {
    /* memory of alloca lives as long as the call */
    char *piece = alloca(1 << 20);
    *piece = 1;
    sum += *piece + (last ? *last : 0);
    last = piece;
  }
  return sum;
}
int main(void) {
  int n = klee_range(0, 20, "n");
  if (klee_int("which")) return keep(n);
  return in_pieces(n) < 0;
}
