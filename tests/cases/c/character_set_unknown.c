// A character set that is not modelled, and a character that //TRANSLIT would replace, end the path.
// expect: incomplete unmodelled-call
#include <assert.h>
#include <iconv.h>
#include <stdlib.h>
void klee_make_symbolic(void *start, unsigned long bytes, const char *name);
int main(void) {
  char c, out[2], *in = &c, *to = out;
  size_t rest = 1, room = sizeof out;
  klee_make_symbolic(&c, 1, "c");
  if (c == 'k') iconv_open("KOI8-R", "UTF-8");
  iconv_t conversion = iconv_open("ASCII//TRANSLIT", "ISO-8859-1");
  assert(!iconv(conversion, &in, &rest, &to, &room) && out[0] == c && c >= 0);
  return iconv_close(conversion);
}
