// Text of an odd length in UTF-16: the line of an error is counted past its end (CVE-2009-3720).
// project: libexpat 352cfc8
// sources: expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
// flags: -Iexpat/lib -DHAVE_EXPAT_CONFIG_H
// input: 9 bytes: a length and up to 8 bytes of text, `XML_Parse`
// bug: out-of-bounds xmltok_impl.c:1735-1790
#include <expat.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char length;
  klee_make_symbolic(&length, 1, "length");
  if (length > 8) return 0;
  char *text = malloc(length);
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!text || !parser) return 0;
  klee_make_symbolic(text, length, "text");
  if (XML_Parse(parser, text, length, 1) == XML_STATUS_ERROR) XML_GetCurrentLineNumber(parser);
  XML_ParserFree(parser);
  free(text);
  return 0;
}
