// A stream of `fmemopen` writes to the program's array when it is flushed, adds a zero if there is
// room, and fails where there is none.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char array[4] = "wxyz", letter;
  klee_make_symbolic(&letter, 1, "letter");
  klee_assume(letter != 0);
  FILE *file = fmemopen(array, sizeof array, "w");
  fputc(letter, file);
  assert(array[0] == 'w');
  fflush(file);
  assert(array[0] == letter && array[1] == 0 && array[2] == 'y');
  assert(fputs("more", file) == 1 && fflush(file) == EOF && errno == 0);
  assert(array[1] == 'm' && array[2] == 'o' && array[3] == 0);
  assert(fputs("more", file) == 1 && fflush(file) == EOF && errno == ENOSPC);
  fclose(file);
}
