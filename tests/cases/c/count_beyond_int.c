// Numbers of bytes that are not known are counted in 64 bits.
// expect: bug out-of-bounds @15
#include <klee/klee.h>
#include <unistd.h>
int main(void) {
  size_t n;
  char t[4];
  int ends[2];
  klee_make_symbolic(&n, sizeof n, "n");
  if (n < 4) return 0;
  n = (n & 3) | (n & 4 ? 1ul << 32 : 0);
  if (pipe(ends)) return 0;
  if (write(ends[1], "0123456789", 10) != 10) return 0;
  /* Natively at most ten bytes are read. */
  return read(ends[0], t, n) < 0;
}
