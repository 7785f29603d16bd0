/* iconv.h: conversions between the character sets below. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum set { ASCII, LATIN1, UTF8, UTF16, UTF16LE, UTF16BE, UTF32, UTF32LE, UTF32BE };

static const struct {
  const char *name;
  enum set set;
} names[] = {
    {"ANSI_X3.4-1968", ASCII}, {"ASCII", ASCII},       {"US-ASCII", ASCII},     {"ISO646-US", ASCII},    {"US", ASCII},
    {"ISO-8859-1", LATIN1},    {"ISO8859-1", LATIN1},  {"ISO_8859-1", LATIN1},  {"ISO88591", LATIN1},    {"LATIN1", LATIN1},
    {"L1", LATIN1},            {"UTF-8", UTF8},        {"UTF8", UTF8},          {"UTF-16", UTF16},       {"UTF16", UTF16},
    {"UTF-16LE", UTF16LE},     {"UTF16LE", UTF16LE},   {"UTF-16BE", UTF16BE},   {"UTF16BE", UTF16BE},    {"UTF-32", UTF32},
    {"UTF32", UTF32},          {"UTF-32LE", UTF32LE},  {"UTF32LE", UTF32LE},    {"UTF-32BE", UTF32BE},   {"UTF32BE", UTF32BE},
};

struct conversion {
  enum set from, to;
  enum set order;  /* of a set whose order of bytes a mark tells: the one to read */
  int has_read;    /* where such a mark may be */
  int has_written; /* a mark */
  int repairs;     /* what cannot be converted is replaced or left out */
};

/* What becomes of the next character. */
enum progress { DONE, NO_ROOM = E2BIG, INVALID = EILSEQ, CUT_OFF = EINVAL };

struct character {
  enum progress progress;
  size_t bytes;
  uint32_t code;
};

static struct character character(uint32_t code, size_t bytes) { return (struct character){DONE, bytes, code}; }
static struct character failure(enum progress why) { return (struct character){why, 0, 0}; }

static int is_surrogate(uint32_t code) { return code >> 11 == 0xd800 >> 11; }

/* The set of a name, which ends at `length`. */
static enum set find_set(const char *name, size_t length) {
  if (!length) {
    __sheaf_assumes("the user's locale is C");
    return ASCII;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strlen(names[i].name) != length || strncasecmp(names[i].name, name, length)) continue;
    if (names[i].set != ASCII && names[i].set != UTF8) __sheaf_assumes("the character sets of glibc are installed");
    return names[i].set;
  }
  __sheaf_unmodelled("iconv_open with another character set");
}

/* Whether errors are repaired, as what follows the name of a set says. */
static int find_repairs(const char *suffix) {
  while (*suffix == '/') suffix++;
  if (!*suffix) return 0;
  if (strcasecmp(suffix, "TRANSLIT") && strcasecmp(suffix, "IGNORE") && strcasecmp(suffix, "TRANSLIT//IGNORE") &&
      strcasecmp(suffix, "IGNORE//TRANSLIT"))
    __sheaf_unmodelled("iconv_open with this suffix of a character set");
  return 1;
}

iconv_t iconv_open(const char *to, const char *from) {
  size_t to_length = strcspn(to, "/"), from_length = strcspn(from, "/");
  struct conversion what = {.to = find_set(to, to_length), .from = find_set(from, from_length)};
  what.order = what.from;
  if (find_repairs(from + from_length)) __sheaf_unmodelled("iconv_open with a suffix of the set to read");
  what.repairs = find_repairs(to + to_length);
  struct conversion *conversion = malloc(sizeof what);
  if (!conversion) return (iconv_t)-1;
  *conversion = what;
  return conversion;
}

int iconv_close(iconv_t conversion) {
  if (conversion == (iconv_t)-1) {
    errno = EBADF;
    return -1;
  }
  free(conversion);
  return 0;
}

/* A number of 2 or 4 bytes. */
static uint32_t get(const unsigned char *text, int bytes, int is_big) {
  uint32_t number = 0;
  for (int i = 0; i < bytes; i++) number |= (uint32_t)text[i] << 8 * (is_big ? bytes - 1 - i : i);
  return number;
}

static void put(unsigned char *text, uint32_t number, int bytes, int is_big) {
  for (int i = 0; i < bytes; i++) text[i] = (unsigned char)(number >> 8 * (is_big ? bytes - 1 - i : i));
}

/* As in the first UTF-8, up to six bytes: what is not in Unicode fails where it is written. */
static struct character read_utf8(const unsigned char *text, size_t rest) {
  unsigned first = text[0];
  if (first < 0x80) return character(first, 1);
  if (first < 0xc2 || first > 0xfd) return failure(INVALID);
  size_t bytes = first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : first < 0xfc ? 5 : 6;
  size_t length = bytes < rest ? bytes : rest;
  uint32_t code = first & (0x7fu >> bytes);
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) return failure(INVALID);
    code = code << 6 | (text[i] & 0x3f);
  }
  if (length < bytes) return failure(CUT_OFF);
  if ((bytes > 2 && code >> (5 * bytes - 4) == 0) || is_surrogate(code)) return failure(INVALID);
  return character(code, bytes);
}

static struct character read_utf16(const unsigned char *text, size_t rest, int is_big) {
  if (rest < 2) return failure(CUT_OFF);
  uint32_t first = get(text, 2, is_big);
  if (!is_surrogate(first)) return character(first, 2);
  if (first >= 0xdc00) return failure(INVALID);
  if (rest < 4) return failure(CUT_OFF);
  uint32_t second = get(text + 2, 2, is_big);
  if (second >> 10 != 0xdc00 >> 10) return failure(INVALID);
  return character(0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff), 4);
}

static struct character read_character(enum set set, const unsigned char *text, size_t rest) {
  switch (set) {
    case ASCII: return *text < 0x80 ? character(*text, 1) : failure(INVALID);
    case LATIN1: return character(*text, 1);
    case UTF8: return read_utf8(text, rest);
    case UTF16:
    case UTF16LE:
    case UTF16BE: return read_utf16(text, rest, set == UTF16BE);
    default: {
      if (rest < 4) return failure(CUT_OFF);
      uint32_t code = get(text, 4, set == UTF32BE);
      return code > 0x10ffff || is_surrogate(code) ? failure(INVALID) : character(code, 4);
    }
  }
}

/* The bytes of a character in a set; 0 if it has none there. */
static size_t width(enum set set, uint32_t code) {
  switch (set) {
    case ASCII: return code < 0x80;
    case LATIN1: return code < 0x100;
    default: break;
  }
  if (is_surrogate(code)) return 0;
  if (set == UTF8) return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : code < 0x200000 ? 4 : code < 0x4000000 ? 5 : 6;
  if (code > 0x10ffff) return 0;
  return set >= UTF32 || code >= 0x10000 ? 4 : 2;
}

/* The bytes that there must be room for before a character is looked at. */
static size_t least(enum set set) { return set >= UTF32 ? 4 : set >= UTF16 ? 2 : 1; }

static void write_character(enum set set, unsigned char *text, uint32_t code, size_t bytes) {
  if (!bytes) return;
  switch (set) {
    case ASCII:
    case LATIN1: *text = (unsigned char)code; break;
    case UTF8:
      for (size_t i = bytes; --i > 0; code >>= 6) text[i] = 0x80 | (code & 0x3f);
      *text = (unsigned char)(bytes == 1 ? code : (0xff00u >> bytes & 0xff) | code);
      break;
    case UTF16:
    case UTF16LE:
    case UTF16BE:
      if (bytes == 4) {
        put(text, 0xd7c0 + (code >> 10), 2, set == UTF16BE);
        text += 2;
        code = 0xdc00 | (code & 0x3ff);
      }
      put(text, code, 2, set == UTF16BE);
      break;
    default: put(text, code, 4, set == UTF32BE);
  }
}

/* The order of bytes in UTF-16 and UTF-32 is told by a mark, which may be at the start. */
static enum progress skip_mark(struct conversion *conversion, const unsigned char **text, size_t *rest) {
  enum set from = conversion->from;
  if (!conversion->has_read && (from == UTF16 || from == UTF32)) {
    size_t bytes = least(from);
    if (*rest < bytes) return *rest ? CUT_OFF : DONE;
    uint32_t little = get(*text, (int)bytes, 0), big = get(*text, (int)bytes, 1);
    if (big == 0xfeff) conversion->order = from == UTF16 ? UTF16BE : UTF32BE;
    if (big == 0xfeff || little == 0xfeff) *text += bytes, *rest -= bytes;
  }
  conversion->has_read = 1;
  return DONE;
}

/* Converts the next character, of which there is at least a part. */
static enum progress convert(struct conversion *conversion, const unsigned char **text, size_t *rest, unsigned char **out, size_t *room) {
  struct character next = read_character(conversion->order, *text, *rest);
  enum progress progress = next.progress;
  enum set to = conversion->to;
  size_t bytes = progress == DONE ? width(to, next.code) : 0;
  if (progress == DONE) {
    if ((to == UTF16 || to == UTF32) && !conversion->has_written) {
      if (*room < least(to)) return NO_ROOM;
      write_character(to, *out, 0xfeff, least(to));
      *out += least(to), *room -= least(to);
      conversion->has_written = 1;
    }
    if (*room < least(to) || *room < bytes) return NO_ROOM;
    write_character(to, *out, next.code, bytes);
    *out += bytes, *room -= bytes;
    /* Tags, which have no meaning of their own, are left out. */
    if (!bytes && next.code >> 7 != 0xe0000 >> 7) progress = INVALID;
  }
  if (progress == INVALID && conversion->repairs) __sheaf_unmodelled("iconv of what needs //TRANSLIT or //IGNORE");
  if (progress == DONE) *text += next.bytes, *rest -= next.bytes;
  return progress;
}

size_t iconv(iconv_t descriptor, char **text, size_t *rest, char **out, size_t *room) {
  struct conversion *conversion = descriptor;
  if (descriptor == (iconv_t)-1) {
    errno = EBADF;
    return (size_t)-1;
  }
  if (!text || !*text) {
    conversion->has_read = conversion->has_written = 0;
    return 0;
  }
  const unsigned char *at = (const unsigned char *)*text;
  unsigned char *to = (unsigned char *)*out;
  int was_new = !conversion->has_read;
  enum progress progress = skip_mark(conversion, &at, rest);
  const unsigned char *start = at;
  while (progress == DONE && *rest) progress = convert(conversion, &at, rest, &to, room);
  /* A mark may still follow, and even a second one, if the first character cannot be written. */
  if (was_new && conversion->from == UTF16 && at == start && progress != DONE && read_character(conversion->order, at, *rest).progress == DONE) conversion->has_read = 0;
  *text = (char *)at;
  *out = (char *)to;
  if (progress == DONE) return 0;
  errno = (int)progress;
  return (size_t)-1;
}
