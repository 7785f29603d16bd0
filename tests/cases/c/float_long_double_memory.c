// A long double from memory, whose patterns need not be numbers.
// expect: bug unreachable-call @12
#include <assert.h>
#include <klee/klee.h>
void reach_error(void);
int main(void) {
  union { long double number; unsigned char bytes[16]; unsigned short parts[8]; } u;
  klee_make_symbolic(&u, sizeof u, "u");
  if (u.parts[4] != 0x3fff || u.parts[0] || u.parts[1] || u.parts[2]) return 0;
  // Without the integer bit it is no number.
  if (u.parts[3] & 0x8000) assert(u.number >= 1.0L && u.number < 2.0L);
  else if (!(u.number == u.number)) reach_error();
  return 0;
}
