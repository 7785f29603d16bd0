// Pointer arithmetic that leaves the address space, which a comparison with the old pointer does not detect.
// expect: bug pointer-overflow @15
// expect: bug pointer-overflow @16
// expect: bug pointer-overflow @17
// expect: bug pointer-overflow @21
// expect: bug out-of-bounds @18
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned long n;
  klee_make_symbolic(&n, sizeof n, "n");
  long m = n;
  char text[16] = {0}, *p = text + 8, *end;
  switch (klee_range(0, 7, "which")) {
    case 0: end = p + n; return end < p;
    case 1: end = p - n; return end > p;
    case 2: end = p + m; return m < 0 ? end > p : end < p;
    case 3: return p[n];
    case 4: if (n > 8) return 0; end = p + n; return end < p;
    case 5: if (m > 4 || m < -4) return 0; end = p + m; p = p - m; return end > p;
    default: p = NULL; end = p + (n & 3); return end == p;
  }
}
