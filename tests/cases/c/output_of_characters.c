// Of a number that is printed as a character or as a short one, only the low bytes must be
// initialized. Nothing observes this output.
// expect: bug uninitialized @21
#include <klee/klee.h>
#include <stdio.h>
static int get(void) {
  int n;
  *(char *)&n = 'a';
  return n;
}
static void put(int c) { putchar(c); }
int main(void) {
  union { int i; short s; char c; } u;
  u.s = 'a';
  int x = klee_int("x");
  putchar(x ? u.i : 'b');
  putchar(get());
  put(u.i);
  printf("%c %hd %hhx\n", u.i | 0x100, u.i, u.i);
  puts("");
  printf("%d\n", u.i);
  return 0;
}
