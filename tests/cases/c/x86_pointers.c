// Pointers of 4 bytes in lists, tables, copies and variable arguments.
// expect: safe
// options: -- -m32
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; };
struct small { char c; short s; };
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int (*const table[])(int) = {twice, thrice};
extern unsigned __VERIFIER_nondet_uint(void);
static long long sum(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  long long all = va_arg(list, int);
  all += va_arg(list, long long);
  all += (long long)va_arg(list, double);
  all += va_arg(list, struct small).s;
  all += *va_arg(list, int *);
  all += va_arg(again, int);
  va_end(list);
  va_end(again);
  return all;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4;
  struct node *list = NULL;
  for (unsigned i = 0; i < n; i++) {
    struct node *new = malloc(sizeof *new);
    *new = (struct node){(int)i, list};
    list = new;
  }
  unsigned total = 0;
  for (struct node *at = list; at; at = at->next) total += (unsigned)at->value;
  assert(total == n * (n - 1) / 2);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  assert(table[n & 1]((int)n) == (int)(n & 1 ? 3 * n : 2 * n));
  struct node one = {1, NULL}, two = {2, &one}, *rows[2] = {&two, &one}, *copies[2];
  memcpy(copies, rows, sizeof rows);
  assert(copies[n > 1]->value == (n > 1 ? 1 : 2));
  struct small small = {'x', 9};
  assert(sum(5, 1, 1ll << 40, 2.0, small, &one.value) == (1ll << 40) + 14);
  return 0;
}
