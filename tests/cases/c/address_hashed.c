// A hash table by addresses works, and what depends on its order is not proved.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct entry { const void *key; int value; struct entry *next; };
static struct entry *table[16];

static unsigned hash(const void *key) {
  uint64_t bits = (uintptr_t)key;
  return (bits >> 4 ^ bits >> 9) * 0x9e3779b97f4a7c15 >> 60;
}

static int *find(const void *key) {
  for (struct entry *e = table[hash(key)]; e; e = e->next)
    if (e->key == key) return &e->value;
  return NULL;
}

static void add(const void *key, int value) {
  struct entry *e = malloc(sizeof *e), **bucket = &table[hash(key)];
  *e = (struct entry){key, value, *bucket};
  *bucket = e;
}

int main(void) {
  int objects[20];
  for (int i = 0; i < 20; i++) add(&objects[i], i);
  for (int i = 0; i < 20; i++) assert(find(&objects[i]) && *find(&objects[i]) == i);
  assert(!find(table));
  return 0;
}
