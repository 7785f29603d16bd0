// Streams as glibc has them: errors, modes and positions.
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char text[64], name[] = "/tmp/corners-XXXXXX", *line = NULL, *shown = NULL;
  size_t room = 0, size = 0;
  struct stat state;
  int file = mkstemp(name);
  // Appending starts at the end, unless the descriptor appends already.
  assert(write(file, "hello\n", 6) == 6 && lseek(file, 0, SEEK_SET) == 0);
  FILE *stream = fdopen(file, "a");
  assert(lseek(file, 0, SEEK_CUR) == 6);
  // A stream that only writes is flushed before a read fails; getline does not read after an error.
  assert(fputs("world\n", stream) == 1 && fgetc(stream) == EOF && errno == EBADF && ferror(stream));
  assert(!fstat(file, &state) && state.st_size == 12);
  assert(!fclose(stream));
  stream = fopen(name, "r+");
  setvbuf(stream, NULL, _IONBF, 0);
  int closed = dup(fileno(stream));
  close(fileno(stream));
  assert(fgetc(stream) == EOF && ferror(stream));
  assert(dup2(closed, fileno(stream)) >= 0);
  assert(getline(&line, &room, stream) == -1 && !line);
  clearerr(stream);
  assert(getline(&line, &room, stream) == 6);
  fclose(stream);
  free(line);
  // Linux truncates a file that is opened for reading.
  file = open(name, O_RDONLY | O_TRUNC);
  assert(!fstat(file, &state) && state.st_size == 0);
  unlink(name);
  // The text of a stream in memory stays where it is while there is room, and is the buffer.
  stream = open_memstream(&shown, &size);
  fputs("one", stream);
  assert(!fflush(stream));
  char *first = shown;
  first[0] = 'O';
  assert(fputs(" two", stream) == 1 && first[4] == 't' && !fflush(stream));
  assert(shown == first && !strcmp(first, "One two") && size == 7);
  assert(!setvbuf(stream, NULL, _IOFBF, 0) && fputc('!', stream) == '!');
  fclose(stream);
  assert(size == 8 && !strcmp(shown, "One two!"));
  free(shown);
  return 0;
}
