// iconv on symbolic bytes, between Latin 1 and forms of Unicode.
// expect: bug assertion @27
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <stddef.h>
void klee_make_symbolic(void *start, unsigned long bytes, const char *name);
static size_t convert(const char *to, const char *from, char *text, size_t rest, char *out, size_t room) {
  iconv_t conversion = iconv_open(to, from);
  size_t result = iconv(conversion, &text, &rest, &out, &room);
  assert(!iconv_close(conversion) && (result || !rest));
  return result ? (size_t)-1 : room;
}
int main(void) {
  char text[2], latin[4], wide[8], back[4];
  klee_make_symbolic(text, sizeof text, "text");
  size_t room = convert("ISO-8859-1", "UTF-8", text, 2, latin, 4);
  int is_two = (text[0] & 0xfe) == 0xc2 && (text[1] & 0xc0) == 0x80;
  int is_ascii = text[0] >= 0 && text[1] >= 0;
  if (room == (size_t)-1) assert(!is_two && !is_ascii);
  else assert(room == (is_two ? 3 : 2));
  room = convert("UTF-16BE", "latin1", text, 1, wide, 8);
  assert(room == 6 && wide[0] == 0 && wide[1] == text[0]);
  assert(convert("UTF-16", "UTF-8", "\xf0\x9f\x98\x80", 4, wide, 8) == 2);
  assert(convert("UTF-8", "UTF-16", wide, 6, back, 4) == 0 && back[0] == (char)0xf0);
  assert(iconv((iconv_t)-1, NULL, NULL, NULL, NULL) == (size_t)-1 && errno == EBADF);
  assert(convert("ASCII", "UTF-8", text, 1, latin, 4) != (size_t)-1);
  return 0;
}
