// Addresses that are integers may be close to the ends of the address space.
// expect: bug pointer-overflow @20
// expect: bug pointer-overflow @21
// expect: bug pointer-overflow @22
// expect: bug pointer-overflow @23
// expect: bug pointer-overflow @27
// expect: bug pointer-overflow @30
// expect: bug pointer-overflow @31
#include <stdint.h>

struct pair { int first, second; };

int main(void) {
  int which = __VERIFIER_nondet_int();
  uintptr_t address = __VERIFIER_nondet_ulong();
  unsigned up = __VERIFIER_nondet_uint();
  int by = __VERIFIER_nondet_int();
  if (address == 0) return 0;
  char *volatile sink;
  if (which == 1) sink = (char *)address + 1;
  if (which == 2) sink = (char *)5 - up;
  if (which == 3) sink = (char *)address + by;
  if (which == 4) sink = (char *)address - 1;
  if (which == 5 && address < 100) sink = (char *)address + up;
  if (which == 6) {
    char *p = (char *)address;
    p++;
    sink = p;
  }
  if (which == 7) sink = (char *)UINTPTR_MAX + 1;
  if (which == 8) sink = (char *)&((struct pair *)address)[by].second;
  if (which == 9 && address > 0x1000) sink = (char *)address - 0x1000;
  char block[4];
  if (which == 10 && up <= 4) sink = block + up;
  return 0;
}
