/* stdlib.h, unistd.h and string.h: less common conversions of numbers and strings. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Numbers in base 64, least significant digit first. */

static const char digits64[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *text) {
  unsigned value = 0;
  for (int n = 0; n < 6 && text[n]; n++) {
    const char *digit = strchr(digits64, text[n]);
    if (!digit) break;
    value |= (unsigned)(digit - digits64) << 6 * n;
  }
  return value;
}

char *l64a(long number) {
  static char text[7];
  unsigned rest = (unsigned)number;
  int n = 0;
  for (; rest; rest >>= 6) text[n++] = digits64[rest & 63];
  text[n] = 0;
  return text;
}

/* Floats with a given number of digits. */

int strfromd(char *restrict to, size_t size, const char *restrict format, double value) { return snprintf(to, size, format, value); }
int strfromf(char *restrict to, size_t size, const char *restrict format, float value) { return snprintf(to, size, format, (double)value); }

char *gcvt(double value, int digits, char *buffer) {
  sprintf(buffer, "%.*g", digits > 17 ? 17 : digits, value);
  return buffer;
}

/* Options of a comma-separated list. */
int getsubopt(char **restrict rest, char *const *restrict names, char **restrict value) {
  char *start = *rest, *end = strchrnul(start, ',');
  if (!*start) return -1;
  char *equals = memchr(start, '=', (size_t)(end - start));
  size_t length = (size_t)((equals ? equals : end) - start);
  *rest = *end ? end + 1 : end;
  if (*end) *end = 0;
  for (int n = 0; names[n]; n++) {
    if (strncmp(names[n], start, length) || names[n][length]) continue;
    *value = equals ? equals + 1 : NULL;
    return n;
  }
  *value = start;
  return -1;
}

int rpmatch(const char *answer) {
  switch (*answer) {
    case 'y':
    case 'Y': return 1;
    case 'n':
    case 'N': return 0;
    default: return -1;
  }
}

void swab(const void *restrict from, void *restrict to, ssize_t bytes) {
  const char *source = from;
  char *target = to;
  for (ssize_t n = 0; n + 1 < bytes; n += 2) {
    char first = source[n];
    target[n] = source[n + 1];
    target[n + 1] = first;
  }
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* Digit sequences compare as numbers; those with leading zeros are fractions, which come first
 * and compare digit by digit. */
int strverscmp(const char *left, const char *right) {
  size_t same = 0;
  while (left[same] && left[same] == right[same]) same++;
  if (left[same] == right[same]) return 0;
  size_t start = same;
  while (start && is_digit(left[start - 1])) start--;
  int in_number = start < same || (is_digit(left[same]) && is_digit(right[same]));
  size_t first = start;
  while (first < same && left[first] == '0') first++;
  int is_fraction = start < same && (left[start] == '0') && (first < same || is_digit(left[same]) || is_digit(right[same]));
  int all_zeros = first == same;
  if (in_number && !(start < same && left[start] == '0')) {
    if (start == same && (left[same] == '0' || right[same] == '0')) return (unsigned char)left[same] - (unsigned char)right[same];
    size_t l = same, r = same;
    while (is_digit(left[l])) l++;
    while (is_digit(right[r])) r++;
    if (l != r) return l < r ? -1 : 1;
  } else if (is_fraction && all_zeros && is_digit(left[same]) != is_digit(right[same])) {
    return is_digit(left[same]) ? -1 : 1;
  }
  return (unsigned char)left[same] - (unsigned char)right[same];
}
