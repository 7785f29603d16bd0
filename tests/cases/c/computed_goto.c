// A small interpreter that jumps through a table of labels.
// expect: bug assertion @21
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  static void *const table[] = {&&add, &&twice, &&stop};
  unsigned char code[3];
  int value = 1, at = 0;
  klee_make_symbolic(code, sizeof code, "code");
  for (int i = 0; i < 3; i++) klee_assume(code[i] < 3);
next:
  if (at == 3) goto stop;
  goto *table[code[at++]];
add:
  value += 5;
  goto next;
twice:
  value *= 2;
  goto next;
stop:
  assert(value != 22);
  return 0;
}
