// However a file is read, it has the same bytes, and the end is where it is.
// options: --file data,4
// expect: safe
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char singly[8], pieces[8], blocks[8];
  int bytes = 0, got, count = 0;
  FILE *file = fopen("data", "r");
  for (int c; (c = getc(file)) != EOF;) singly[bytes++] = (char)c;
  assert(feof(file) && !ferror(file) && ftell(file) == bytes);

  int number = open("data", O_RDONLY);
  while ((got = (int)read(number, pieces + count, 3)) > 0) count += got;
  assert(got == 0 && count == bytes && lseek(number, 0, SEEK_CUR) == bytes);

  rewind(file);
  size_t whole = fread(blocks, 2, 2, file), rest = fread(blocks, 1, 1, file);
  assert(whole == (size_t)bytes / 2 && rest == 0 && feof(file));
  if (bytes > 2) assert(blocks[1] == singly[1]);

  fseek(file, -1, SEEK_END);
  if (bytes > 0) assert(getc(file) == (unsigned char)singly[bytes - 1] && getc(file) == EOF);
  for (int i = 0; i < bytes; i++) assert(singly[i] == pieces[i]);
  return 0;
}
