// Objects at one address, of which one is aligned on every platform, and the other only here.
// expect: incomplete address-dependent
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int wide, other;
  klee_make_symbolic(&wide, sizeof wide, "wide");
  unsigned long alignment = wide ? 64 : 16;
  if (wide) alignment = 64;
  else alignment = 16;
  char *p = aligned_alloc(alignment, 64);
  alignment = 0;
  klee_make_symbolic(&other, sizeof other, "other");
  wide = other;
  for (int i = 0; i < 3; i++) wide ^= 1;
  if ((uintptr_t)p & 63) abort();
  free(p);
  return wide == 5;
}
