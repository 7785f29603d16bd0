/* Parses numbers: the ato* and strto* functions of stdlib.h and inttypes.h. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int is_space(char c) { return (c == ' ') | ((unsigned)c - '\t' <= '\r' - '\t'); }

/* The value of a digit or letter, 255 for anything else; without a branch, so that a symbolic
 * character does not fork here. */
static unsigned digit_value(char c) {
  unsigned decimal = (unsigned)c - '0', letter = ((unsigned)c | 32) - 'a';
  unsigned is_decimal = -(unsigned)(decimal < 10), is_letter = -(unsigned)(letter < 26);
  return (decimal & is_decimal) | ((letter + 10) & is_letter) | (255 & ~(is_decimal | is_letter));
}

/* A parsed integer. */
struct integer {
  unsigned long long magnitude; /* without the sign */
  int negative;
  int too_large; /* the magnitude does not fit */
};

/* Parses an integer: white space, a sign, a prefix that the base allows, digits. `*end` is the
 * end, `text` if there are no digits; unchanged if the base is invalid. */
static struct integer read_integer(const char *text, char **end, int base) {
  struct integer result = {0, 0, 0};
  const char *at = text;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return result;
  }
  if (end) *end = (char *)text;
  while (is_space(*at)) at++;
  if ((*at == '-') | (*at == '+')) result.negative = *at++ == '-';
  if ((base == 0 || base == 16) && *at == '0' && (at[1] | 32) == 'x' && digit_value(at[2]) < 16) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  const char *first = at;
  for (unsigned digit; (digit = digit_value(*at)) < (unsigned)base; at++) {
    result.too_large |= __builtin_mul_overflow(result.magnitude, (unsigned long long)base, &result.magnitude);
    result.too_large |= __builtin_add_overflow(result.magnitude, (unsigned long long)digit, &result.magnitude);
  }
  if (end && at != first) *end = (char *)at;
  return result;
}

/* The number with its sign; without a branch, so that a symbolic sign does not fork here. */
static unsigned long long with_sign(struct integer value) {
  unsigned long long negative = (unsigned)value.negative;
  return (value.magnitude ^ -negative) + negative;
}

#define SIGNED(type, name, least, most) \
  type name(const char *restrict text, char **restrict end, int base) { \
    struct integer value = read_integer(text, end, base); \
    if (value.too_large || value.magnitude > (unsigned long long)most + (unsigned)value.negative) { \
      errno = ERANGE; \
      return value.negative ? least : most; \
    } \
    return (type)with_sign(value); \
  }
SIGNED(long, strtol, LONG_MIN, LONG_MAX)
SIGNED(long long, strtoll, LLONG_MIN, LLONG_MAX)

#define UNSIGNED(type, name, most) \
  type name(const char *restrict text, char **restrict end, int base) { \
    struct integer value = read_integer(text, end, base); \
    if (value.too_large || value.magnitude > most) { \
      errno = ERANGE; \
      return most; \
    } \
    return (type)with_sign(value); \
  }
UNSIGNED(unsigned long, strtoul, ULONG_MAX)
UNSIGNED(unsigned long long, strtoull, ULLONG_MAX)

intmax_t strtoimax(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }

long long strtoq(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
unsigned long long strtouq(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }
long strtol_l(const char *restrict text, char **restrict end, int base, locale_t locale) { return strtol(text, end, base); }
unsigned long strtoul_l(const char *restrict text, char **restrict end, int base, locale_t locale) { return strtoul(text, end, base); }
long long strtoll_l(const char *restrict text, char **restrict end, int base, locale_t locale) { return strtoll(text, end, base); }
unsigned long long strtoull_l(const char *restrict text, char **restrict end, int base, locale_t locale) { return strtoull(text, end, base); }

int atoi(const char *text) { return (int)strtol(text, NULL, 10); }
long atol(const char *text) { return strtol(text, NULL, 10); }
long long atoll(const char *text) { return strtoll(text, NULL, 10); }

/* Called by newer glibc headers; they also parse binary prefixes. */

static const char *binary_digits(const char *text, int base) {
  while (is_space(*text)) text++;
  if (*text == '-' || *text == '+') text++;
  int prefix = (base == 0 || base == 2) && *text == '0' && (text[1] | 32) == 'b' && digit_value(text[2]) < 2;
  return prefix ? text + 2 : NULL;
}

#define BINARY_UNSIGNED(type, name, plain, most) \
  type name(const char *restrict text, char **restrict end, int base) { \
    const char *digits = binary_digits(text, base); \
    if (!digits) return plain(text, end, base); \
    int negative = digits - text > 2 && digits[-3] == '-'; \
    type value = plain(digits, end, 2); \
    return negative && value != most ? -value : value; \
  }
BINARY_UNSIGNED(unsigned long, __isoc23_strtoul, strtoul, ULONG_MAX)
BINARY_UNSIGNED(unsigned long long, __isoc23_strtoull, strtoull, ULLONG_MAX)

#define BINARY_SIGNED(type, name, plain, magnitude, least, most) \
  type name(const char *restrict text, char **restrict end, int base) { \
    const char *digits = binary_digits(text, base); \
    if (!digits) return plain(text, end, base); \
    int negative = digits - text > 2 && digits[-3] == '-'; \
    unsigned type value = magnitude(digits, end, 2); \
    if (value > (unsigned type)most + (unsigned type)negative) { \
      errno = ERANGE; \
      return negative ? least : most; \
    } \
    return (type)(negative ? -value : value); \
  }
BINARY_SIGNED(long, __isoc23_strtol, strtol, strtoul, LONG_MIN, LONG_MAX)
BINARY_SIGNED(long long, __isoc23_strtoll, strtoll, strtoull, LLONG_MIN, LLONG_MAX)

/* Floats: this code determines the extent; the engine converts concrete strings. */

static int matches(const char *text, const char *word) {
  while (*word && (*text | 32) == *word) text++, word++;
  return !*word;
}

/* The digits with at most one point at `at`; `*any` says whether there is a digit. */
static const char *skip_digits(const char *at, unsigned base, int *any) {
  int points = 0;
  for (;; at++) {
    if (*at == '.' && !points) points = 1;
    else if (digit_value(*at) < base) *any = 1;
    else return at;
  }
}

/* The end of a number without sign at `text`, or `text` if there is none. */
static const char *number_end(const char *text) {
  int hexadecimal = text[0] == '0' && (text[1] | 32) == 'x', any = 0;
  const char *at = skip_digits(hexadecimal ? text + 2 : text, hexadecimal ? 16 : 10, &any);
  if (!any) return hexadecimal ? text + 1 : text;
  if ((*at | 32) == (hexadecimal ? 'p' : 'e')) {
    const char *exponent = at + 1;
    if (*exponent == '-' || *exponent == '+') exponent++;
    if (digit_value(*exponent) < 10) {
      while (digit_value(*exponent) < 10) exponent++;
      at = exponent;
    }
  }
  return at;
}

/* The end of a NaN's payload in parentheses, or `text` if there is none. */
static const char *nan_end(const char *text) {
  const char *at = text;
  if (*at != '(') return text;
  do at++;
  while (digit_value(*at) < 36 || *at == '_');
  return *at == ')' ? at + 1 : text;
}

/* The payload of a NaN between `start`, after `nan`, and `end`: a number, or 0. */
static unsigned long long nan_content(const char *start, const char *end) {
  char *stop;
  if (start == end) return 0;
  unsigned long long content = strtoull(start + 1, &stop, 0);
  return stop == end - 1 ? content : 0;
}

/* Quiet NaNs with a payload. */

static float nan_float(unsigned long long content) {
  union { unsigned pattern; float number; } u = {0x7fc00000u | (unsigned)(content & 0x3fffff)};
  return u.number;
}

static double nan_double(unsigned long long content) {
  union { unsigned long long pattern; double number; } u = {0x7ff8000000000000ull | (content & 0x7ffffffffffffull)};
  return u.number;
}

static long double nan_long_double(unsigned long long content) {
  union { struct { unsigned long long significand; unsigned short sign_and_exponent; } pattern; long double number; } u =
      {{0xc000000000000000ull | (content & 0x3fffffffffffffffull), 0x7fff}};
  return u.number;
}

/* The start and the end of a number, and its sign. */
struct extent {
  const char *start, *end;
  int negative, infinite, nan;
};

static struct extent find_number(const char *text, char **end) {
  struct extent found = {text, text, 0, 0, 0};
  const char *at = text;
  while (is_space(*at)) at++;
  if (*at == '-' || *at == '+') found.negative = *at++ == '-';
  found.start = found.end = at;
  if (matches(at, "inf")) {
    found.infinite = 1;
    found.end = at + (matches(at + 3, "inity") ? 8 : 3);
  } else if (matches(at, "nan")) {
    found.nan = 1;
    found.end = nan_end(at + 3);
  } else {
    found.end = number_end(at);
  }
  if (end) *end = (char *)(found.end == found.start ? text : found.end);
  return found;
}

/* A decimal number without sign: its digits as an integer, and a power of ten as a factor. */
struct decimal {
  unsigned long long digits;
  int count; /* of digits */
  int power; /* concrete */
};

/* Greater powers of ten are not parsed exactly; they exceed the range of every format. */
enum { FAR_POWER = 1 << 16 };

static struct decimal read_decimal(const char *at, const char *end) {
  struct decimal read = {0, 0, 0};
  int behind_point = 0, negative = 0, power = 0;
  for (; at < end && (*at | 32) != 'e'; at++) {
    if (*at == '.') {
      behind_point = 1;
      continue;
    }
    read.digits = read.digits * 10 + digit_value(*at);
    read.count++;
    read.power -= behind_point;
  }
  if (at < end) at++;
  if (at < end && (*at == '-' || *at == '+')) negative = *at++ == '-';
  for (; at < end; at++)
    if (power < FAR_POWER) power = power * 10 + (int)digit_value(*at);
  power = __sheaf_concrete(power);
  read.power += negative ? -power : power;
  return read;
}

static int has_symbolic(const char *text, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (__sheaf_is_symbolic((unsigned char)text[i])) return 1;
  return 0;
}

/* Converts the number at `start`, rounded with its sign. If the string is symbolic and its digits
 * and its power of ten are exact numbers of the type, the result is one product or quotient of
 * these, and so correctly rounded (Clinger, "How to Read Floating Point Numbers Accurately", 1990):
 * `most_digits` and `most_power` bound such numbers. Other symbolic strings are concretized, each
 * character in a separate call, so that paths which merge do not merge again before the number is
 * known. */
#define TEXT_TO_FLOAT(type, name, parse, most_digits, most_power)                    \
  static type name##_concrete(const char *start, size_t bytes) {                     \
    int out_of_range = 0;                                                            \
    type value = parse(start, bytes, &out_of_range);                                 \
    if (out_of_range) errno = ERANGE;                                                \
    return value;                                                                    \
  }                                                                                  \
  static type name##_of(const char *at, const char *end, char *copy, size_t done) {  \
    if (at == end) return name##_concrete(copy, done);                               \
    copy[done] = (char)__sheaf_concrete(*at);                                        \
    return name##_of(at + 1, end, copy, done + 1);                                   \
  }                                                                                  \
  static type name(const char *start, size_t bytes, int negative) {                  \
    int symbolic = has_symbolic(start, bytes);                                       \
    if (symbolic && !(bytes > 1 && (start[1] | 32) == 'x')) {                        \
      struct decimal read = read_decimal(start, start + bytes);                      \
      int power = read.power < 0 ? -read.power : read.power;                         \
      if (read.count <= most_digits && power <= most_power) {                        \
        type digits = (type)(long long)read.digits, ten_to_power = 1;                \
        if (negative) digits = -digits;                                              \
        if (!power) return digits;                                                   \
        for (int i = 0; i < power; i++) ten_to_power *= 10;                          \
        return read.power < 0 ? digits / ten_to_power : digits * ten_to_power;       \
      }                                                                              \
    }                                                                                \
    type value = symbolic ? name##_of(start, start + bytes, __sheaf_model_alloc(bytes), 0) \
                          : name##_concrete(start, bytes);                           \
    return negative ? -value : value;                                                \
  }

TEXT_TO_FLOAT(float, text_to_float, __sheaf_parse_float, 7, 10)
TEXT_TO_FLOAT(double, text_to_double, __sheaf_parse_double, 15, 22)
TEXT_TO_FLOAT(long double, text_to_long_double, __sheaf_parse_long_double, 18, 27)

#define STRING_TO_FLOAT(type, name, parse, infinity, nan_of, nan_name)             \
  type name(const char *restrict text, char **restrict end) {                      \
    struct extent found = find_number(text, end);                                  \
    type value = 0;                                                                \
    if (found.infinite) value = infinity;                                          \
    else if (found.nan) value = nan_of(nan_content(found.start + 3, found.end));   \
    else if (found.end != found.start)                                             \
      return parse(found.start, (size_t)(found.end - found.start), found.negative); \
    return found.negative && found.end != found.start ? -value : value;            \
  }                                                                                \
  type name##_l(const char *restrict text, char **restrict end, locale_t locale) { \
    return name(text, end);                                                        \
  }                                                                                \
  type nan_name(const char *content) {                                             \
    char *end;                                                                     \
    unsigned long long value = strtoull(content, &end, 0);                         \
    return nan_of(*end ? 0 : value);                                               \
  }

STRING_TO_FLOAT(float, strtof, text_to_float, __builtin_inff(), nan_float, nanf)
STRING_TO_FLOAT(double, strtod, text_to_double, __builtin_inf(), nan_double, nan)
STRING_TO_FLOAT(long double, strtold, text_to_long_double, __builtin_infl(), nan_long_double, nanl)

double atof(const char *text) { return strtod(text, NULL); }
