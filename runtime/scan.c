/* sscanf: reading from text. What reads from a stream is not modelled. */
#include "sheaf.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* stdio.h would rename the functions that are defined here. */
#define EOF (-1)

/* A conversion specification. */
struct spec {
  int suppressed; /* `*`: read but not stored */
  size_t width;   /* most characters to read; 0 if not given */
  int length;     /* 'H' for hh, 'h', 'l', 'q' for ll, 'L', 'j', 'z', 't', or 0 */
  char conversion;
  const char *set; /* after `[` */
};

static int is_space(char c) { return (c == ' ') | ((unsigned)c - '\t' <= '\r' - '\t'); }

static const char *skip_space(const char *text) {
  while (is_space(*text)) text++;
  return text;
}

static const char *read_spec(struct spec *spec, const char *at) {
  *spec = (struct spec){0};
  if (*at == '*') spec->suppressed = 1, at++;
  for (; *at >= '0' && *at <= '9'; at++) spec->width = spec->width * 10 + (size_t)(*at - '0');
  if (*at == 'h' || *at == 'l' || *at == 'j' || *at == 'z' || *at == 't' || *at == 'L' || *at == 'q') spec->length = *at++;
  if (*at == 'h' && spec->length == 'h') spec->length = 'H', at++;
  if (*at == 'l' && spec->length == 'l') spec->length = 'q', at++;
  spec->conversion = *at++;
  if (spec->conversion == '[') {
    spec->set = at;
    if (*at == '^') at++;
    if (*at == ']') at++;
    while (*at && *at != ']') at++;
    if (*at) at++;
  }
  return at;
}

/* Whether a character is in a set as `[` has it; ranges count. */
static int in_set(char c, const char *set) {
  int inverted = *set == '^', found = 0;
  if (inverted) set++;
  for (int first = 1; *set && (first || *set != ']'); first = 0) {
    int is_range = set[1] == '-' && set[2] && set[2] != ']';
    found |= is_range ? ((unsigned char)*set <= (unsigned char)c) & ((unsigned char)c <= (unsigned char)set[2]) : *set == c;
    set += is_range ? 3 : 1;
  }
  return found != inverted;
}

static void store_integer(const struct spec *spec, void *place, unsigned long value) {
  switch (spec->length) {
    case 'H': *(char *)place = (char)value; break;
    case 'h': *(short *)place = (short)value; break;
    case 0: *(int *)place = (int)value; break;
    default: *(long *)place = (long)value; break;
  }
}

static void store_float(const struct spec *spec, void *place, const char *text) {
  if (spec->length == 'L') *(long double *)place = strtold(text, NULL);
  else if (spec->length == 'l') *(double *)place = strtod(text, NULL);
  else *(float *)place = strtof(text, NULL);
}

static int base_of(char conversion) {
  switch (conversion) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x':
    case 'X':
    case 'p': return 16;
    default: return 10;
  }
}

/* Numbers: the text is cut at the width first. Returns where the number ends, or NULL if there is none. */
static const char *read_number(const struct spec *spec, const char *text, va_list *arguments) {
  size_t limit = spec->width ? spec->width : (size_t)-1, length = strnlen(text, limit);
  char part[length + 1], *end;
  __builtin_memcpy(part, text, length);
  part[length] = 0;
  int is_float = strchr("aAeEfFgG", spec->conversion) != NULL, old_error = errno;
  unsigned long value = 0;
  if (is_float) strtod(part, &end);
  else if (spec->conversion == 'd' || spec->conversion == 'i') value = (unsigned long)strtol(part, &end, base_of(spec->conversion));
  else value = strtoul(part, &end, base_of(spec->conversion));
  errno = old_error;
  if (end == part) return NULL;
  if (!spec->suppressed) {
    void *place = va_arg(*arguments, void *);
    *end = 0;
    if (is_float) store_float(spec, place, part);
    else if (spec->conversion == 'p') *(void **)place = (void *)value;
    else store_integer(spec, place, value);
  }
  return text + (end - part);
}

/* Characters: `%c`, `%s` and `%[`. */
static const char *read_characters(const struct spec *spec, const char *text, va_list *arguments) {
  size_t limit = spec->width ? spec->width : spec->conversion == 'c' ? 1 : (size_t)-1, n = 0;
  switch (spec->conversion) {
    case 'c':
      n = strnlen(text, limit); /* glibc is content with fewer */
      break;
    case 's':
      while (n < limit && text[n] && !is_space(text[n])) n++;
      break;
    default:
      while (n < limit && text[n] && in_set(text[n], spec->set)) n++;
  }
  if (!n) return NULL;
  if (!spec->suppressed) {
    char *place = va_arg(*arguments, char *);
    __builtin_memcpy(place, text, n);
    if (spec->conversion != 'c') place[n] = 0;
  }
  return text + n;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
  const char *start = text;
  int stored = 0;
  va_list rest;
  va_copy(rest, arguments);
  while (*format) {
    if (is_space(*format)) {
      format = skip_space(format);
      text = skip_space(text);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') text = skip_space(text), format++;
      if (!*text && !stored) stored = EOF;
      if (*text != *format) break;
      text++, format++;
      continue;
    }
    struct spec spec;
    format = read_spec(&spec, format + 1);
    if (!strchr("diuoxXpaAeEfFgGcs[n", spec.conversion) || !spec.conversion || (spec.length == 'l' && strchr("cs[", spec.conversion)))
      __sheaf_unmodelled("a scanf conversion");
    if (spec.conversion == 'n') {
      if (!spec.suppressed) store_integer(&spec, va_arg(rest, void *), (unsigned long)(text - start));
      continue;
    }
    int is_text = spec.conversion == 'c' || spec.conversion == '[';
    if (!is_text) text = skip_space(text);
    if (!*text) {
      if (!stored) stored = EOF;
      break;
    }
    const char *end = is_text || spec.conversion == 's' ? read_characters(&spec, text, &rest) : read_number(&spec, text, &rest);
    if (!end) break;
    text = end;
    stored += !spec.suppressed;
  }
  va_end(rest);
  return stored;
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
  return vsscanf(text, format, arguments);
}

int sscanf(const char *restrict text, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int stored = vsscanf(text, format, arguments);
  va_end(arguments);
  return stored;
}

/* The names by which glibc's headers call it. */

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int stored = vsscanf(text, format, arguments);
  va_end(arguments);
  return stored;
}

int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int stored = vsscanf(text, format, arguments);
  va_end(arguments);
  return stored;
}
