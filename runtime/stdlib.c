/* stdlib.h: arithmetic, searching and sorting. Parsing of numbers is in number.c, random numbers
 * in random.c, memory in malloc.c, the end of the program in process.c. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

div_t div(int dividend, int divisor) { return (div_t){dividend / divisor, dividend % divisor}; }
ldiv_t ldiv(long dividend, long divisor) { return (ldiv_t){dividend / divisor, dividend % divisor}; }
lldiv_t lldiv(long long dividend, long long divisor) { return (lldiv_t){dividend / divisor, dividend % divisor}; }
imaxdiv_t imaxdiv(intmax_t dividend, intmax_t divisor) { return (imaxdiv_t){dividend / divisor, dividend % divisor}; }

/* Searching and sorting. */

void *bsearch(const void *key, const void *start, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *item = (const char *)start + middle * size;
    int order = compare(key, item);
    if (order == 0) return (void *)item;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return NULL;
}

/* Binary insertion: no comparison follows from earlier ones, so n distinct symbolic items make
 * at most n! paths; it is stable, like glibc's, and moves items in one block. */
void qsort_r(void *start, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
  char *items = start;
  if (!size) return;
  char item[size];
  for (size_t i = 1; i < count; i++) {
    __builtin_memcpy(item, items + i * size, size);
    size_t low = 0, high = i;
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (compare(item, items + middle * size, context) < 0) high = middle;
      else low = middle + 1;
    }
    __builtin_memmove(items + (low + 1) * size, items + low * size, (i - low) * size);
    __builtin_memcpy(items + low * size, item, size);
  }
}

typedef int plain_compare(const void *, const void *);

static int compare_without_context(const void *left, const void *right, void *compare) {
  return (*(plain_compare **)compare)(left, right);
}

void qsort(void *start, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  qsort_r(start, count, size, compare_without_context, &compare);
}
