// As many arguments as a join says, and of the kind that it says.
// expect: bug assertion @26
#include <assert.h>
#include <stdarg.h>
#include <klee/klee.h>
static long total(const char *kinds, ...) {
  va_list list;
  long sum = 0;
  va_start(list, kinds);
  for (; *kinds; kinds++) {
    if (*kinds == 'i') sum += va_arg(list, int);
    else if (*kinds == 'l') sum += va_arg(list, long);
    else sum += (long)(va_arg(list, double) * 2);
  }
  va_end(list);
  return sum;
}
int main(void) {
  int c = klee_range(0, 4, "c"), x = klee_range(0, 100, "x");
  long sum;
  if (c == 0) sum = total("");
  else if (c == 1) sum = total("il", x, 5000000000);
  else if (c == 2) sum = total("did", 0.5, x, 1.25);
  else sum = total("ii", x, x);
  assert(c != 1 || sum > 4999999999);
  assert(sum != 33 + 1 + 2);
  assert(c != 0 || sum == 0);
  return 0;
}
