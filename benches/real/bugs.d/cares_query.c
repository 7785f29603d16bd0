// A name that ends in an escaped dot: the query is a byte longer than its buffer (CVE-2016-5180).
// project: c-ares 51fbb47
// sources: ares_create_query.c ares_library_init.c ares_free_string.c
// flags: -DHAVE_CONFIG_H -DCARES_STATICLIB
// input: 6 characters, `ares_create_query`
// bug: out-of-bounds ares_create_query.c:145-210
#include <klee/klee.h>
#include <ares.h>
int main(void) {
  char name[7];
  unsigned char *query;
  int length;
  klee_make_symbolic(name, 6, "name");
  name[6] = 0;
  if (ares_create_query(name, 1, 1, 0, 1, &query, &length, 0) == ARES_SUCCESS) ares_free_string(query);
  return 0;
}
