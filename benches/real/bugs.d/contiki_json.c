// More levels of arrays in a JSON text than the stack of the parser has.
// project: contiki-ng 0039fde
// sources: os/lib/json/jsonparse.c
// flags: -Ios -Ios/lib/json -Iarch/platform/native -Iarch/cpu/native
// input: 16 characters, `jsonparse_next`
// bug: out-of-bounds,array-bounds jsonparse.c:40
#include <jsonparse.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[17];
  struct jsonparse_state state;
  klee_make_symbolic(text, 16, "text");
  text[16] = 0;
  jsonparse_setup(&state, text, strlen(text));
  while (jsonparse_next(&state) > 0) {
  }
  return 0;
}
