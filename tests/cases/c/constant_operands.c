// Operations on constants, which the compiler computes itself, are checked.
// expect: bug signed-overflow @19
// expect: bug signed-overflow @20
// expect: bug signed-overflow @21
// expect: bug division-by-zero @22
// expect: bug division-by-zero @23
// expect: bug division-overflow @24
// expect: bug shift @25
// expect: bug shift @26
// expect: bug float-conversion @27
// expect: bug invalid-builtin @28
// expect: bug signed-overflow @29
#include <klee/klee.h>
#include <limits.h>
int main(void) {
  const int most = INT_MAX, zero = 0, width = 32, least = INT_MIN;
  const double large = 1e10;
  switch (klee_range(0, 12, "which")) {
    case 0: return most + 1;
    case 1: return -least;
    case 2: return most * most;
    case 3: return 7 / zero;
    case 4: return 7 % zero;
    case 5: return least / -1;
    case 6: return 1 >> width;
    case 7: return 1 << -1;
    case 8: return (int)large;
    case 9: return __builtin_clz(zero);
    case 10: return INT_MAX + 1 > 0;
    default: return most - 1 + least + (1 << 30) + 7 / (zero + 1) + (1u << 31 >> 31);
  }
}
