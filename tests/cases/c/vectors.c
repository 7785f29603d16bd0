// Vectors of the compiler, element by element.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));
int main(void) {
  v4 a = {1, 2, 3, 4}, b;
  klee_make_symbolic(&b, sizeof b, "b");
  for (int i = 0; i < 4; i++) klee_assume((b[i] >= 0) & (b[i] < 100));
  v4 c = a + b * 2;
  for (int i = 0; i < 4; i++) assert(c[i] == i + 1 + 2 * b[i]);
  v4 larger = b > a;
  assert(larger[2] == (b[2] > 3 ? -1 : 0));
  b8 d = {250, 1}, e = {10};
  assert((d + e)[0] == 4 && (d + e)[1] == 1 && (d ^ d)[0] == 0);
  v4 s = __builtin_shufflevector(a, b, 3, 2, 1, 4);
  assert(s[0] == 4 && s[3] == b[0]);
  return 0;
}
