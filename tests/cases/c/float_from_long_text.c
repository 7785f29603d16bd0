// Text of a number that no single operation rounds correctly: its symbolic characters become concrete.
// expect: bug assertion @11
// expect: bug assertion @14
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char many[] = "900719925474099?", *end;
  klee_make_symbolic(many + 15, 1, "digit");
  if (many[15] < '0' || many[15] > '9') return 0;
  assert(strtod(many, &end) != 9007199254740996.0);
  char hexadecimal[] = "0x1.?p4";
  hexadecimal[4] = many[15];
  assert(strtod(hexadecimal, NULL) != 19.0);
  /* Half-way between two numbers: to even. */
  char half[] = "9007199254740993.0";
  half[17] = many[15];
  assert(strtod(half, NULL) == (many[15] == '0' ? 9007199254740992.0 : 9007199254740994.0));
  return 0;
}
