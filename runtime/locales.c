/* Functions that take a locale, which is always "C". */
#define _GNU_SOURCE
#define __NO_CTYPE
#include <ctype.h>
#include <locale.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>

#define OF_CHARACTER(name) int name##_l(int c, locale_t locale) { return name(c); } \
  int __##name##_l(int c, locale_t locale) { return name(c); }
OF_CHARACTER(isalnum) OF_CHARACTER(isalpha) OF_CHARACTER(isblank) OF_CHARACTER(iscntrl) OF_CHARACTER(isdigit) OF_CHARACTER(isgraph)
OF_CHARACTER(islower) OF_CHARACTER(isprint) OF_CHARACTER(ispunct) OF_CHARACTER(isspace) OF_CHARACTER(isupper) OF_CHARACTER(isxdigit)
OF_CHARACTER(tolower) OF_CHARACTER(toupper)

#define OF_WIDE(type, name) type name##_l(wint_t c, locale_t locale) { return name(c); }
OF_WIDE(int, iswalnum) OF_WIDE(int, iswalpha) OF_WIDE(int, iswblank) OF_WIDE(int, iswcntrl) OF_WIDE(int, iswdigit) OF_WIDE(int, iswgraph)
OF_WIDE(int, iswlower) OF_WIDE(int, iswprint) OF_WIDE(int, iswpunct) OF_WIDE(int, iswspace) OF_WIDE(int, iswupper) OF_WIDE(int, iswxdigit)
OF_WIDE(wint_t, towlower) OF_WIDE(wint_t, towupper)

int strcoll_l(const char *left, const char *right, locale_t locale) { return strcmp(left, right); }
size_t strxfrm_l(char *restrict to, const char *restrict from, size_t size, locale_t locale) { return strxfrm(to, from, size); }
int strcasecmp_l(const char *left, const char *right, locale_t locale) { return strcasecmp(left, right); }
int strncasecmp_l(const char *left, const char *right, size_t limit, locale_t locale) { return strncasecmp(left, right, limit); }
char *strerror_l(int number, locale_t locale) { return strerror(number); }
int wcscoll_l(const wchar_t *left, const wchar_t *right, locale_t locale) { return wcscmp(left, right); }
