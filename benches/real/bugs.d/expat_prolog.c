// Text of an odd length in UTF-16: the end of the prolog is converted past its end (CVE-2009-3560).
// project: libexpat ebb40bf
// sources: expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
// flags: -Iexpat/lib -DHAVE_EXPAT_CONFIG_H
// input: 9 bytes: a length and up to 8 bytes of text, `XML_Parse`
// bug: out-of-bounds xmltok.c:540-760
#include <expat.h>
#include <klee/klee.h>
#include <stdlib.h>

static void other(void *data, const char *text, int length) {}

int main(void) {
  unsigned char length;
  klee_make_symbolic(&length, 1, "length");
  if (length > 8) return 0;
  char *text = malloc(length);
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!text || !parser) return 0;
  klee_make_symbolic(text, length, "text");
  XML_SetDefaultHandler(parser, other);
  XML_Parse(parser, text, length, 1);
  XML_ParserFree(parser);
  free(text);
  return 0;
}
