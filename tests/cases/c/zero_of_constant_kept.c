// Functions that end a part of a text by a zero write none where there is one, as in glibc.
// expect: safe
#include <libgen.h>
#include <assert.h>
#include <string.h>
#include <wchar.h>
int main(void) {
  char *rest = "abc";
  wchar_t *wide;
  assert(!strcmp(strsep(&rest, ","), "abc") && !rest);
  assert(!strcmp(basename("/x/y"), "y"));
  assert(wcstok((wchar_t *)L"abc", L",", &wide));
  return 0;
}
