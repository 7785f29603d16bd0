/* qsort: the order of equal items, and the comparisons, for items that are moved and for large ones;
 * hash tables: how many entries there is room for; trees: their shape; rounding to integers in all
 * modes. */
#include <fenv.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
  int key, at;
};
struct large {
  int key;
  char unused[60];
  int at;
};

static int calls;
static unsigned trace;

static int note(int left_at, int right_at, int order) {
  calls++;
  trace = trace * 31 + left_at * 7 + right_at;
  return order;
}

static int compare(const void *left, const void *right) {
  const struct row *l = left, *r = right;
  return note(l->at, r->at, (l->key > r->key) - (l->key < r->key));
}

static int compare_large(const void *left, const void *right) {
  const struct large *l = left, *r = right;
  return note(l->at, r->at, (l->key > r->key) - (l->key < r->key));
}

static unsigned seed = 1;

static void sort_rows(int n) {
  struct row rows[40];
  struct large others[40];
  for (int i = 0; i < n; i++) {
    seed = seed * 1103515245 + 12345;
    rows[i] = (struct row){(int)(seed >> 16) % 7, i};
    others[i] = (struct large){.key = rows[i].key, .at = i};
  }
  calls = 0, trace = 0;
  qsort(rows, n, sizeof *rows, compare);
  printf("%d %u:", calls, trace);
  for (int i = 0; i < n; i++) printf(" %d.%d", rows[i].key, rows[i].at);
  calls = 0, trace = 0;
  qsort(others, n, sizeof *others, compare_large);
  printf("\n%d %u:", calls, trace);
  for (int i = 0; i < n; i++) printf(" %d.%d", others[i].key, others[i].at);
  puts("");
}

static void fill_table(size_t room) {
  static char names[64][4];
  int count = 0;
  hcreate(room);
  for (; count < 64; count++) {
    sprintf(names[count], "%d", count);
    if (!hsearch((ENTRY){names[count], NULL}, ENTER)) break;
  }
  printf("%zu: %d\n", room, count);
  hdestroy();
}

static int compare_numbers(const void *left, const void *right) {
  long l = (long)left, r = (long)right;
  return note((int)l, (int)r, (l > r) - (l < r));
}

static void visit(const void *node, VISIT order, int level) { trace = trace * 131 + (unsigned)(*(const long *)node * 7 + order * 3 + level); }

static void change_tree(long range) {
  void *root = NULL;
  calls = 0, trace = 0;
  for (int i = 0; i < 100; i++) {
    seed = seed * 1103515245 + 12345;
    long key = 1 + (seed >> 16) % range;
    if (seed >> 8 & 1) tsearch((void *)key, &root, compare_numbers);
    else tdelete((void *)key, &root, compare_numbers);
    tfind((void *)(key + 1), &root, compare_numbers);
    twalk(root, visit);
  }
  printf("%d %u\n", calls, trace);
}

static void round_all(int mode) {
  static const double numbers[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.3, -0.3, 7.9999, 1e17, -1e300, INFINITY, 0x1p52 + 0.5};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    double x = numbers[i];
    float narrow = (float)x;
    long double wide = -x;
    int is_small = fabs(x) < 1e18;
    fesetround(mode);
    double a = rint(x), b = nearbyint(x);
    float c = rintf(narrow), d = nearbyintf(-narrow);
    long double e = rintl(wide);
    long f = is_small ? lrint(x) : 0, g = is_small ? lrintf(narrow) : 0, h = is_small ? lrintl(wide) : 0;
    long long k = is_small ? llrint(-x) : 0, l = is_small ? llrintl(wide) : 0;
    fesetround(FE_TONEAREST);
    printf("%a: %a %a %a %a %La %ld %ld %ld %lld %lld\n", x, a, b, c, d, e, f, g, h, k, l);
  }
}

int main(void) {
  for (int n = 0; n < 40; n++) sort_rows(n);
  for (size_t room = 0; room < 40; room++) fill_table(room);
  for (long range = 1; range < 60; range += 4) change_tree(range);
  round_all(FE_TONEAREST), round_all(FE_UPWARD), round_all(FE_DOWNWARD), round_all(FE_TOWARDZERO);
  return 0;
}
