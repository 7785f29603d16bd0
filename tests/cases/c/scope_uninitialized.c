// In each round of a loop a local is a new one: what the round before left in it is gone. So it is where a jump leads back behind its end.
// expect: bug uninitialized @12
// expect: bug uninitialized @19
// expect: bug uninitialized @28
#include <klee/klee.h>
static void set(int *place) { *place = 1; }
static int number(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int x;
    if (i == 0) x = 1;
    if (x == 1) sum++;
  }
  return sum;
}
static int kept(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int x; if (i == 0) set(&x); if (x == 1) sum++;
  }
  return sum;
}
static int row(int n) {
  int sum = 0;
  while (n--) {
    char text[4];
    if (!sum) text[1] = 5;
    if (text[1] == 5) sum++;
  }
  return sum;
}
int main(void) {
  int n = klee_range(0, 3, "n");
  switch (klee_range(0, 3, "which")) {
    case 0: return number(n);
    case 1: return kept(n);
    default: return row(n);
  }
}
