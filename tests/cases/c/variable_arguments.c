// Functions with variable arguments of all kinds.
// expect: safe
#include <assert.h>
#include <stdarg.h>
#include <klee/klee.h>
struct pair { int a, b; };
struct big { long a[5]; };
static long sum(const char *kinds, ...) {
  va_list list, again;
  long total = 0;
  va_start(list, kinds);
  va_copy(again, list);
  for (; *kinds; kinds++) {
    switch (*kinds) {
      case 'i': total += va_arg(list, int); break;
      case 'l': total += va_arg(list, long); break;
      case 'd': total += (long)va_arg(list, double); break;
      case 'D': total += (long)va_arg(list, long double); break;
      case 'p': total += *va_arg(list, int *); break;
      case 's': total += va_arg(list, struct pair).b; break;
      case 'S': total += va_arg(list, struct big).a[4]; break;
    }
  }
  va_end(list);
  total += 1000 * va_arg(again, int);
  va_end(again);
  return total;
}
int main(void) {
  int x = klee_range(0, 10, "x"), y = 7;
  assert(sum("i", x) == 1001 * x);
  assert(sum("iiiiiiiii", 1, 1, 1, 1, 1, 1, 1, 1, x) == 1008 + x);
  assert(sum("ilpd", 1, 10l, &y, 4.5) == 1022);
  assert(sum("iDsSi", 2, (long double)3, (struct pair){0, 5}, (struct big){{0, 0, 0, 0, 6}}, 8) == 2024);
  return 0;
}
