// The length of a stream of open_memstream is its position, and nothing is stored before it is
// flushed; when it is closed, the content ends there.
// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *text = "before", *old = text;
  size_t length = 77;
  FILE *file = open_memstream(&text, &length);
  fputs("hello", file);
  assert(text == old && length == 77);
  fflush(file);
  assert(length == 5 && !strcmp(text, "hello"));
  rewind(file);
  fputs("ab", file);
  fflush(file);
  assert(length == 2 && !strcmp(text, "abllo"));
  fclose(file);
  assert(length == 2 && !strcmp(text, "ab"));
  free(text);
  file = open_memstream(&text, &length);
  fseek(file, 3, SEEK_SET);
  fclose(file);
  assert(length == 3 && !memcmp(text, "\0\0\0", 4));
  free(text);
}
