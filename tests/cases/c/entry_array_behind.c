// Behind the first 64 elements nothing is explored.
// expect: bug division-by-zero @8
// expect: incomplete shape-limit
// options: --entry f
struct table { int used; struct { unsigned char key, value; } rows[100]; };
int f(struct table *t, unsigned i) {
  if (!t || i >= 100) return 0;
  return 100 / t->rows[i].key;
}
