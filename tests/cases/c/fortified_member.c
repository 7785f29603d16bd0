// With _FORTIFY_SOURCE, a copy that leaves a member ends the program, although it stays in the object.
// expect: bug out-of-bounds @13
#include <stddef.h>
#include <klee/klee.h>

char *__strcpy_chk(char *to, const char *from, size_t size);

int main(void) {
  struct { char name[4], rest[8]; } record;
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  __strcpy_chk(record.name, text, sizeof record.name);
  return record.name[0];
}
