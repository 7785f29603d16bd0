// The name up to the missing part is stored.
// expect: incomplete unmodelled-call
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char text[PATH_MAX] = "?";
  assert(!realpath("/tmp/../tmp/nonexistent/x/y", text) && !strcmp(text, "/tmp/nonexistent"));
  return 0;
}
