// A failure on the way through a hash table by addresses is found.
// expect: bug assertion @23
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

static const void *table[8];

static int add(const void *key) {
  for (unsigned i = (uintptr_t)key >> 4;; i++) {
    if (!table[i % 8]) return table[i % 8] = key, 1;
    if (table[i % 8] == key) return 0;
  }
}

int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  int same = klee_range(0, 2, "same");
  add(p);
  int added = add(same ? p : q);
  assert(added);
  free(p);
  free(q);
  return 0;
}
