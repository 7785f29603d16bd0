// Control flow that no structured statement makes: a loop with two entries.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), n = 0, a = 0, b = 0;
  if (c > 0) goto second;
first:
  a++;
  n++;
  if (n >= 5) goto end;
second:
  b += 2;
  n++;
  if (n < 5) goto first;
end:
  assert(n == 5);
  assert(a + b / 2 == 5);
  assert(c > 0 ? a == 2 && b == 6 : a == 3 && b == 4);
  return 0;
}
