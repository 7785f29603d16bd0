// What holds wherever objects lie.
// expect: safe
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

struct node { struct node *next; int value; };
static int global;
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; }

static void equal(void) {
  int a, b;
  int *p = malloc(4), *q = malloc(4);
  assert(&a != &b && p != q && p != &a && &global != p && p && &a);
  assert((uintptr_t)p != (uintptr_t)q && (uintptr_t)p != 0 && (intptr_t)p > 0);
  free(p);
  assert(p != q);
  assert(f != g);
  free(q);
}

static void aligned(void) {
  double *p = malloc(3 * sizeof *p);
  struct node n[3];
  assert((uintptr_t)p % 16 == 0 && (uintptr_t)(p + 1) % 8 == 0 && (uintptr_t)&n[1].value % 4 == 0);
  assert((uintptr_t)((char *)p + 3) % 8 == 3);
  free(p);
}

static void tagged(void) {
  struct node *n = malloc(sizeof *n);
  uintptr_t bits = (uintptr_t)n | 1;
  n->value = 7;
  struct node *m = (struct node *)(bits & ~(uintptr_t)1);
  assert(m == n && m->value == 7 && ((struct node *)(bits - 1))->value == 7);
  struct node *up = (struct node *)(((uintptr_t)n + 15) & ~(uintptr_t)15);
  assert(up == n);
  free(m);
}

static void exclusive(void) {
  struct node a = {NULL, 1}, b = {NULL, 2};
  uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
  struct node *c = (struct node *)(both ^ (uintptr_t)&a);
  assert(c->value == 2);
}

static void within(void) {
  int a[8];
  int n = klee_range(0, 9, "n"), count = 0;
  for (int *p = a; p < a + n; p++) *p = count++;
  for (uintptr_t p = (uintptr_t)a; p != (uintptr_t)(a + n); p += sizeof *a) count -= *(int *)p >= 0;
  for (uintptr_t p = (uintptr_t)a; p < (uintptr_t)(a + n); p += sizeof *a) count++;
  assert(count == n && a + n - a == n);
  assert((uintptr_t)(a + n) - (uintptr_t)a == n * sizeof *a);
}

static void copied(void) {
  int x = 3, *p = &x, *q;
  unsigned char bytes[sizeof p];
  memcpy(bytes, &p, sizeof p);
  for (size_t i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = bytes[i];
  assert(*q == 3 && q == p);
  int d[4] = {1, 2, 3, 4}, e[4];
  memmove(e, d, sizeof d);
  assert(e[3] == 4);
}

static void printed(void) {
  int x;
  char text[32];
  int n = snprintf(text, sizeof text, "%p", (void *)&x);
  assert(n == 14 && strlen(text) == 14);
  printf("%p\n", (void *)&x);
  struct node *nodes[2] = {malloc(sizeof **nodes), malloc(sizeof **nodes)};
  int which = klee_range(0, 2, "which");
  assert(nodes[which] != nodes[!which]);
  struct node *kept = nodes[which];
  free(kept);
  assert(nodes[!which] != kept);
  free(nodes[!which]);
}

int main(void) {
  switch (klee_range(0, 7, "case")) {
    case 0: equal(); break;
    case 1: aligned(); break;
    case 2: tagged(); break;
    case 3: exclusive(); break;
    case 4: within(); break;
    case 5: copied(); break;
    default: printed();
  }
}
