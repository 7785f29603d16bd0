// The program's own functions are called, not those that clang knows by their names.
// expect: bug assertion @17
// expect: bug assertion @19
// expect: bug assertion @21
// expect: bug assertion @22
// expect: bug assertion @23
#include <assert.h>
#include <string.h>

void *memset(void *to, int value, size_t bytes) { return to; }
int abs(int value) { return value; }
size_t strlen(const char *text) { return 7; }

int main(void) {
  char block[4] = {1, 1, 1, 1};
  memset(block, 0, sizeof block);
  if (__VERIFIER_nondet_bool()) assert(block[3] == 0);
  memset(block, 0, __VERIFIER_nondet_bool() ? 2 : 4);
  if (__VERIFIER_nondet_bool()) assert(block[1] == 0);
  int n = __VERIFIER_nondet_bool() ? -3 : 3;
  if (n == -3) assert(abs(n) == 3);
  if (__VERIFIER_nondet_bool()) assert(strlen("abc") == 3);
  if (__VERIFIER_nondet_bool()) assert(abs(-3) == 3);
  return 0;
}
