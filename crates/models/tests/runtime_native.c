/* Compares the models of the C library with the host's C library on random arguments. The models
 * are linked under names that start with `rt_`. Strings end at a page that may not be touched, so
 * that a read or write beyond them crashes. */
#define _GNU_SOURCE
#include "runtime_native_host.h"
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

/* The models under test. */

typedef unsigned char byte;
#define DECLARE(result, name, ...) result rt_##name(__VA_ARGS__)
DECLARE(int, memcmp, const void *, const void *, size_t);
DECLARE(void *, memchr, const void *, int, size_t);
DECLARE(void *, memrchr, const void *, int, size_t);
DECLARE(void *, memmem, const void *, size_t, const void *, size_t);
DECLARE(void *, memccpy, void *, const void *, int, size_t);
DECLARE(size_t, strlen, const char *);
DECLARE(size_t, strnlen, const char *, size_t);
DECLARE(char *, strcpy, char *, const char *);
DECLARE(char *, stpcpy, char *, const char *);
DECLARE(char *, strncpy, char *, const char *, size_t);
DECLARE(char *, stpncpy, char *, const char *, size_t);
DECLARE(char *, strcat, char *, const char *);
DECLARE(char *, strncat, char *, const char *, size_t);
DECLARE(char *, strdup, const char *);
DECLARE(char *, strndup, const char *, size_t);
DECLARE(int, strcmp, const char *, const char *);
DECLARE(int, strncmp, const char *, const char *, size_t);
DECLARE(int, strcasecmp, const char *, const char *);
DECLARE(int, strncasecmp, const char *, const char *, size_t);
DECLARE(char *, strchr, const char *, int);
DECLARE(char *, strchrnul, const char *, int);
DECLARE(char *, strrchr, const char *, int);
DECLARE(size_t, strspn, const char *, const char *);
DECLARE(size_t, strcspn, const char *, const char *);
DECLARE(char *, strpbrk, const char *, const char *);
DECLARE(char *, strstr, const char *, const char *);
DECLARE(char *, strcasestr, const char *, const char *);
DECLARE(char *, strtok_r, char *, const char *, char **);
DECLARE(char *, strsep, char **, const char *);
DECLARE(int, ffs, int);
DECLARE(int, ffsl, long);
DECLARE(const unsigned short **, __ctype_b_loc, void);
DECLARE(const int32_t **, __ctype_toupper_loc, void);
DECLARE(const int32_t **, __ctype_tolower_loc, void);
DECLARE(long, strtol, const char *, char **, int);
DECLARE(unsigned long, strtoul, const char *, char **, int);
DECLARE(int, atoi, const char *);
DECLARE(double, strtod, const char *, char **);
DECLARE(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *));
DECLARE(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
DECLARE(void *, realloc, void *, size_t);
DECLARE(void, srandom, unsigned);
DECLARE(long, random, void);
DECLARE(int, rand_r, unsigned *);
DECLARE(void, srand48, long);
DECLARE(long, lrand48, void);
DECLARE(long, mrand48, void);
DECLARE(double, drand48, void);
DECLARE(int, snprintf, char *, size_t, const char *, ...);
DECLARE(int, printf, const char *, ...);
DECLARE(int *, __errno_location, void);
DECLARE(int, sscanf, const char *, const char *, ...);
#define CLASS(name) DECLARE(int, name, int);
CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph) CLASS(islower) CLASS(isprint)
CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit) CLASS(toupper) CLASS(tolower)

/* A fresh block whose end is at a page that may not be touched; three of them. */
static char *block(int number, size_t bytes) {
  static char *pages[3];
  if (!pages[number]) {
    pages[number] = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages[number] + 4096, 4096, PROT_NONE);
  }
  return pages[number] + 4096 - bytes;
}

static char *random_text(int number, const char *alphabet, unsigned limit) {
  unsigned n = below(limit);
  char *text = block(number, n + 1);
  for (unsigned i = 0; i < n; i++) text[i] = alphabet[below((unsigned)strlen(alphabet))];
  text[n] = 0;
  return text;
}

#define SAME(call, ...) EXPECT(rt_##call == call, __VA_ARGS__)
static int sign(long value) { return (value > 0) - (value < 0); }

static void test_searching(void) {
  const char *alphabet = below(2) ? "ab" : "aAbB\xe9[@`{";
  char *s = random_text(0, alphabet, 12), *t = random_text(1, alphabet, below(2) ? 3 : 12);
  int c = alphabet[below((unsigned)strlen(alphabet))];
  if (!below(8)) c = 0;
  size_t n = below(14);
  SAME(strlen(s), "%s", s);
  SAME(strnlen(s, n), "%s", s);
  SAME(strchr(s, c), "%s", s);
  SAME(strchrnul(s, c), "%s", s);
  SAME(strrchr(s, c), "%s", s);
  SAME(strspn(s, t), "%s", s);
  SAME(strcspn(s, t), "%s", s);
  SAME(strpbrk(s, t), "%s", s);
  SAME(strstr(s, t), "%s, %s", s, t);
  SAME(strcasestr(s, t), "%s, %s", s, t);
  EXPECT(sign(rt_strcmp(s, t)) == sign(strcmp(s, t)), "%s, %s", s, t);
  EXPECT(sign(rt_strncmp(s, t, n)) == sign(strncmp(s, t, n)), "%s, %s", s, t);
  EXPECT(sign(rt_strcasecmp(s, t)) == sign(strcasecmp(s, t)), "%s, %s", s, t);
  EXPECT(sign(rt_strncasecmp(s, t, n)) == sign(strncasecmp(s, t, n)), "%s, %s", s, t);
  size_t ls = strlen(s), lt = strlen(t), both = ls < lt ? ls : lt;
  EXPECT(sign(rt_memcmp(s, t, both)) == sign(memcmp(s, t, both)), "%s, %s", s, t);
  SAME(memchr(s, c, ls), "%s", s);
  SAME(memrchr(s, c, ls), "%s", s);
  SAME(memmem(s, ls, t, lt), "%s, %s", s, t);
}

/* Both libraries write into the same kind of buffer; the results and all bytes must agree. */
#define COMPARE_WRITES(call_rt, call_host, bytes)                                         \
  do {                                                                                    \
    char *to = block(2, bytes), kept[64];                                                 \
    memset(to, '#', bytes);                                                               \
    strcpy(to, "xy");                                                                     \
    long result = (char *)(call_rt) - to;                                                 \
    memcpy(kept, to, bytes);                                                              \
    memset(to, '#', bytes);                                                               \
    strcpy(to, "xy");                                                                     \
    EXPECT(result == (char *)(call_host) - to && !memcmp(kept, to, bytes), "%s", s);      \
  } while (0)

static void test_copying(void) {
  char *s = random_text(0, "abc", 12);
  size_t n = below(14), length = strlen(s), used = n < length ? n : length;
  COMPARE_WRITES(rt_strcpy(to, s), strcpy(to, s), length + 3);
  COMPARE_WRITES(rt_stpcpy(to, s), stpcpy(to, s), length + 3);
  COMPARE_WRITES(rt_strncpy(to, s, n), strncpy(to, s, n), n + 3);
  COMPARE_WRITES(rt_stpncpy(to, s, n), stpncpy(to, s, n), n + 3);
  COMPARE_WRITES(rt_strcat(to, s), strcat(to, s), length + 3);
  COMPARE_WRITES(rt_strncat(to, s, n), strncat(to, s, n), used + 3);
  char *copy = rt_strdup(s), *part = rt_strndup(s, n);
  EXPECT(!strcmp(copy, s) && strlen(part) == used && !memcmp(part, s, used), "%s", s);
  copy = rt_realloc(copy, 2 * length + 2);
  EXPECT(!strcmp(copy, s), "%s", s);
  rt_free(copy);
  rt_free(part);
}

static void test_cutting(void) {
  char *s = random_text(0, "ab,;", 16), left[20], right[20], *rest_left = NULL, *rest_right = NULL;
  strcpy(left, s);
  strcpy(right, s);
  char *l = rt_strtok_r(left, ",;", &rest_left), *r = strtok_r(right, ",;", &rest_right);
  while (l && r) {
    EXPECT(l - left == r - right && !strcmp(l, r), "%s", s);
    l = rt_strtok_r(NULL, ",;", &rest_left), r = strtok_r(NULL, ",;", &rest_right);
  }
  EXPECT(!l && !r, "%s", s);
  strcpy(left, s);
  strcpy(right, s);
  rest_left = left, rest_right = right;
  do {
    l = rt_strsep(&rest_left, ",;"), r = strsep(&rest_right, ",;");
    EXPECT(!l == !r && (!l || !strcmp(l, r)), "%s", s);
  } while (l && r);
}

static void test_characters(void) {
  for (int c = -128; c < 256; c++) {
#define SAME_CLASS(name) EXPECT(rt_##name(c) == (name)(c), "%d", c);
    SAME_CLASS(isalnum) SAME_CLASS(isalpha) SAME_CLASS(isblank) SAME_CLASS(iscntrl) SAME_CLASS(isdigit) SAME_CLASS(isgraph)
    SAME_CLASS(islower) SAME_CLASS(isprint) SAME_CLASS(ispunct) SAME_CLASS(isspace) SAME_CLASS(isupper) SAME_CLASS(isxdigit)
    EXPECT(rt_toupper(c) == (toupper)(c) && rt_tolower(c) == (tolower)(c), "%d", c);
    EXPECT((*rt___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
    EXPECT((*rt___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    EXPECT((*rt___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
  }
  for (int bit = 0; bit < 64; bit++) {
    EXPECT(rt_ffsl((long)(1ul << bit)) == ffsl((long)(1ul << bit)), "%d", bit);
    EXPECT(rt_ffs((int)(5u << bit % 32)) == ffs((int)(5u << bit % 32)), "%d", bit);
  }
  EXPECT(rt_ffs(0) == 0 && rt_ffsl(0) == 0, "zero");
}

static void test_numbers(void) {
  static const int bases[] = {0, 10, 16, 8, 2, 36, 1, 37, 7};
  const char *alphabet = below(2) ? "0123456789" : " \t+-0xX19aAfgz";
  char *s = random_text(0, alphabet, below(2) ? 6 : 24), *end_rt = NULL, *end = NULL;
  int base = bases[below(9)];
  errno = *rt___errno_location() = 0;
  long left = rt_strtol(s, &end_rt, base), right = strtol(s, &end, base);
  EXPECT(left == right && end_rt == end, "'%s' in base %d: %ld, %ld", s, base, left, right);
  EXPECT((*rt___errno_location() == ERANGE) == (errno == ERANGE), "'%s' in base %d", s, base);
  unsigned long uleft = rt_strtoul(s, &end_rt, base), uright = strtoul(s, &end, base);
  EXPECT(uleft == uright && end_rt == end, "'%s' in base %d: %lu, %lu", s, base, uleft, uright);
  SAME(atoi(s), "%s", s);
  s = random_text(0, below(2) ? " +-.0159eE" : "+-.0xXaApP1 infaty", 12);
  errno = *rt___errno_location() = 0;
  double fleft = rt_strtod(s, &end_rt), fright = strtod(s, &end);
  int same = !memcmp(&fleft, &fright, sizeof fleft) || (fleft != fleft && fright != fright);
  EXPECT(same && end_rt == end, "'%s': %g, %g; ends %ld, %ld", s, fleft, fright, (long)(end_rt - s), (long)(end - s));
  EXPECT((*rt___errno_location() == ERANGE) == (errno == ERANGE), "'%s'", s);
}

struct pair {
  char key, place;
  char more[3];
};

static int compare_keys(const void *left, const void *right) {
  return ((const struct pair *)left)->key - ((const struct pair *)right)->key;
}

static void test_order(void) {
  struct pair items[40] = {0}, copy[40];
  size_t count = below(40);
  for (size_t i = 0; i < count; i++) items[i] = (struct pair){(char)below(20), (char)i, {0}};
  memcpy(copy, items, sizeof items);
  rt_qsort(items, count, sizeof *items, compare_keys);
  qsort(copy, count, sizeof *copy, compare_keys);
  EXPECT(!memcmp(items, copy, sizeof items), "%zu items", count);
  for (char key = 0; key < 20; key++) {
    struct pair wanted = {key, 0, {0}}, *left = rt_bsearch(&wanted, items, count, sizeof *items, compare_keys);
    EXPECT(!left == !bsearch(&wanted, items, count, sizeof *items, compare_keys), "%d", key);
    EXPECT(!left || left->key == key, "%d", key);
  }
}

static void test_random_numbers(void) {
  for (int i = 0; i < 10; i++) EXPECT(rt_random() == random(), "unseeded, %d", i);
  for (unsigned s = 0; s < 50; s++) {
    unsigned start = s * 2654435761u, left = start, right = start;
    rt_srandom(start), srandom(start);
    rt_srand48((long)start), srand48((long)start);
    for (int i = 0; i < 100; i++) {
      EXPECT(rt_random() == random(), "seed %u", start);
      EXPECT(rt_rand_r(&left) == rand_r(&right), "seed %u", start);
      EXPECT(rt_lrand48() == lrand48() && rt_mrand48() == mrand48() && rt_drand48() == drand48(), "seed %u", start);
    }
  }
}

/* A format with one conversion, its argument, and possibly `*`. */
#define SAME_FORMAT(...)                                                                                             \
  do {                                                                                                               \
    char left[400], right[400];                                                                                      \
    size_t size = below(2) ? sizeof left : below(8);                                                                 \
    memset(left, '#', sizeof left), memset(right, '#', sizeof right);                                                \
    int a = rt_snprintf(left, size, __VA_ARGS__), b = snprintf(right, size, __VA_ARGS__);                            \
    left[399] = right[399] = 0;                                                                                      \
    EXPECT(a == b && !memcmp(left, right, sizeof left), "'%s': '%.60s' (%d), '%.60s' (%d)", format, left, a, right, b); \
    written_bytes = 0;                                                                                               \
    a = rt_printf(__VA_ARGS__), b = snprintf(right, sizeof right, __VA_ARGS__);                                      \
    EXPECT(a == b && (int)written_bytes == b && !memcmp(written, right, written_bytes), "'%s' to a stream", format); \
  } while (0)

static void test_formatting(void) {
  char format[40] = "<%", *at = format + 2;
  for (int i = 0; i < 2; i++) if (below(2)) *at++ = "-+ #0"[below(5)];
  int star = !below(4), conversion = "diuoxXcspfeEgGaA%"[below(17)];
  if (star) *at++ = '*';
  else if (below(2)) at += sprintf(at, "%u", below(20));
  if (below(2) && conversion != 'c' && conversion != 'p' && conversion != '%') at += sprintf(at, ".%u", below(9));
  static const char *const lengths[] = {"", "hh", "h", "l", "ll", "z", "j", "t"};
  int length = conversion && strchr("diuoxX", conversion) ? (int)below(8) : 0;
  sprintf(at, "%s%c> tail", lengths[length], conversion);
  int width = (int)below(20) - 8;
  static const long values[] = {0, 1, -1, 42, 255, 65535, 2147483647, -2147483648, 4294967296, INT64_MAX, INT64_MIN};
  long value = below(2) ? values[below(11)] : (long)(seed ^ seed << 20) >> below(64);
  static const double floats[] = {0.0, -0.0, 1.0, 0.5, 1e10, 123456.789, 1e-7, 9.9999995, 1e300, 1.0 / 0.0, -1.0 / 0.0};
  double number = below(3) ? floats[below(11)] : (double)value / 1000;
  char *text = random_text(0, "abc", 10);
  void *pointer = below(3) ? (void *)value : NULL;
#define WITH(argument)                              \
  if (star) SAME_FORMAT(format, width, argument);   \
  else SAME_FORMAT(format, argument)
  if (conversion == 's') WITH(text);
  else if (conversion == 'p') WITH(pointer);
  else if (conversion == '%') SAME_FORMAT(format, width);
  else if (strchr("feEgGaA", conversion)) WITH(number);
  else if (length < 3) WITH((int)value);
  else WITH(value);
}

/* Both libraries read one number and one word, in some order. */
static void test_scanning(void) {
  static const char *const numbers[] = {"%d", "%i", "%x", "%3d", "%hhd", "%ld", "%*d", "%lf", "%n", "%u", "%5lf", "%o"};
  static const char *const words[] = {"%s", "%3s", "%c", "%2c", "%[a-f]", "%[^,]", "%3[]x1]", "%*s", "%*[0-9]"};
  static const char *const between[] = {"", " ", ",", "%%", " , "};
  char format[40];
  const char *number = numbers[below(12)], *word = words[below(9)], *middle = between[below(5)];
  int number_first = (int)below(2);
  sprintf(format, "%s%s%s", number_first ? number : word, middle, number_first ? word : number);
  char *text = random_text(0, below(2) ? "12 ,-" : " 0x1f.,%ab]-", 10);
  union { char text[32]; long number; } left[2], right[2];
  memset(left, 1, sizeof left), memset(right, 1, sizeof right);
  int first = strchr(number_first ? number : word, '*') != NULL;
  int a = rt_sscanf(text, format, &left[first], &left[1]), b = sscanf(text, format, &right[first], &right[1]);
  EXPECT(a == b && !memcmp(left, right, sizeof left), "'%s' by '%s': %d, %d", text, format, a, b);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 20000;
  test_characters();
  test_random_numbers();
  for (int i = 0; i < rounds; i++) {
    test_searching();
    test_copying();
    test_cutting();
    test_numbers();
    test_formatting();
    test_scanning();
    if (i % 20 == 0) test_order();
  }
  printf("%d failures\n", failures);
  return failures != 0;
}
