// What the models of the library do not do exactly ends the path.
// expect: incomplete unmodelled-call
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
static void beyond_descriptors(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 4096;
  setrlimit(RLIMIT_NOFILE, &limit);
  dup2(0, 2000);
}
static void many_groups(void) {
  char text[700];
  for (int i = 0; i < 300; i++) text[i] = '(', text[300 + i] = ')';
  text[600] = 0;
  regex_t regex;
  regcomp(&regex, text, REG_EXTENDED);
}
static void write_after_ungetc(void) {
  FILE *file = tmpfile();
  ungetc('U', file);
  fputs("xyz", file);
}
static void buffer_in_memory(void) {
  char *text, buffer[64];
  size_t size;
  setvbuf(open_memstream(&text, &size), buffer, _IOFBF, sizeof buffer);
}
static void full_array(void) {
  static char array[8];
  FILE *file = fmemopen(array, 8, "w");
  setvbuf(file, NULL, _IOLBF, 0);
  fputs("0123456789abc\n", file);
}
static void out_of_array(void) {
  static char array[14] = "hello\nworld\na";
  FILE *file = fmemopen(array, 13, "r+");
  fgetc(file);
  fseek(file, 10, SEEK_SET);
  fseek(file, 9, SEEK_CUR);
}
static void end_in_memory(void) {
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  fseek(file, 11, SEEK_SET);
  fputc('x', file);
  rewind(file);
  fseek(file, 4, SEEK_END);
}
int main(void) {
  char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), text[32];
  switch (klee_range(0, 15, "which")) {
    case 0: beyond_descriptors(); break;
    case 1: many_groups(); break;
    case 2: write_after_ungetc(); break;
    case 3: buffer_in_memory(); break;
    case 4: full_array(); break;
    case 5: out_of_array(); break;
    case 6: end_in_memory(); break;
    case 7: mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0); break;
    case 8: mprotect(page, 8192, PROT_READ | PROT_WRITE); break;
    case 9: msync(page + 4096, 4096, MS_SYNC); break;
    case 10: madvise(NULL, 4096, MADV_NORMAL); break;
    case 11: munmap(page, 4096); mlock(page, 1); break;
    case 12: posix_madvise(page + 4096, 1, POSIX_MADV_NORMAL); break;
    case 13: errno = ENOENT; snprintf(text, sizeof text, "%#m"); break;
    case 14: lseek(open("/tmp", O_RDONLY), 0, SEEK_END); break;
  }
  abort();
}
