// Each `read` and `write` may transfer less than asked for: who takes all for granted loses some.
// options: --short-io 1 --stdin 4
// expect: bug assertion @21
// expect: bug assertion @25
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
static int write_all(int file, const char *text, int bytes) {
  int done = 0;
  while (done < bytes) {
    int n = (int)write(file, text + done, (size_t)(bytes - done));
    assert(n > 0);
    done += n;
  }
  return done;
}
int main(void) {
  char text[4];
  int first = (int)read(0, text, 4), more = (int)read(0, text, 4);
  assert(!more);
  assert(write_all(1, "some text", 9) == 9);
  int file = open("own", O_RDWR | O_CREAT, 0600);
  int written = (int)write(file, "abcd", 4);
  assert(written == 4);
  lseek(file, 0, SEEK_SET);
  assert(read(file, text, 4) <= 4 && text[0] == 'a');
  return first == 9;
}
