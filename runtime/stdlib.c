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

struct sorting {
  size_t size;
  char *item; /* room for one */
  int (*compare)(const void *, const void *, void *);
  void *context;
};

/* Compares two items. Where they are equal, other libraries than glibc up to 2.36 may exchange
 * them. Their bytes may be uninitialized, so that equal ones are not told from the same. */
static int order(const struct sorting *by, const char *left, const char *right) {
  int result = by->compare(left, right, by->context);
  if (__sheaf_is_symbolic((unsigned)result) || !result)
    __sheaf_assumes("qsort keeps equal items in their order, as glibc does up to version 2.36");
  return result;
}

/* Sorts halves and merges them, with the comparisons of glibc up to 2.36. None follows from earlier
 * ones, so n distinct symbolic items make at most n! paths. */
static void sort(char *items, size_t count, const struct sorting *by) {
  if (count < 2) return;
  size_t size = by->size;
  char *left = items, *right = items + count / 2 * size, *end = items + count * size;
  sort(left, count / 2, by);
  sort(right, count - count / 2, by);
  for (; left < right && right < end; left += size) {
    if (order(by, left, right) <= 0) continue;
    __builtin_memcpy(by->item, right, size);
    __builtin_memmove(left + size, left, (size_t)(right - left));
    __builtin_memcpy(left, by->item, size);
    right += size;
  }
}

void qsort_r(void *start, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
  if (!size) return;
  size_t known = 0;
  while (known < count) known++; /* the path forks if the number is an input */
  char small[64];
  sort(start, known, &(struct sorting){size, size <= sizeof small ? small : __sheaf_model_alloc(size), compare, context});
}

typedef int plain_compare(const void *, const void *);

static int compare_without_context(const void *left, const void *right, void *compare) {
  return (*(plain_compare **)compare)(left, right);
}

void qsort(void *start, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  qsort_r(start, count, size, compare_without_context, &compare);
}
