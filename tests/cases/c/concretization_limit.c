// A length with more values than are tried one by one: what is left over is a reason, never silence.
// expect: incomplete concretization
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[200] = {0}, to[200];
  int n = klee_range(0, 200, "n");
  memcpy(to, from, n);
  return 0;
}
