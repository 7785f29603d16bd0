// Conversions between signed and unsigned types of all widths.
// expect: safe
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>
int main(void) {
  int8_t s8;
  uint16_t u16;
  klee_make_symbolic(&s8, sizeof s8, "s8");
  klee_make_symbolic(&u16, sizeof u16, "u16");
  uint32_t u32 = (uint32_t)s8;
  int64_t s64 = s8;
  assert((u32 >> 31) == (s8 < 0));
  assert((uint64_t)s64 >> 56 == (s8 < 0 ? 0xff : 0));
  int16_t s16 = (int16_t)u16;
  assert((s16 < 0) == (u16 > 32767));
  assert((uint8_t)s16 == (u16 & 255));
  _Bool b = u16;
  assert(b == (u16 != 0));
  return 0;
}
