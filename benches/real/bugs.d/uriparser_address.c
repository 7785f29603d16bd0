// An address of version 6 whose last part is cut off.
// project: uriparser 499214c
// sources: src/UriCommon.c src/UriCompare.c src/UriEscape.c src/UriFile.c src/UriIp4.c src/UriIp4Base.c src/UriMemory.c src/UriNormalize.c src/UriNormalizeBase.c src/UriParse.c src/UriParseBase.c src/UriQuery.c src/UriRecompose.c src/UriResolve.c src/UriShorten.c
// flags: -Iinclude
// input: 5 bytes behind `//[::`, `uriParseSingleUriExA`
// bug: out-of-bounds UriParse.c:600
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>
int main(void) {
  static const char start[] = "//[::";
  char rest[5], *text = malloc(10);
  const char *error;
  UriUriA uri;
  klee_make_symbolic(rest, sizeof rest, "rest");
  memcpy(text, start, 5);
  memcpy(text + 5, rest, sizeof rest);
  if (uriParseSingleUriExA(&uri, text, text + 10, &error) == URI_SUCCESS) uriFreeUriMembersA(&uri);
  free(text);
  return 0;
}
