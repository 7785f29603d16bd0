// White space at the end of a colour is skipped past its end (issue 241).
// project: nanosvg 93ce879
// flags: -Isrc
// input: 11 characters, `nsvg__parseColor`
// bug: out-of-bounds nanosvg.h:1268
#include <klee/klee.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#define NANOSVG_IMPLEMENTATION
#include <nanosvg.h>
int main(void) {
  char colour[12];
  klee_make_symbolic(colour, sizeof colour - 1, "colour");
  colour[sizeof colour - 1] = 0;
  return nsvg__parseColor(colour) == 0;
}
