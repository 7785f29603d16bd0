// A read of a part of a file forks once: all bytes are there, or less. How many is symbolic then.
// options: --file data,8
// expect: safe
// paths: 3
#include <assert.h>
#include <stdio.h>

int main(void) {
  char head[4], pair[2];
  FILE *file = fopen("data", "r");
  if (fread(head, sizeof head, 1, file) != 1) {
    assert(feof(file) && getc(file) == EOF);
    return 0;
  }
  size_t n = fread(pair, 1, sizeof pair, file);
  assert(n <= 2 && (n < 2) == (feof(file) != 0));
  return 0;
}
