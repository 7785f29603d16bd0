// The same library's tables of characters: turned to lower case twice is turned once, for Latin letters.
// package: utf8proc
// sources: utf8proc.c
#include <assert.h>
#include <utf8proc.h>
#include <klee/klee.h>
int main(void) {
  int code = klee_range(0, 0x180, "code");
  int lower = utf8proc_tolower(code);
  assert(lower >= 0 && lower < 0x110000);
  assert(utf8proc_tolower(lower) == lower);
  assert(utf8proc_charwidth(code) >= 0 && utf8proc_charwidth(code) <= 2);
  return 0;
}
