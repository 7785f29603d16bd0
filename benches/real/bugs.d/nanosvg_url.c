// `url(` that does not end is copied past the end of the file.
// project: nanosvg 7e37e00
// flags: -Isrc
// input: 8 characters of an attribute, `nsvgParse`
// bug: out-of-bounds nanosvg.h:1684-1687
#include <klee/klee.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#define NANOSVG_IMPLEMENTATION
#include <nanosvg.h>
int main(void) {
  char file[] = "<svg><path fill=\"        \"/></svg>", fill[8];
  klee_make_symbolic(fill, sizeof fill, "fill");
  memcpy(strchr(file, '"') + 1, fill, sizeof fill);
  nsvgDelete(nsvgParse(file, "px", 96));
  return 0;
}
