// A length with more values than are tried one by one: what is left over is a reason, never silence.
// expect: incomplete concretization
#include <klee/klee.h>
#include <string.h>
int main(void) {
  static char from[9000], to[9000];
  int n = klee_range(0, 9000, "n");
  memcpy(to, from, n);
  return 0;
}
