// States that come back to a loop head and look alike are not: a narrow counter that wraps around,
// pointers that are exchanged, a list that grows, an object that is freed, and a count of dead
// inputs that were equal to a live one.
// expect: bug assertion @19
// expect: bug assertion @27
// expect: bug assertion @37
// expect: bug double-free @44
// expect: bug assertion @52
// expect: bug assertion @60
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

static void wraps(void) {
  unsigned char u = 250;
  for (int i = 0; i < 5 && klee_int("more"); i++)
    u += 3;
  assert(u != 3);
}
static void exchanges(void) {
  int a = 1, b = 2, *p = &a, *q = &b;
  for (int i = 0; i < 4; i++) {
    if (klee_int("exchange")) { int *t = p; p = q; q = t; }
    printf("%d\n", *p);
  }
  assert(*p < 2 || *q > 1);
}
struct node { struct node *next; };
static void grows(void) {
  struct node *head = NULL;
  int count = 0;
  for (int i = 0; i < 4 && klee_int("more"); i++) {
    struct node *new = malloc(sizeof *new);
    if (new) { new->next = head; head = new; }
  }
  for (; head; count++) { struct node *next = head->next; free(head); head = next; assert(count != 2); }
}
static void frees(void) {
  int *p = malloc(sizeof *p);
  if (!p) return;
  for (int i = 0; i < 4; i++)
    if (klee_int("free"))
      free(p);
}
static void counts(void) {
  int x = klee_int("x"), seen = 0;
  for (int i = 0; i < 3; i++) {
    int y = klee_int("y");
    if (y == x) seen++;
  }
  assert(seen != 3);
}
static void steps(void) {
  short a = 0;
  for (int i = 0; i < 5; i++) {
    a += klee_int("odd") ? 1 : 3;
    assert(a < 20);
  }
  assert(a != 9);
}
int main(void) {
  switch (klee_range(0, 6, "which")) {
  case 0: wraps(); break;
  case 1: exchanges(); break;
  case 2: grows(); break;
  case 3: frees(); break;
  case 4: counts(); break;
  default: steps();
  }
  return 0;
}
