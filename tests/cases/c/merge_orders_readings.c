// The same numbers compared as signed and as unsigned ones, where paths have merged: what follows
// from the one says nothing about the other.
// expect: bug assertion @26
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  short c = __VERIFIER_nondet_short();
  unsigned short x = a, y = b, z = c;
  int least = 0, first = 0, same = 0;
  if (b < a) least = 1;
  if (c < (least ? b : a)) least = 2;
  if (y < x) first = 1;
  if (z < (first ? y : x)) first = 2;
  if (a == b) same++;
  if (b == c) same++;
  if (a == c) same++;
  assert(same != 2);
  short low = least == 0 ? a : least == 1 ? b : c;
  unsigned short head = first == 0 ? x : first == 1 ? y : z;
  assert(low <= a && low <= b && low <= c);
  assert(head <= x && head <= y && head <= z);
  if (same == 3) assert(least == 0 && first == 0);
  if (low >= 0) assert(head == (unsigned short)low);
  if (same == 1) assert(least == first);
  return 0;
}
