// Random bytes are inputs.
// expect: bug assertion @10
#include <assert.h>
#include <errno.h>
#include <sys/random.h>
int main(void) {
  unsigned char key[6] = {0};
  assert(getrandom(key, 5, 0x80) == -1 && errno == EINVAL);
  assert(getrandom(key, 5, 0) == 5);
  assert(key[4] != 200);
  assert(key[5] == 0);
  return 0;
}
