// Of a long array of structures the first 64 elements are explored, and enough.
// expect: safe
// options: --entry f
#include <assert.h>
struct table { int used; struct { unsigned char key, value; } rows[100]; char last; };
int f(struct table *t, unsigned i) {
  if (!t || i >= 64) return 0;
  t->last = 1;
  assert(t->rows[i].key <= 255);
  return t->rows[63].value;
}
