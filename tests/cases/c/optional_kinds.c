// Kinds that correct programs have on purpose count on request.
// options: --enable alignment,unsigned-overflow,implicit-conversion
// expect: bug alignment @13
// expect: bug unsigned-overflow @14
// expect: bug implicit-conversion @15
// expect: bug implicit-conversion @16
#include <klee/klee.h>
int main(void) {
  unsigned x, y; klee_make_symbolic(&x, sizeof x, "x"); klee_make_symbolic(&y, sizeof y, "y");
  _Alignas(8) char bytes[16] = {0};
  int i = klee_range(0, 8, "i");
  switch (klee_range(0, 5, "which")) {
    case 0: return *(int *)(bytes + i);
    case 1: return x + y == 7;
    case 2: { unsigned char small = i * 100; return small; }
    case 3: { int number = x; return number == 3; }
    default: return *(int *)(bytes + (i & 4)) + (int)(x & 7);
  }
}
