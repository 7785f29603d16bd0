/* wchar.h: less common functions on wide strings. The common ones are in wchar.c. */
#define _GNU_SOURCE
#include "sheaf.h"
#include "stream.h"
#include <inttypes.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) { return wcscpy(to, from) + wcslen(from); }

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  return wcsncpy(to, from, limit) + wcsnlen(from, limit);
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  size_t length = wcsnlen(from, limit);
  wchar_t *end = to + wcslen(to);
  wmemcpy(end, from, length);
  end[length] = 0;
  return to;
}

int wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t limit) {
  for (size_t n = 0; n < limit; n++) {
    wint_t a = towlower((wint_t)left[n]), b = towlower((wint_t)right[n]);
    if (a != b) return (int)(a - b);
    if (!a) return 0;
  }
  return 0;
}

int wcscasecmp(const wchar_t *left, const wchar_t *right) { return wcsncasecmp(left, right, (size_t)-1); }

wchar_t *wcschrnul(const wchar_t *text, wchar_t c) {
  while (*text && *text != c) text++;
  return (wchar_t *)text;
}

/* `wcschr` also finds the terminator. */
static int is_in(const wchar_t *set, wchar_t c) { return c && wcschr(set, c); }

size_t wcsspn(const wchar_t *text, const wchar_t *set) {
  size_t n = 0;
  while (is_in(set, text[n])) n++;
  return n;
}

size_t wcscspn(const wchar_t *text, const wchar_t *set) {
  size_t n = 0;
  while (text[n] && !is_in(set, text[n])) n++;
  return n;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set) {
  text += wcscspn(text, set);
  return *text ? (wchar_t *)text : NULL;
}

/* As in glibc, the rest after the last one is null. */
wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators, wchar_t **restrict rest) {
  if (!text) text = *rest;
  *rest = NULL;
  if (!text) return NULL;
  text += wcsspn(text, separators);
  if (!*text) return NULL;
  wchar_t *end = text + wcscspn(text, separators);
  if (*end) {
    *rest = end + 1;
    *end = 0;
  }
  return text;
}

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t room) {
  size_t length = wcslen(from);
  if (room) wcpncpy(to, from, length < room ? length + 1 : room);
  return length;
}

intmax_t wcstoimax(const wchar_t *restrict text, wchar_t **restrict end, int base) { return wcstol(text, end, base); }
uintmax_t wcstoumax(const wchar_t *restrict text, wchar_t **restrict end, int base) { return wcstoul(text, end, base); }

wchar_t *fgetws(wchar_t *restrict text, int size, FILE *restrict stream) {
  int n = 0;
  wint_t c = 0;
  if (size == 1) {
    *text = 0;
    return text;
  }
  while (n + 1 < size && c != L'\n' && (c = fgetwc(stream)) != WEOF) text[n++] = (wchar_t)c;
  if (!n) return NULL;
  text[n] = 0;
  return text;
}

/* Formatting, through single-byte characters, which are all that the "C" locale has. */

static void check_ascii(const char *text, size_t bytes) {
  char all = 0;
  for (size_t n = 0; n < bytes; n++) all |= text[n];
  if (all < 0) __sheaf_unmodelled("a character beyond ASCII in a format of wide characters");
}

/* The formatted text, or NULL; stores its length. */
static char *print(int *count, const wchar_t *format, va_list arguments) {
  size_t length = wcslen(format);
  char *pattern = __sheaf_model_alloc(length + 1);
  for (size_t n = 0; n <= length; n++) pattern[n] = (char)((unsigned)format[n] < 128 ? format[n] : -1);
  check_ascii(pattern, length);
  va_list again;
  va_copy(again, arguments);
  *count = vsnprintf(NULL, 0, pattern, arguments);
  char *text = *count < 0 ? NULL : __sheaf_model_alloc((size_t)*count + 1);
  if (text) vsnprintf(text, (size_t)*count + 1, pattern, again);
  va_end(again);
  if (text) check_ascii(text, (size_t)*count);
  return text;
}

int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list arguments) {
  int count;
  char *text = print(&count, format, arguments);
  if (!text) return -1;
  for (int n = 0; n <= count && (size_t)n < size; n++) to[n] = (unsigned char)text[n];
  if (size && (size_t)count >= size) to[size - 1] = 0;
  return (size_t)count < size ? count : -1;
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments) {
  int count;
  sheaf_orient(stream, SHEAF_WIDE);
  if (!sheaf_own(stream)->writes) return sheaf_stream_fails(sheaf_own(stream), EBADF);
  char *text = print(&count, format, arguments);
  return text && sheaf_put(stream, text, (size_t)count) == (size_t)count ? count : -1;
}

int vwprintf(const wchar_t *restrict format, va_list arguments) { return vfwprintf(stdout, format, arguments); }

/* The body of a function that takes its arguments one by one. */
#define FORWARD(call)           \
  va_list arguments;            \
  va_start(arguments, format);  \
  int count = call;             \
  va_end(arguments);            \
  return count

int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...) { FORWARD(vswprintf(to, size, format, arguments)); }
int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...) { FORWARD(vfwprintf(stream, format, arguments)); }
int wprintf(const wchar_t *restrict format, ...) { FORWARD(vwprintf(format, arguments)); }
