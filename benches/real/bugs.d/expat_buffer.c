// The size of the buffer overflows (CVE-2022-23852).
// project: libexpat 8fb2211
// sources: expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
// flags: -Iexpat/lib -DHAVE_EXPAT_CONFIG_H -DXML_CONTEXT_BYTES=1024
// input: 8 bytes: 4 of text and a length, `XML_GetBuffer`
// bug: signed-overflow xmlparse.c:2065-2075
#include <expat.h>
#include <klee/klee.h>
int main(void) {
  char text[4];
  int length;
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser) return 0;
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(&length, sizeof length, "length");
  if (XML_Parse(parser, text, sizeof text, 0) != XML_STATUS_ERROR) XML_GetBuffer(parser, length);
  XML_ParserFree(parser);
  return 0;
}
