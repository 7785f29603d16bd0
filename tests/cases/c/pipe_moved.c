// Pipes that become standard input and output; a read that waits for itself never ends.
// options: --stdin 1
// expect: bug assertion @24
// expect: incomplete unmodelled-call
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char own, byte = 'x';
  struct pollfd one = {0, POLLIN, 0};
  int has_input = read(0, &own, 1) == 1;
  assert(pipe(ends) == 0 && ends[0] == 3);
  assert(dup2(ends[0], 0) == 0 && dup2(ends[1], 1) == 1);
  assert(poll(&one, 1, 0) == 0);
  if (has_input) assert(write(1, &own, 1) == 1);
  assert(poll(&one, 1, 0) == has_input);
  if (!has_input) assert(fcntl(0, F_SETFL, O_NONBLOCK) == 0);
  int count = (int)read(0, &byte, 5);
  assert(has_input ? count == 1 && byte == own : count == -1 && errno == EAGAIN);
  if (has_input && own == 'w') read(0, &byte, 1);
  assert(byte != 'y');
  return 0;
}
