/* string.h and strings.h. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef unsigned char byte;

/* Checks the whole range, even if the function stops before its end. No object reaches as far as a number that is negative as a distance. */
static void touch_last(const void *start, size_t bytes) {
  const volatile byte *s = start;
  if (bytes > PTRDIFF_MAX) (void)s[PTRDIFF_MAX];
  else if (bytes) (void)s[bytes - 1];
}

/* Copying, filling, comparing. */

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }

void *memmove(void *to, const void *from, size_t bytes) { return __builtin_memmove(to, from, bytes); }

void *memset(void *to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }

void *mempcpy(void *restrict to, const void *restrict from, size_t bytes) {
  __builtin_memcpy(to, from, bytes);
  return (char *)to + bytes;
}

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t bytes) {
  byte *t = to;
  const byte *f = from;
  for (size_t i = 0; i < bytes; i++) {
    t[i] = f[i];
    if (f[i] == (byte)stop) return t + i + 1;
  }
  return NULL;
}

void bcopy(const void *from, void *to, size_t bytes) { __builtin_memmove(to, from, bytes); }

void bzero(void *to, size_t bytes) { __builtin_memset(to, 0, bytes); }

void explicit_bzero(void *to, size_t bytes) { __builtin_memset(to, 0, bytes); }

int memcmp(const void *left, const void *right, size_t bytes) {
  const byte *l = left, *r = right;
  touch_last(left, bytes);
  touch_last(right, bytes);
  for (size_t i = 0; i < bytes; i++)
    if (l[i] != r[i]) return l[i] - r[i];
  return 0;
}

int bcmp(const void *left, const void *right, size_t bytes) { return memcmp(left, right, bytes); }

void *memchr(const void *start, int value, size_t bytes) {
  const byte *s = start;
  for (size_t i = 0; i < bytes; i++)
    if (s[i] == (byte)value) return (void *)(s + i);
  return NULL;
}

void *memrchr(const void *start, int value, size_t bytes) {
  const byte *s = start;
  touch_last(start, bytes);
  for (size_t i = bytes; i > 0; i--)
    if (s[i - 1] == (byte)value) return (void *)(s + i - 1);
  return NULL;
}

void *rawmemchr(const void *start, int value) {
  const byte *s = start;
  while (*s != (byte)value) s++;
  return (void *)s;
}

void *memmem(const void *haystack, size_t haystack_bytes, const void *needle, size_t needle_bytes) {
  const byte *h = haystack;
  for (size_t i = 0; needle_bytes <= haystack_bytes && i <= haystack_bytes - needle_bytes; i++)
    if (memcmp(h + i, needle, needle_bytes) == 0) return (void *)(h + i);
  return NULL;
}

/* Lengths and copies of strings. */

size_t strlen(const char *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}

size_t strnlen(const char *text, size_t limit) {
  size_t n = 0;
  while (n < limit && text[n]) n++;
  return n;
}

/* The path forks once for a string that is too long, before it forks at each length. */
char *stpcpy(char *restrict to, const char *restrict from) {
  if (__sheaf_is_symbolic((unsigned char)*from)) __sheaf_concrete(__sheaf_overflows(to, from));
  while ((*to = *from)) to++, from++;
  return to;
}

char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t limit) {
  size_t n = 0;
  for (; n < limit && from[n]; n++) to[n] = from[n];
  __builtin_memset(to + n, 0, limit - n);
  return to + n;
}

char *strncpy(char *restrict to, const char *restrict from, size_t limit) {
  stpncpy(to, from, limit);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
  char *end = to + strlen(to);
  size_t n = 0;
  for (; n < limit && from[n]; n++) end[n] = from[n];
  end[n] = 0;
  return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t n = 0;
  for (; n + 1 < size && from[n]; n++) to[n] = from[n];
  if (size) to[n] = 0;
  return n + strlen(from + n);
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t used = strnlen(to, size);
  return used + strlcpy(to + used, from, size - used);
}

char *strdup(const char *text) {
  size_t bytes = strlen(text) + 1;
  char *copy = malloc(bytes);
  return copy ? __builtin_memcpy(copy, text, bytes) : NULL;
}

char *__strdup(const char *text) { return strdup(text); }

char *strndup(const char *text, size_t limit) {
  size_t n = strnlen(text, limit);
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  __builtin_memcpy(copy, text, n);
  copy[n] = 0;
  return copy;
}

/* Comparing strings. The "C" locale collates by bytes. */

int strcmp(const char *left, const char *right) {
  const byte *l = (const byte *)left, *r = (const byte *)right;
  for (;; l++, r++) {
    if (*l != *r) return *l - *r;
    if (!*l) return 0;
  }
}

int strncmp(const char *left, const char *right, size_t limit) {
  const byte *l = (const byte *)left, *r = (const byte *)right;
  for (size_t i = 0; i < limit; i++) {
    if (l[i] != r[i]) return l[i] - r[i];
    if (!l[i]) return 0;
  }
  return 0;
}

int strcoll(const char *left, const char *right) { return strcmp(left, right); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
  size_t n = strlen(from);
  size_t copied = n < size ? n + 1 : size;
  if (copied) __builtin_memcpy(to, from, copied);
  return n;
}

/* The lower-case letter for an upper-case one; without a branch, so that it does not fork. */
static int lower(int c) { return c | ((unsigned)(c - 'A') < 26u) << 5; }

int strncasecmp(const char *left, const char *right, size_t limit) {
  const byte *l = (const byte *)left, *r = (const byte *)right;
  for (size_t i = 0; i < limit; i++) {
    if (lower(l[i]) != lower(r[i])) return lower(l[i]) - lower(r[i]);
    if (!l[i]) return 0;
  }
  return 0;
}

int strcasecmp(const char *left, const char *right) { return strncasecmp(left, right, (size_t)-1); }

/* Searching strings. */

char *strchrnul(const char *text, int c) {
  while (*text && *text != (char)c) text++;
  return (char *)text;
}

char *strchr(const char *text, int c) {
  for (;; text++) {
    if (*text == (char)c) return (char *)text;
    if (!*text) return NULL;
  }
}

char *index(const char *text, int c) { return strchr(text, c); }

char *strrchr(const char *text, int c) {
  const char *last = NULL;
  for (;; text++) {
    if (*text == (char)c) last = text;
    if (!*text) return (char *)last;
  }
}

char *rindex(const char *text, int c) { return strrchr(text, c); }

/* Whether a character that is not zero is one of `set`. */
static int is_one_of(char c, const char *set) {
  int found = 0;
  for (; *set; set++) found |= *set == c;
  return found;
}

size_t strspn(const char *text, const char *set) {
  size_t n = 0;
  while (text[n] && is_one_of(text[n], set)) n++;
  return n;
}

size_t strcspn(const char *text, const char *set) {
  size_t n = 0;
  while (text[n] && !is_one_of(text[n], set)) n++;
  return n;
}

char *strpbrk(const char *text, const char *set) {
  text += strcspn(text, set);
  return *text ? (char *)text : NULL;
}

enum start { OTHER, SAME, END };

/* Whether a string starts with another one, or ends before. */
static enum start start_of(const char *text, const char *part) {
  size_t n = 0;
  while (part[n] && text[n] == part[n]) n++;
  if (!part[n]) return SAME;
  return text[n] ? OTHER : END;
}

char *strstr(const char *haystack, const char *needle) {
  __sheaf_string_length(needle, (size_t)-1); /* checks that it is a string */
  for (;; haystack++) {
    enum start start = start_of(haystack, needle);
    if (start == SAME) return (char *)haystack;
    if (start == END) return NULL;
  }
}

char *strcasestr(const char *haystack, const char *needle) {
  __sheaf_string_length(needle, (size_t)-1);
  for (;; haystack++) {
    size_t n = 0;
    while (needle[n] && lower((byte)haystack[n]) == lower((byte)needle[n])) n++;
    if (!needle[n]) return (char *)haystack;
    if (!haystack[n]) return NULL;
  }
}

/* Splitting strings. */

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest) {
  if (!text) text = *rest;
  text += strspn(text, separators);
  if (!*text) {
    *rest = text;
    return NULL;
  }
  char *end = text + strcspn(text, separators);
  if (*end) *end++ = 0;
  *rest = end;
  return text;
}

char *__strtok_r(char *restrict text, const char *restrict separators, char **restrict rest) {
  return strtok_r(text, separators, rest);
}

char *strtok(char *restrict text, const char *restrict separators) {
  static char *rest;
  return strtok_r(text, separators, &rest);
}

char *strsep(char **restrict rest, const char *restrict separators) {
  char *text = *rest;
  if (!text) return NULL;
  char *end = text + strcspn(text, separators);
  *rest = *end ? end + 1 : NULL;
  if (*end) *end = 0;
  return text;
}

/* The part after the last slash, as in string.h; the other `basename` is that of libgen.h. */
char *basename(const char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

/* Positions of the lowest set bit, from 1; 0 if none is set. */

int ffs(int value) { return value ? __builtin_ctz((unsigned)value) + 1 : 0; }

int ffsl(long value) { return value ? __builtin_ctzl((unsigned long)value) + 1 : 0; }

int ffsll(long long value) { return value ? __builtin_ctzll((unsigned long long)value) + 1 : 0; }
