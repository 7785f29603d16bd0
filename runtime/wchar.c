/* wchar.h, wctype.h and the multibyte part of stdlib.h in the "C" locale: a character is one byte,
 * and only ASCII is valid. */
#define _GNU_SOURCE
#define __NO_CTYPE
#include "sheaf.h"
#include "stream.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

size_t __ctype_get_mb_cur_max(void) { return 1; }

/* Multibyte characters. The conversion state is always initial. */

size_t mbrtowc(wchar_t *restrict result, const char *restrict text, size_t limit, mbstate_t *restrict state) {
  if (!text) return 0;
  if (!limit) return (size_t)-2;
  unsigned char byte = (unsigned char)*text;
  if (byte > 127) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  if (result) *result = byte;
  return byte != 0;
}

size_t mbrlen(const char *restrict text, size_t limit, mbstate_t *restrict state) { return mbrtowc(NULL, text, limit, state); }
size_t __mbrlen(const char *text, size_t limit, mbstate_t *state) { return mbrtowc(NULL, text, limit, state); }
size_t mbrtoc32(char32_t *restrict result, const char *restrict text, size_t limit, mbstate_t *restrict state) {
  return mbrtowc((wchar_t *)result, text, limit, state);
}

int mbtowc(wchar_t *restrict result, const char *restrict text, size_t limit) {
  if (!text) return 0;
  /* As in glibc, a zero byte is read whatever the limit is. */
  if (!limit && !*text) limit = 1;
  size_t bytes = mbrtowc(result, text, limit, NULL);
  return bytes > 1 ? -1 : (int)bytes;
}

int mblen(const char *text, size_t limit) { return mbtowc(NULL, text, limit); }

size_t wcrtomb(char *restrict result, wchar_t c, mbstate_t *restrict state) {
  if (!result) return 1;
  if ((unsigned)c > 127) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  *result = (char)c;
  return 1;
}

int wctomb(char *result, wchar_t c) { return result ? (int)wcrtomb(result, c, NULL) : 0; }
int mbsinit(const mbstate_t *state) { return 1; }
wint_t btowc(int c) { return (unsigned)c < 128 ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return c < 128 ? (int)c : EOF; }

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t room, mbstate_t *restrict state) {
  size_t n = 0;
  for (; n < bytes && (!to || n < room); n++) {
    wchar_t c;
    if (mbrtowc(&c, *from + n, 1, state) == (size_t)-1) {
      if (to) *from += n;
      return (size_t)-1;
    }
    if (to) to[n] = c;
    if (!c) {
      if (to) *from = NULL;
      return n;
    }
  }
  if (to) *from += n;
  return n;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t room, mbstate_t *restrict state) {
  return mbsnrtowcs(to, from, (size_t)-1, room, state);
}

size_t mbstowcs(wchar_t *restrict to, const char *from, size_t room) { return mbsrtowcs(to, &from, room, NULL); }

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t count, size_t room, mbstate_t *restrict state) {
  size_t n = 0;
  for (; n < count && (!to || n < room); n++) {
    char c;
    if (wcrtomb(&c, (*from)[n], state) == (size_t)-1) {
      if (to) *from += n;
      return (size_t)-1;
    }
    if (to) to[n] = c;
    if (!c) {
      if (to) *from = NULL;
      return n;
    }
  }
  if (to) *from += n;
  return n;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t room, mbstate_t *restrict state) {
  return wcsnrtombs(to, from, (size_t)-1, room, state);
}

size_t wcstombs(char *restrict to, const wchar_t *from, size_t room) { return wcsrtombs(to, &from, room, NULL); }

/* Classes and cases. */

/* A wide character as one of ctype.h; for others, a character without any class. */
static int narrow(wint_t c) { return c < 128 ? (int)c : 128; }

#define CLASS(name) int isw##name(wint_t c) { return is##name(narrow(c)); }
CLASS(alnum) CLASS(alpha) CLASS(blank) CLASS(cntrl) CLASS(graph) CLASS(lower) CLASS(print) CLASS(punct) CLASS(space)
CLASS(upper) CLASS(xdigit)
int iswdigit(wint_t c) { return !!isdigit(narrow(c)); }

wint_t towlower(wint_t c) { return c < 128 ? (wint_t)tolower((int)c) : c; }
wint_t towupper(wint_t c) { return c < 128 ? (wint_t)toupper((int)c) : c; }

static const char *const class_names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                          "lower", "print", "punct", "space", "upper", "xdigit"};
static int (*const class_tests[])(wint_t) = {iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph,
                                             iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit};

wctype_t wctype(const char *name) {
  for (size_t i = 0; i < sizeof class_names / sizeof *class_names; i++)
    if (strcmp(name, class_names[i]) == 0) return i + 1;
  return 0;
}

int iswctype(wint_t c, wctype_t class) { return class ? !!class_tests[class - 1](c) : 0; }

static const int32_t case_maps[2];

wctrans_t wctrans(const char *name) {
  if (strcmp(name, "tolower") == 0) return &case_maps[0];
  return strcmp(name, "toupper") == 0 ? &case_maps[1] : NULL;
}

wint_t towctrans(wint_t c, wctrans_t map) { return !map ? c : map == case_maps ? towlower(c) : towupper(c); }

int wcwidth(wchar_t c) { return !c ? 0 : iswprint((wint_t)c) ? 1 : -1; }

int wcswidth(const wchar_t *text, size_t limit) {
  int width = 0;
  for (size_t n = 0; n < limit && text[n]; n++) {
    if (wcwidth(text[n]) < 0) return -1;
    width++;
  }
  return width;
}

/* Strings. */

size_t wcslen(const wchar_t *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}

size_t wcsnlen(const wchar_t *text, size_t limit) {
  size_t n = 0;
  while (n < limit && text[n]) n++;
  return n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  for (size_t n = 0; (to[n] = from[n]); n++) continue;
  return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  size_t n = 0;
  for (; n < limit && from[n]; n++) to[n] = from[n];
  for (; n < limit; n++) to[n] = 0;
  return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  wcscpy(to + wcslen(to), from);
  return to;
}

wchar_t *wcsdup(const wchar_t *text) {
  wchar_t *copy = malloc((wcslen(text) + 1) * sizeof *copy);
  return copy ? wcscpy(copy, text) : NULL;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit) {
  for (size_t n = 0; n < limit; n++) {
    if (left[n] != right[n]) return left[n] < right[n] ? -1 : 1;
    if (!left[n]) return 0;
  }
  return 0;
}

int wcscmp(const wchar_t *left, const wchar_t *right) { return wcsncmp(left, right, (size_t)-1); }
int wcscoll(const wchar_t *left, const wchar_t *right) { return wcscmp(left, right); }

wchar_t *wcschr(const wchar_t *text, wchar_t c) {
  for (;; text++) {
    if (*text == c) return (wchar_t *)text;
    if (!*text) return NULL;
  }
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t c) {
  const wchar_t *last = NULL;
  for (;; text++) {
    if (*text == c) last = text;
    if (!*text) return (wchar_t *)last;
  }
}

wchar_t *wcsstr(const wchar_t *haystack, const wchar_t *needle) {
  size_t length = wcslen(needle);
  for (;; haystack++) {
    if (wcsncmp(haystack, needle, length) == 0) return (wchar_t *)haystack;
    if (!*haystack) return NULL;
  }
}

/* Memory. */

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) { return __builtin_memmove(to, from, count * sizeof *to); }

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) { return wmemcpy(to, from, count) + count; }

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count) {
  for (size_t n = 0; n < count; n++) to[n] = c;
  return to;
}

wchar_t *wmemchr(const wchar_t *start, wchar_t c, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (start[n] == c) return (wchar_t *)start + n;
  return NULL;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (left[n] != right[n]) return left[n] < right[n] ? -1 : 1;
  return 0;
}

/* Numbers: through the characters as bytes. */

static char *as_bytes(const wchar_t *text) {
  size_t length = wcslen(text);
  char *bytes = __sheaf_model_alloc(length + 1);
  for (size_t n = 0; n <= length; n++) bytes[n] = (char)((unsigned)text[n] < 128 ? text[n] : 1);
  return bytes;
}

#define FROM_TEXT(type, name, base, call)                         \
  type name(const wchar_t *restrict text, wchar_t **restrict end base) { \
    char *bytes = as_bytes(text), *stop = NULL;                   \
    type value = call;                                            \
    if (end && stop) *end = (wchar_t *)text + (stop - bytes);             \
    return value;                                                 \
  }
#define BASE , int base
FROM_TEXT(long, wcstol, BASE, strtol(bytes, &stop, base))
FROM_TEXT(unsigned long, wcstoul, BASE, strtoul(bytes, &stop, base))
FROM_TEXT(long long, wcstoll, BASE, strtoll(bytes, &stop, base))
FROM_TEXT(unsigned long long, wcstoull, BASE, strtoull(bytes, &stop, base))
FROM_TEXT(double, wcstod, , strtod(bytes, &stop))
FROM_TEXT(float, wcstof, , strtof(bytes, &stop))
FROM_TEXT(long double, wcstold, , strtold(bytes, &stop))

/* Streams. What is no character is an error when a buffer is flushed or read. */

static const char INVALID[] = "a character beyond ASCII in a stream of wide characters";

wint_t fputwc(wchar_t c, FILE *stream) {
  sheaf_orient(stream, SHEAF_WIDE);
  if ((unsigned)c > 127) __sheaf_unmodelled(INVALID);
  return sheaf_put_byte(stream, (char)c) == EOF ? WEOF : (wint_t)c;
}

wint_t putwc(wchar_t c, FILE *stream) { return fputwc(c, stream); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }

int fputws(const wchar_t *restrict text, FILE *restrict stream) {
  for (; *text; text++)
    if (fputwc(*text, stream) == WEOF) return -1;
  return 1;
}

wint_t fgetwc(FILE *stream) {
  sheaf_orient(stream, SHEAF_WIDE);
  int c = __uflow(stream);
  if (c > 127) __sheaf_unmodelled(INVALID);
  return c < 0 ? WEOF : (wint_t)c;
}

wint_t getwc(FILE *stream) { return fgetwc(stream); }
wint_t getwchar(void) { return fgetwc(stdin); }

wint_t ungetwc(wint_t c, FILE *stream) {
  sheaf_orient(stream, SHEAF_WIDE);
  if (c == WEOF) return WEOF;
  if (c > 127) __sheaf_unmodelled(INVALID);
  return (wint_t)sheaf_unget((int)c, stream);
}

/* The first mode stays. */
int fwide(FILE *stream, int mode) {
  if (mode && !stream->_mode) stream->_mode = mode > 0 ? SHEAF_WIDE : SHEAF_BYTES;
  return stream->_mode;
}
