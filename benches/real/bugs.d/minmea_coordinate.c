// The scale of a coordinate overflows.
// project: minmea 252a3f9
// input: 8 bytes, `minmea_tocoord`
// bug: signed-overflow minmea.h:263-265
#include <klee/klee.h>
#include <minmea.h>
int main(void) {
  struct minmea_float f;
  klee_make_symbolic(&f, sizeof f, "f");
  minmea_tocoord(&f);
  return 0;
}
