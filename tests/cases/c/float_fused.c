// Where the target has an instruction for it, clang rounds a product and a sum once.
// expect: bug assertion @15
#include <assert.h>
__attribute__((target("fma"))) static double fused(double a, double c) { return a * a + c; }
__attribute__((target("fma"))) static double less(double a, double c) { return c - a * a; }
static double twice(double a, double c) { return a * a + c; }
static double difference(double a, double c) { return a * a - c; }
int main(void) {
  volatile double a = 1.0000000000000002, c = -1.0000000000000004;
  double rest = 0x1p-104;
  assert(twice(a, c) == 0);
  assert(difference(a, -c) == 0);
  assert(fused(a, c) == rest);
  assert(less(a, -c) == -rest);
  assert(fused(a, c) == 0);
  return 0;
}
