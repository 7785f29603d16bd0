// Strings with a length: a number is written and read back; unescaping only shortens.
// package: libestr
// sources: src/string.c
// flags: -Iinclude
#include <assert.h>
#include <libestr.h>
#include <klee/klee.h>
int main(void) {
  char text[4];
  int good, number = klee_range(-20, 200, "number");
  klee_make_symbolic(text, sizeof text, "text");
  es_str_t *written = es_newStrFromNumber(number);
  assert(es_str2num(written, &good) == number && good);
  es_deleteStr(written);
  es_str_t *escaped = es_newStrFromBuf(text, sizeof text);
  es_unescapeStr(escaped);
  assert(es_strlen(escaped) <= sizeof text);
  es_deleteStr(escaped);
  return 0;
}
