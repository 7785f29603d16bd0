// A line of a configuration file that begins with a zero (CVE-2024-25629).
// project: c-ares 035c4c3
// sources: src/lib/ares__read_line.c src/lib/ares_library_init.c src/lib/ares_str.c
// flags: -Iinclude -Isrc/lib -DHAVE_CONFIG_H -DCARES_STATICLIB
// input: 8 bytes of a file, `ares__read_line`
// bug: out-of-bounds ares__read_line.c:40-90
#include <klee/klee.h>
#include <ares_setup.h>
#include <ares.h>
#include <ares_private.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char data[8], *line = NULL;
  size_t size;
  klee_make_symbolic(data, sizeof data, "data");
  FILE *file = fmemopen(data, sizeof data, "r");
  if (!file) return 0;
  while (ares__read_line(file, &line, &size) == ARES_SUCCESS) {
  }
  free(line);
  fclose(file);
  return 0;
}
