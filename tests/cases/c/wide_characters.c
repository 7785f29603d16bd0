// Multibyte and wide characters in the "C" locale, on a symbolic byte.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
int main(void) {
  char byte = (char)klee_range(0, 256, "byte"), text[2] = {byte, 0};
  wchar_t wide = 0;
  int bytes = mbtowc(&wide, text, 1);
  if ((unsigned char)byte > 127) assert(bytes == -1);
  else assert(bytes == (byte != 0) && wide == byte && towlower((wint_t)wide) == (wint_t)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte));
  assert(MB_CUR_MAX == 1 && wcslen(L"abc") == 3 && !wcscmp(L"x", L"x"));
  return 0;
}
