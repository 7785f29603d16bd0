// Compiled with checks of UndefinedBehaviorSanitizer: each is a failure of its kind.
// options: --enable shift-overflow,alignment -- -fsanitize=undefined
// expect: bug signed-overflow @21
// expect: bug division-by-zero @22
// expect: bug division-overflow @22
// expect: bug shift @23
// expect: bug shift-overflow @23
// expect: bug float-conversion @24
// expect: bug array-bounds @26
// expect: bug null-dereference @28
// expect: bug unreachable-call @29
// expect: bug alignment @31
// expect: bug sanitizer @34
#include <klee/klee.h>
#include <stddef.h>
struct pair {
  int row[4], next;
};
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), c = klee_int("c"), d = klee_int("d"), x = klee_int("x"), r = 0;
  r ^= a + b;
  r ^= c / d;
  r ^= d << c;
  r ^= (int)(b * 2.0);
  struct pair pair = {{0}, 0}, *p = klee_int("null") ? &pair : NULL;
  r ^= pair.row[x];
  int *next =
      &p->next;
  if (r == 99) __builtin_unreachable();
  char bytes[8] = {0};
  r ^= *(int *)(bytes + (x & 1));
  _Bool truth;
  *(char *)&truth = x;
  r ^= truth;
  return r == 17 && next == &pair.row[3];
}
