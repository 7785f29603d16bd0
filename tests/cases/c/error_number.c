// errno is a variable of the program.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <string.h>
int main(void) {
  errno = ENOENT;
  assert(errno == ENOENT && strcmp(strerror(errno), "No such file or directory") == 0);
  errno = 0;
  assert(!errno);
  return 0;
}
