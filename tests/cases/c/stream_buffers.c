// What a stream writes is in the file once its buffer is flushed: when it is full, at `fflush`, at
// `fclose`, or at the end of a line if `setvbuf` asked for that.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static long size(void) {
  struct stat status;
  assert(!stat("file", &status));
  return status.st_size;
}
int main(void) {
  char byte;
  klee_make_symbolic(&byte, 1, "byte");
  FILE *file = fopen("file", "w"), *reader = fopen("file", "r");
  fputc(byte, file);
  fputs("bc\n", file);
  assert(size() == 0 && fgetc(reader) == EOF);
  fflush(file);
  clearerr(reader);
  assert(size() == 4 && (char)fgetc(reader) == byte);
  for (int i = 0; i < 4096; i++) fputc('x', file);
  assert(size() == 4);
  fputc('x', file);
  assert(size() == 4100);
  fclose(file);
  assert(size() == 4101);

  file = fopen("file", "w");
  setvbuf(file, NULL, _IOLBF, 0);
  fputs("one", file);
  assert(size() == 0);
  fputs("\ntwo", file);
  assert(size() == 4);
  setvbuf(file, NULL, _IONBF, 0);
  assert(size() == 7);
  fputs("three", file);
  assert(size() == 12);
}
