// Comma-separated values: a field that is written as text is read back as the same field.
// package: libcsv
// sources: libcsv.c
#include <assert.h>
#include <string.h>
#include <csv.h>
#include <klee/klee.h>
static char field[3];
static int seen;
static void one(void *bytes, size_t size, void *data) {
  assert(size == sizeof field && memcmp(bytes, field, size) == 0);
  seen++;
}
int main(void) {
  char text[2 * sizeof field + 2];
  struct csv_parser parser;
  klee_make_symbolic(field, sizeof field, "field");
  size_t size = csv_write(text, sizeof text, field, sizeof field);
  assert(size <= sizeof text);
  assert(csv_init(&parser, CSV_STRICT) == 0);
  assert(csv_parse(&parser, text, size, one, 0, 0) == size);
  assert(csv_fini(&parser, one, 0, 0) == 0 && seen == 1);
  csv_free(&parser);
  return 0;
}
