// An entity that closes the document type: the line of an error is counted from there (CVE-2019-15903).
// project: libexpat 745de9a
// sources: expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
// flags: -Iexpat/lib -DHAVE_EXPAT_CONFIG_H
// input: 6 bytes of an entity in a document type, `XML_Parse`
// bug: out-of-bounds xmltok_impl.c:1700-1800
#include <expat.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  static const char start[] = "<!DOCTYPE d [\n<!ENTITY % e '", end[] = "'>\n%e;";
  size_t before = sizeof start - 1, after = sizeof end - 1, length = before + 6 + after;
  char value[6], *text = malloc(length);
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!text || !parser) return 0;
  klee_make_symbolic(value, sizeof value, "value");
  memcpy(text, start, before);
  memcpy(text + before, value, sizeof value);
  memcpy(text + before + sizeof value, end, after);
  XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
  if (XML_Parse(parser, text, length, 1) == XML_STATUS_ERROR) XML_GetCurrentLineNumber(parser);
  XML_ParserFree(parser);
  free(text);
  return 0;
}
