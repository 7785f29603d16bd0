/* The formatter of the printf family.
 *
 * For a buffer it computes each character; a symbolic number forks on its length. For a stream,
 * only the length can affect the program: a symbolic argument is shown as `?`, its length is
 * computed without a branch, and nothing forks. */
#define _GNU_SOURCE
#include "format.h"
#include "sheaf.h"
#include "stream.h"
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>

/* A conversion specification. */
struct spec {
  int left, plus, space, alternative, zero;
  int width;
  int precision; /* -1 if not given */
  int is_too_large; /* the width or the precision */
  int length;    /* 'H' for hh, 'h', 'l', 'q' for ll, 'L', 'j', 'z', 't', or 0 */
  int position;  /* of the argument, from 1 on; 0 for the next one */
  char conversion;
};

/* The format string, and the arguments: all, and the remaining ones. */
struct reader {
  const char *format;
  va_list *all, *rest;
};

static size_t larger(size_t a, size_t b) { return a ^ ((a ^ b) & -(size_t)(a < b)); }

static void put(struct sheaf_sink *sink, const char *text, size_t bytes) {
  if (sink->stream) {
    sheaf_put_output(sink->file, sink->stream, text, bytes);
  } else if (sink->file) {
    sheaf_put(sink->file, text, bytes);
  } else if (sink->count < sink->size) {
    size_t room = sink->size - sink->count;
    __builtin_memcpy(sink->buffer + sink->count, text, bytes < room ? bytes : room);
  }
  sink->count += bytes;
}

/* Pads in the same blocks as glibc, which a small buffer of a stream shows. */
static void repeat(struct sheaf_sink *sink, char c, size_t times) {
  char block[16];
  __builtin_memset(block, c, sizeof block);
  for (size_t part; times; times -= part) {
    part = times < sizeof block ? times : sizeof block;
    put(sink, block, part);
  }
}

/* Text after a prefix (a sign, `0x`), filled up to the width with spaces or, between the two, with
 * zeros. */
static void put_padded(struct sheaf_sink *sink, const struct spec *spec, const char *prefix, const char *text, size_t bytes, int zeros) {
  size_t used = strlen(prefix) + bytes, width = (size_t)spec->width;
  size_t fill = used < width ? width - used : 0;
  if (!spec->left && !zeros) repeat(sink, ' ', fill);
  put(sink, prefix, strlen(prefix));
  if (!spec->left && zeros) repeat(sink, '0', fill);
  put(sink, text, bytes);
  if (spec->left) repeat(sink, ' ', fill);
}

/* Bytes for the text of a conversion: those of the caller, if these are enough. */
static char *room(size_t bytes, char *few, size_t size) { return bytes <= size ? few : __sheaf_model_alloc(bytes); }

/* Integers. */

static unsigned base_of(char conversion) {
  switch (conversion) {
    case 'o': return 8;
    case 'x':
    case 'X':
    case 'p': return 16;
    default: return 10;
  }
}

/* Whether `+` and space mean something; glibc heeds them for pointers too. */
static int has_sign(char conversion) { return conversion == 'd' || conversion == 'i' || conversion == 'p'; }

/* Number of digits, 1 for zero, without a branch on the value. */
static size_t digits_of(unsigned long long value, unsigned base) {
  size_t digits = 1;
  for (unsigned long long limit = base;; limit *= base) {
    digits += value >= limit;
    if (limit > ULLONG_MAX / base) return digits;
  }
}

/* A symbolic integer to a stream: counts what would be written. */
static void count_integer(struct sheaf_sink *sink, const struct spec *spec, unsigned long long value, int negative) {
  unsigned base = base_of(spec->conversion);
  int is_signed = has_sign(spec->conversion);
  size_t digits = digits_of(value, base) - (spec->precision == 0) * (size_t)(value == 0);
  if (spec->precision > 0) digits = larger(digits, (size_t)spec->precision);
  size_t prefix = is_signed ? (size_t)((negative != 0) | spec->plus | spec->space) : 0;
  if (spec->alternative && base == 16) prefix += 2 * (size_t)(value != 0);
  if (spec->alternative && base == 8) digits = larger(digits, digits_of(value, 8) + (value != 0));
  size_t count = larger(digits + prefix, (size_t)spec->width);
  sheaf_put_symbolic(sink->file, sink->stream, value, count);
  sink->count += count;
}

static void put_integer(struct sheaf_sink *sink, const struct spec *spec, unsigned long long value, int negative) {
  if (sink->stream && __sheaf_is_symbolic(value)) {
    count_integer(sink, spec, value, negative);
    return;
  }
  unsigned base = base_of(spec->conversion);
  /* Computed, not looked up, so that the digits of an address are no place in a table. */
  unsigned letters = (spec->conversion == 'X' ? 'A' : 'a') - '0' - 10;
  int is_signed = has_sign(spec->conversion);
  char prefix[4] = {0}, *end = prefix;
  if (is_signed && (negative || spec->plus || spec->space)) *end++ = negative ? '-' : spec->plus ? '+' : ' ';
  if (spec->alternative && base == 16 && value) *end++ = '0', *end = spec->conversion == 'X' ? 'X' : 'x';
  char digits[24];
  size_t at = sizeof digits;
  for (unsigned long long rest = value; rest; rest /= base) digits[--at] = (char)('0' + rest % base + (rest % base > 9) * letters);
  size_t count = sizeof digits - at;
  size_t least = spec->precision >= 0 ? (size_t)spec->precision : 1;
  if (spec->alternative && base == 8 && count >= least) least = count + 1;
  size_t zeros = count < least ? least - count : 0;
  char few[64], *text = room(zeros + count, few, sizeof few);
  if (zeros) __builtin_memset(text, '0', zeros);
  if (count) __builtin_memcpy(text + zeros, digits + at, count);
  put_padded(sink, spec, prefix, text, zeros + count, spec->zero && spec->precision < 0);
}

static long long signed_argument(const struct spec *spec, va_list *arguments) {
  switch (spec->length) {
    case 'H': return (signed char)va_arg(*arguments, int);
    case 'h': return (short)va_arg(*arguments, int);
    case 0: return va_arg(*arguments, int);
    case 'q':
    case 'j':
    case 'L': return va_arg(*arguments, long long);
    default: return va_arg(*arguments, long);
  }
}

static unsigned long long unsigned_argument(const struct spec *spec, va_list *arguments) {
  switch (spec->length) {
    case 'H': return (unsigned char)va_arg(*arguments, unsigned);
    case 'h': return (unsigned short)va_arg(*arguments, unsigned);
    case 0: return va_arg(*arguments, unsigned);
    case 'q':
    case 'j':
    case 'L': return va_arg(*arguments, unsigned long long);
    default: return va_arg(*arguments, unsigned long);
  }
}

/* The value's magnitude, without a branch. */
static unsigned long long magnitude(long long value, int negative) {
  unsigned long long mask = -(unsigned long long)negative;
  return ((unsigned long long)value ^ mask) + (unsigned long long)negative;
}

/* Text. */

static void put_string(struct sheaf_sink *sink, const struct spec *spec, const char *text) {
  size_t limit = spec->precision >= 0 ? (size_t)spec->precision : (size_t)-1;
  size_t bytes = sink->stream ? __sheaf_string_length(text, limit) : strnlen(text, limit);
  if (sink->stream && __sheaf_is_symbolic(bytes)) {
    size_t count = larger(bytes, (size_t)spec->width);
    sheaf_put_output(sink->file, sink->stream, text, bytes);
    sheaf_pad(sink->file, sink->stream, count - bytes);
    sink->count += count;
    return;
  }
  put_padded(sink, spec, "", text, bytes, 0);
}

static void put_wide_string(struct sheaf_sink *sink, const struct spec *spec, const wchar_t *text) {
  size_t bytes = wcsnlen(text, spec->precision >= 0 ? (size_t)spec->precision : (size_t)-1);
  char few[64], *narrow = room(bytes, few, sizeof few);
  for (size_t i = 0; i < bytes; i++) {
    if ((unsigned)text[i] > 127) __sheaf_unmodelled("a character beyond ASCII with %ls");
    narrow[i] = (char)text[i];
  }
  put_padded(sink, spec, "", narrow, bytes, 0);
}

static void put_pointer(struct sheaf_sink *sink, struct spec *spec, void *pointer) {
  if (!pointer) {
    put_padded(sink, spec, "", "(nil)", 5, 0);
    return;
  }
  spec->alternative = 1;
  put_integer(sink, spec, (uintptr_t)pointer, 0);
}

/* Floats: the engine makes the digits. */

static void put_float_text(struct sheaf_sink *sink, const struct spec *spec, const char *text, size_t bytes, int finite) {
  const char *prefix = spec->plus ? "+" : spec->space ? " " : "";
  if (*text == '-') prefix = "-", text++, bytes--;
  char hexadecimal[4] = {*prefix, 0, 0, 0};
  if ((spec->conversion | 32) == 'a' && finite) {
    size_t at = *prefix != 0;
    hexadecimal[at] = text[0];
    hexadecimal[at + 1] = text[1];
    prefix = hexadecimal;
    text += 2;
    bytes -= 2;
  }
  put_padded(sink, spec, prefix, text, bytes, spec->zero && finite);
}

static void put_float(struct sheaf_sink *sink, const struct spec *spec, va_list *arguments) {
  int conversion = spec->conversion, precision = spec->precision, alternative = spec->alternative;
  if (spec->length == 'L') {
    long double value = va_arg(*arguments, long double);
    size_t bytes = __sheaf_format_long_double(NULL, 0, value, conversion, precision, alternative);
    char few[64], *text = room(bytes + 1, few, sizeof few);
    __sheaf_format_long_double(text, bytes, value, conversion, precision, alternative);
    put_float_text(sink, spec, text, bytes, value - value == 0);
  } else {
    double value = va_arg(*arguments, double);
    size_t bytes = __sheaf_format_double(NULL, 0, value, conversion, precision, alternative);
    char few[64], *text = room(bytes + 1, few, sizeof few);
    __sheaf_format_double(text, bytes, value, conversion, precision, alternative);
    put_float_text(sink, spec, text, bytes, value - value == 0);
  }
}

/* `%n`. */
static void store_count(const struct sheaf_sink *sink, const struct spec *spec, void *place) {
  switch (spec->length) {
    case 'H': *(signed char *)place = (signed char)sink->count; break;
    case 'h': *(short *)place = (short)sink->count; break;
    case 0: *(int *)place = (int)sink->count; break;
    case 'q':
    case 'j':
    case 'L': *(long long *)place = (long long)sink->count; break;
    default: *(long *)place = (long)sink->count; break;
  }
}

/* Reading the specification. */

static const char *read_flags(struct spec *spec, const char *at) {
  for (;; at++) {
    switch (*at) {
      case '-': spec->left = 1; break;
      case '+': spec->plus = 1; break;
      case ' ': spec->space = 1; break;
      case '#': spec->alternative = 1; break;
      case '0': spec->zero = 1; break;
      case '\'': break; /* digit grouping, which the "C" locale does not have */
      default: return at;
    }
  }
}

/* A number that does not fit. */
static const int TOO_LARGE = INT_MIN;

static const char *read_digits(int *number, const char *at) {
  *number = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    int fits = *number != TOO_LARGE && *number <= (INT_MAX - (*at - '0')) / 10;
    *number = fits ? *number * 10 + (*at - '0') : TOO_LARGE;
  }
  return at;
}

/* Reads `3$`, which names an argument. */
static const char *read_position(int *position, const char *at) {
  const char *end = read_digits(position, at);
  if (*end == '$') return end + 1;
  *position = 0;
  return at;
}

/* What a specification says but for its numbers that are arguments: `width` and `precision` are
 * their positions then. */
struct outline {
  struct spec spec;
  int width_is_argument, precision_is_argument;
};

static const char *read_size(int *number, int *is_argument, const char *at) {
  *is_argument = *at == '*';
  return *is_argument ? read_position(number, at + 1) : read_digits(number, at);
}

static const char *read_outline(struct outline *outline, const char *at) {
  struct spec *spec = &outline->spec;
  *outline = (struct outline){.spec.precision = -1};
  at = read_position(&spec->position, at);
  at = read_flags(spec, at);
  at = read_size(&spec->width, &outline->width_is_argument, at);
  if (*at == '.') at = read_size(&spec->precision, &outline->precision_is_argument, at + 1);
  if (*at == 'h' || *at == 'l' || *at == 'j' || *at == 'z' || *at == 't' || *at == 'L' || *at == 'q' || *at == 'Z') spec->length = *at++;
  if (*at == 'h' && spec->length == 'h') spec->length = 'H', at++;
  if (*at == 'l' && spec->length == 'l') spec->length = 'q', at++;
  spec->conversion = *at;
  if (*at == 'C' || *at == 'S') {
    spec->conversion = *at | 32;
    spec->length = 'l';
  }
  return *at ? at + 1 : at;
}

/* Skips the argument of a specification. */
static void skip_argument(const struct spec *spec, va_list *arguments) {
  int is_small = !spec->length || spec->length == 'h' || spec->length == 'H';
  switch (spec->conversion) {
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
      if (spec->length == 'L') (void)va_arg(*arguments, long double);
      else (void)va_arg(*arguments, double);
      break;
    case 's': case 'p': case 'n': (void)va_arg(*arguments, void *); break;
    case 'c': (void)va_arg(*arguments, int); break;
    default:
      if (is_small) (void)va_arg(*arguments, int);
      else if (spec->length == 'q' || spec->length == 'j' || spec->length == 'L') (void)va_arg(*arguments, long long);
      else (void)va_arg(*arguments, long);
  }
}

/* Moves to the argument at a position: what comes before it is as the format uses it, or an `int`.
 */
static void seek_argument(const char *format, va_list *arguments, int position) {
  for (int skipped = 1; skipped < position; skipped++) {
    struct spec found = {.conversion = 'd'};
    for (const char *at = format; (at = strchr(at, '%'));) {
      struct outline outline;
      at = read_outline(&outline, at + 1);
      if (outline.spec.position == skipped) found = outline.spec;
    }
    skip_argument(&found, arguments);
  }
}

/* The `int` at a position, or the next one. */
static int size_argument(struct reader *reader, int position) {
  if (!position) return va_arg(*reader->rest, int);
  va_list there;
  va_copy(there, *reader->all);
  seek_argument(reader->format, &there, position);
  int size = va_arg(there, int);
  va_end(there);
  return size;
}

static const char *read_spec(struct spec *spec, const char *at, struct reader *reader) {
  struct outline outline;
  at = read_outline(&outline, at);
  *spec = outline.spec;
  spec->is_too_large = spec->precision == TOO_LARGE;
  if (outline.width_is_argument) spec->width = size_argument(reader, spec->width);
  if (outline.precision_is_argument) spec->precision = size_argument(reader, spec->precision);
  spec->is_too_large |= spec->width == TOO_LARGE;
  if (spec->is_too_large) return at;
  if (spec->width < 0) {
    spec->left = 1;
    spec->width = -spec->width;
  }
  if (spec->precision < 0) spec->precision = -1;
  return at;
}

static void convert(struct sheaf_sink *sink, struct spec *spec, va_list *arguments) {
  switch (spec->conversion) {
    case 'd':
    case 'i': {
      long long value = signed_argument(spec, arguments);
      int negative = value < 0;
      put_integer(sink, spec, magnitude(value, negative), negative);
      break;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X': put_integer(sink, spec, unsigned_argument(spec, arguments), 0); break;
    case 'c': {
      int argument = va_arg(*arguments, int);
      char c = (char)argument;
      if (spec->length == 'l' && (unsigned)argument > 127) __sheaf_unmodelled("a character beyond ASCII with %lc");
      put_padded(sink, spec, "", &c, 1, 0);
      break;
    }
    case 's': {
      void *text = va_arg(*arguments, void *);
      if (!text) put_padded(sink, spec, "", "(null)", spec->precision < 0 || spec->precision > 5 ? 6 : 0, 0);
      else if (spec->length == 'l') put_wide_string(sink, spec, text);
      else put_string(sink, spec, text);
      break;
    }
    case 'p': put_pointer(sink, spec, va_arg(*arguments, void *)); break;
    case 'n': store_count(sink, spec, va_arg(*arguments, void *)); break;
    case '%': put(sink, "%", 1); break;
    case 'm':
      if (spec->alternative) __sheaf_unmodelled("the name of an error with %#m");
      put_string(sink, spec, strerror(errno));
      break;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': put_float(sink, spec, arguments); break;
    default: __sheaf_unmodelled("an unknown printf conversion");
  }
}

int sheaf_format(struct sheaf_sink *sink, const char *format, va_list arguments) {
  va_list all, rest;
  va_copy(all, arguments);
  va_copy(rest, arguments);
  struct reader reader = {format, &all, &rest};
  int is_too_large = 0;
  while (*format) {
    size_t plain = 0;
    while (format[plain] && format[plain] != '%') plain++;
    if (plain) put(sink, format, plain);
    format += plain;
    if (!*format) break;
    struct spec spec;
    format = read_spec(&spec, format + 1, &reader);
    if (spec.is_too_large) {
      is_too_large = 1;
      break;
    }
    if (!spec.position) {
      convert(sink, &spec, &rest);
      continue;
    }
    va_list there;
    va_copy(there, all);
    seek_argument(reader.format, &there, spec.position);
    convert(sink, &spec, &there);
    va_end(there);
  }
  va_end(rest);
  va_end(all);
  /* A symbolic count is that of objects in memory. */
  if (!__sheaf_is_symbolic(sink->count)) is_too_large |= sink->count > INT_MAX;
  if (!is_too_large) return (int)sink->count;
  errno = EOVERFLOW;
  return -1;
}
