/* The scanf family: reads from a string or a stream, one character at a time with one character
 * of pushback. */
#include "sheaf.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* stdio.h would rename the functions defined here. */
#define EOF (-1)
typedef struct _IO_FILE FILE;
int sheaf_look(FILE *stream, unsigned char *byte);
void sheaf_take(FILE *stream);
void sheaf_note_end(FILE *stream, int ended);
int sheaf_starts_scan(FILE *stream);

/* The source of characters. */
struct source {
  const char *text; /* or, if NULL, */
  FILE *stream;
  size_t taken; /* characters so far */
  int ended;    /* whether the last peek was at the end */
  int has_error, error_before; /* of a float that ended there: the value of `errno` before it */
};

/* Whether there is another character, and its value. It is not consumed, and there is no branch
 * on it: most conversions treat the end like a character that does not match. */
static int look(struct source *source, unsigned char *c) {
  int more;
  if (source->text) more = (*c = (unsigned char)*source->text) != 0;
  else more = sheaf_look(source->stream, c);
  source->ended = !more;
  /* As in glibc, who reads on forgets the error. */
  if (source->has_error && !more) errno = source->error_before;
  return more;
}

/* Consumes the character that was peeked at, which must exist. */
static void take(struct source *source) {
  if (source->text) source->text++;
  else sheaf_take(source->stream);
  source->taken++;
  source->ended = 0;
}

/* A conversion specification. */
struct spec {
  int suppressed; /* `*`: read but not stored */
  int allocated;  /* `m`: stored in allocated memory */
  size_t width;   /* maximum number of characters to read */
  int length;     /* 'H' for hh, 'h', 'l', 'q' for ll, 'L', 'j', 'z', 't', or 0 */
  int position;   /* of the argument, from 1; 0 for the next one */
  char conversion;
  const char *set; /* after `[`; NULL if there is no `]` */
};

static int is_space(int c) { return (c == ' ') | ((unsigned)c - '\t' <= '\r' - '\t'); }

static void skip_space(struct source *source) {
  unsigned char c;
  while (look(source, &c) & is_space(c)) take(source);
}

static const char *read_spec(struct spec *spec, const char *at) {
  *spec = (struct spec){0};
  const char *behind = at + strspn(at, "0123456789");
  if (behind != at && *behind == '$') {
    for (; *at != '$'; at++) spec->position = spec->position * 10 + (*at - '0');
    at++;
  }
  if (*at == '*') spec->suppressed = 1, at++;
  while (*at == '\'') at++;
  for (; *at >= '0' && *at <= '9'; at++) spec->width = spec->width * 10 + (size_t)(*at - '0');
  if (*at == 'm') spec->allocated = 1, at++;
  if (*at == 'h' || *at == 'l' || *at == 'j' || *at == 'z' || *at == 't' || *at == 'L' || *at == 'q') spec->length = *at++;
  if (*at == 'h' && spec->length == 'h') spec->length = 'H', at++;
  if (*at == 'l' && spec->length == 'l') spec->length = 'q', at++;
  spec->conversion = *at++;
  if (!spec->width) spec->width = spec->conversion == 'c' ? 1 : (size_t)-1;
  if (spec->conversion == '[') {
    spec->set = at;
    if (*at == '^') at++;
    if (*at == ']') at++;
    while (*at && *at != ']') at++;
    if (*at) at++;
    else spec->set = NULL;
  }
  return at;
}

/* Whether a character is in a set of `[`, which may contain ranges, also from the end of another
 * range on. Where one would be empty, its characters stand for themselves. */
static int in_set(int c, const char *text) {
  const unsigned char *set = (const unsigned char *)text;
  int inverted = *set == '^', found = 0;
  if (inverted) set++;
  for (int first = 1; *set && (first || *set != ']'); first = 0, set++) {
    int is_range = !first && *set == '-' && set[1] && set[1] != ']' && set[-1] <= set[1];
    found |= is_range ? (set[-1] <= c) & (c < set[1]) : *set == c;
  }
  return found != inverted;
}

/* The value of an integer in a string, truncated as in the C library. */
static unsigned long long integer_of(const struct spec *spec, const char *text, int is_signed, int base) {
  int is_long_long = spec->length == 'q' || spec->length == 'j' || spec->length == 'L';
  if (is_long_long) return is_signed ? (unsigned long long)strtoll(text, NULL, base) : strtoull(text, NULL, base);
  return is_signed ? (unsigned long long)strtol(text, NULL, base) : strtoul(text, NULL, base);
}

static void store_integer(const struct spec *spec, void *place, unsigned long long value) {
  switch (spec->length) {
    case 'H': *(char *)place = (char)value; break;
    case 'h': *(short *)place = (short)value; break;
    case 0: *(int *)place = (int)value; break;
    case 'q':
    case 'j':
    case 'L': *(long long *)place = (long long)value; break;
    default: *(long *)place = (long)value; break;
  }
}

/* `place` is NULL if nothing is stored: then the conversion only sets `errno`. */
static void store_float(struct source *source, const struct spec *spec, void *place, const char *text) {
  int before = errno;
  union { long double l; double d; float f; } nowhere;
  if (!place) place = &nowhere;
  if (spec->length == 'L') *(long double *)place = strtold(text, NULL);
  else if (spec->length == 'l') *(double *)place = strtod(text, NULL);
  else *(float *)place = strtof(text, NULL);
  if (errno != before && source->ended) source->has_error = 1, source->error_before = before;
}

/* Numbers. */

/* The maximum length of a number; longer ones are not modelled. */
struct number {
  struct source *source;
  size_t left; /* of the width */
  size_t length;
  int has_exponent;
  char text[512];
};

/* Consumes the next character if it is in `set`, ignoring case; returns whether it did. */
static int take_one_of(struct number *number, const char *set) {
  if (!number->left) return 0;
  unsigned char c;
  int more = look(number->source, &c), found = 0;
  for (; *set; set++) found |= c == *set;
  if (!(more & found)) return 0;
  take(number->source);
  if (number->length + 1 >= sizeof number->text) __sheaf_unmodelled("a number of more than 500 characters in scanf");
  number->text[number->length++] = (char)c;
  number->left--;
  return 1;
}

static size_t take_all_of(struct number *number, const char *set) {
  size_t count = 0;
  while (take_one_of(number, set)) count++;
  return count;
}

static const char decimal[] = "0123456789", hexadecimal[] = "0123456789abcdefABCDEF", octal[] = "01234567";

/* Consumes an integer; returns its base, or -1 if there is none. */
static int take_integer(struct number *number, char conversion) {
  int base = conversion == 'i' ? 0 : conversion == 'o' ? 8 : strchr("xXp", conversion) ? 16 : 10;
  size_t digits = 0;
  unsigned char c;
  if (conversion == 'p' && number->left && look(number->source, &c) && c == '(') __sheaf_unmodelled("a null pointer in scanf");
  take_one_of(number, "+-");
  if ((base == 0 || base == 16) && take_one_of(number, "0")) {
    digits = 1;
    if (take_one_of(number, "xX")) base = 16; /* as in glibc, `0x` without digits is 0 */
    if (!base) base = 8;
  }
  if (!base) base = 10;
  digits += take_all_of(number, base == 8 ? octal : base == 10 ? decimal : hexadecimal);
  return digits ? base : -1;
}

/* Consumes a word whose first character is consumed already; returns whether it is complete. */
static int take_word(struct number *number, const char *word) {
  for (; *word; word++) {
    char both[] = {*word, (char)(*word - 32), 0};
    if (!take_one_of(number, both)) return 0;
  }
  return 1;
}

/* Consumes a float; returns whether there is one. */
static int take_float(struct number *number) {
  take_one_of(number, "+-");
  if (take_one_of(number, "nN")) return take_word(number, "an");
  if (take_one_of(number, "iI")) {
    if (!take_word(number, "nf")) return 0;
    return take_one_of(number, "iI") ? take_word(number, "nity") : 1;
  }
  const char *digits = decimal, *exponent = "eE";
  size_t count = take_one_of(number, "0");
  /* As in glibc, the prefix needs a width that has room for more, and a point behind it suffices. */
  int has_prefix = count && number->left > 1 && take_one_of(number, "xX");
  if (has_prefix) digits = hexadecimal, exponent = "pP", count = 0;
  count += take_all_of(number, digits);
  int has_point = take_one_of(number, ".");
  if (has_point) count += take_all_of(number, digits);
  if (!count) return has_prefix && has_point;
  if (!take_one_of(number, exponent)) return 1;
  number->has_exponent = 1;
  /* As in glibc, the digits of an exponent may be missing. */
  take_one_of(number, "+-");
  take_all_of(number, decimal);
  return 1;
}

/* Reads and stores a number; returns whether there is one. */
static int read_number(const struct spec *spec, struct source *source, va_list *arguments) {
  struct number number = {.source = source, .left = spec->width};
  int is_float = strchr("aAeEfFgG", spec->conversion) != NULL;
  int base = is_float ? (take_float(&number) ? 0 : -1) : take_integer(&number, spec->conversion);
  if (base < 0) return 0;
  number.text[number.length] = 0;
  void *place = spec->suppressed ? NULL : va_arg(*arguments, void *);
  int is_signed = spec->conversion == 'd' || spec->conversion == 'i';
  if (is_float) {
    /* Shorter numbers without an exponent are in the range of every type. */
    if (place || number.has_exponent || number.length > 30) store_float(number.source, spec, place, number.text);
  } else {
    unsigned long long value = integer_of(spec, number.text, is_signed, base);
    if (!place) return 1;
    if (spec->conversion == 'p') *(void **)place = (void *)(uintptr_t)value;
    else store_integer(spec, place, value);
  }
  return 1;
}

/* Characters: `%c`, `%s` and `%[`. */

static int belongs(const struct spec *spec, int c) {
  return spec->conversion == 'c' || (spec->conversion == 's' ? !is_space(c) : in_set(c, spec->set));
}

/* The next character of a conversion, if there is one. */
static int take_one(const struct spec *spec, struct source *source, unsigned char *c) {
  if (!(look(source, c) & belongs(spec, *c))) return 0;
  take(source);
  return 1;
}

/* The texts that a call has allocated, which are freed if there is no memory for a longer one. */
struct texts {
  char **all[32];
  size_t count;
};

static void discard(struct texts *texts) {
  while (texts->count) {
    char **text = texts->all[--texts->count];
    free(*text);
    *text = NULL;
  }
}

/* Twice the room for a text, or one byte more. */
static char *enlarge(char *text, size_t *room) {
  char *longer = realloc(text, 2 * *room);
  if (longer) *room *= 2;
  else if ((longer = realloc(text, *room + 1))) (*room)++;
  return longer;
}

/* As `read_characters`, into new memory, or a negative number if there is none. The sizes are those
 * of glibc. */
static int read_text(const struct spec *spec, struct source *source, char **result, struct texts *texts) {
  size_t n = 0, end = spec->conversion != 'c', room = end ? 100 : spec->width < 1024 ? spec->width : 1024;
  *result = malloc(room);
  if (!*result) return -1;
  if (texts->count == sizeof texts->all / sizeof *texts->all) __sheaf_unmodelled("scanf with so many allocations");
  texts->all[texts->count++] = result;
  for (unsigned char c; n < spec->width && take_one(spec, source, &c); n++) {
    if (n + end == room) {
      char *longer = enlarge(*result, &room);
      if (!longer) return -1;
      *result = longer;
    }
    (*result)[n] = (char)c;
  }
  if (!n) {
    free(*result);
    *result = NULL;
    return 0;
  }
  if (end) (*result)[n] = 0;
  char *exact = n + end == room ? NULL : realloc(*result, n + end);
  if (exact) *result = exact;
  return 1;
}

/* Reads and stores characters; returns whether there are any. */
static int read_characters(const struct spec *spec, struct source *source, va_list *arguments, struct texts *texts) {
  if (spec->allocated && !spec->suppressed) return read_text(spec, source, va_arg(*arguments, char **), texts);
  char *to = spec->suppressed ? NULL : va_arg(*arguments, char *);
  size_t n = 0;
  for (unsigned char c; n < spec->width && take_one(spec, source, &c); n++)
    if (to) to[n] = (char)c;
  if (n && to && spec->conversion != 'c') to[n] = 0;
  return n != 0; /* for `%c`, glibc accepts fewer */
}

/* Formats. */

/* The result if a conversion failed: the number of stored values, or EOF if it is 0 at the end
 * of the input. */
static int failed_at(int stored, int more) { return stored ? stored : -!more; }

static int scan(struct source *source, const char *format, va_list arguments) {
  int stored = 0;
  struct texts texts = {.count = 0};
  va_list rest;
  va_copy(rest, arguments);
  while (*format) {
    if (is_space(*format)) {
      while (is_space(*format)) format++;
      skip_space(source);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') skip_space(source), format++;
      unsigned char c;
      int more = look(source, &c);
      if (!(more & (c == (unsigned char)*format))) {
        stored = failed_at(stored, more);
        break;
      }
      take(source);
      format++;
      continue;
    }
    struct spec spec;
    format = read_spec(&spec, format + 1);
    if (!spec.conversion || !strchr("diuoxXpaAeEfFgGcs[n", spec.conversion) || (spec.length == 'l' && strchr("cs[", spec.conversion)))
      __sheaf_unmodelled("a scanf conversion");
    va_list there;
    va_copy(there, arguments);
    for (int skipped = 1; skipped < spec.position; skipped++) (void)va_arg(there, void *);
    va_list *from = spec.position ? &there : &rest;
    if (spec.conversion == 'n') {
      if (!spec.suppressed) store_integer(&spec, va_arg(*from, void *), source->taken);
      continue;
    }
    if (spec.conversion == '[' && !spec.set) {
      if (spec.allocated) __sheaf_unmodelled("a set without an end in scanf");
      break;
    }
    int is_text = strchr("cs[", spec.conversion) != NULL;
    if (spec.conversion != 'c' && spec.conversion != '[') skip_space(source);
    unsigned char c;
    int more = look(source, &c);
    int read = is_text ? read_characters(&spec, source, from, &texts) : read_number(&spec, source, from);
    if (read <= 0) {
      stored = read ? EOF : failed_at(stored, more);
      if (read) discard(&texts);
      break;
    }
    stored += !spec.suppressed;
  }
  va_end(rest);
  return stored;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
  struct source source = {.text = text};
  return scan(&source, format, arguments);
}

int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  if (!sheaf_starts_scan(stream)) return EOF;
  struct source source = {.stream = stream};
  int stored = scan(&source, format, arguments);
  sheaf_note_end(stream, source.ended);
  return stored;
}
