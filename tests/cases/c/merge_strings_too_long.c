// Strings of different lengths, of which one together with one of two tails does not fit.
// expect: bug out-of-bounds @13
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), d = klee_int("d"), n = 0;
  char s[8];
  const char *head, *tail;
  if (c < 0) head = "no";
  else head = "longer";
  if (d == 12) tail = "er";
  else tail = "!";
  while (*head) s[n++] = *head++;
  while ((s[n] = *tail++)) n++;
  return s[0] == 'l';
}
