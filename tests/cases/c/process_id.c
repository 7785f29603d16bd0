// The number of a process is positive and stays the same; nothing else is known of it.
// expect: incomplete address-dependent
// run: exit 0
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(getpid() == getpid() && getpid() >= 0 && getpid() < 1 << 22);
  if (getpid() == 1234) return 1;
  return 0;
}
