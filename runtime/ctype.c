/* ctype.h in the "C" locale: the functions, and the tables that glibc's macros read.
 *
 * The functions compute without branches and without a table, so that a symbolic character neither
 * forks nor needs an array. */
#define __NO_CTYPE
#define _GNU_SOURCE
#include "sheaf.h"
#include <ctype.h>
#include <stdint.h>

/* The table that glibc's macros index has 384 entries; an index outside of it is undefined. */
static void check_character(int c) {
  __sheaf_check(((unsigned)c + 128u) < 384u, "out-of-bounds", "the argument is neither EOF nor a character");
}

/* Whether low <= c <= high. */
static int within(int c, int low, int high) { return (unsigned)c - (unsigned)low <= (unsigned)(high - low); }

static int upper(int c) { return within(c, 'A', 'Z'); }
static int lower(int c) { return within(c, 'a', 'z'); }
static int letter(int c) { return within(c | 32, 'a', 'z'); }
static int digit(int c) { return within(c, '0', '9'); }
static int graphic(int c) { return within(c, '!', '~'); }

/* glibc's functions return the bit of the class in its tables, not 1. */
#define CLASS(name, test) int is##name(int c) { check_character(c); return (test) * _IS##name; }
CLASS(upper, upper(c))
CLASS(lower, lower(c))
CLASS(alpha, letter(c))
CLASS(digit, digit(c))
CLASS(alnum, letter(c) | digit(c))
CLASS(xdigit, digit(c) | within(c | 32, 'a', 'f'))
CLASS(space, (c == ' ') | within(c, '\t', '\r'))
CLASS(blank, (c == ' ') | (c == '\t'))
CLASS(print, within(c, ' ', '~'))
CLASS(graph, graphic(c))
CLASS(punct, graphic(c) & !(letter(c) | digit(c)))
CLASS(cntrl, within(c, 0, 31) | (c == 127))
int isascii(int c) { return within(c, 0, 127); }
int toascii(int c) { return c & 127; }

/* glibc maps a negative character other than EOF to the unsigned one. */
static int unsigned_character(int c) { return c + (within(c, -128, -2) << 8); }

int toupper(int c) { return unsigned_character(c) ^ lower(c) << 5; }
int tolower(int c) { return unsigned_character(c) ^ upper(c) << 5; }

/* The tables, for programs compiled with the macros. Entry 128 is character 0. */

#define RANGE(low, high) [128 + (low) ... 128 + (high)]
#define UPPER (_ISupper | _ISalpha | _ISprint | _ISgraph | _ISalnum)
#define LOWER (_ISlower | _ISalpha | _ISprint | _ISgraph | _ISalnum)
#define DIGIT (_ISdigit | _ISxdigit | _ISprint | _ISgraph | _ISalnum)
#define PUNCTUATION (_ISprint | _ISgraph | _ISpunct)

static const unsigned short classes[384] = {
    RANGE(0, 8) = _IScntrl,
    RANGE('\t', '\t') = _IScntrl | _ISspace | _ISblank,
    RANGE('\n', '\r') = _IScntrl | _ISspace,
    RANGE(14, 31) = _IScntrl,
    RANGE(' ', ' ') = _ISspace | _ISprint | _ISblank,
    RANGE('!', '/') = PUNCTUATION,
    RANGE('0', '9') = DIGIT,
    RANGE(':', '@') = PUNCTUATION,
    RANGE('A', 'F') = UPPER | _ISxdigit,
    RANGE('G', 'Z') = UPPER,
    RANGE('[', '`') = PUNCTUATION,
    RANGE('a', 'f') = LOWER | _ISxdigit,
    RANGE('g', 'z') = LOWER,
    RANGE('{', '~') = PUNCTUATION,
    RANGE(127, 127) = _IScntrl,
};

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *table = classes + 128;
  return &table;
}

static int32_t upper_table[384], lower_table[384];

/* Filled at the first use: most programs do not use it. */
static void fill_tables(void) {
  if (upper_table[128 + 'a']) return;
  for (int c = -128; c < 256; c++) {
    upper_table[128 + c] = toupper(c);
    lower_table[128 + c] = tolower(c);
  }
}

const int32_t **__ctype_toupper_loc(void) {
  static const int32_t *table = upper_table + 128;
  fill_tables();
  return &table;
}

const int32_t **__ctype_tolower_loc(void) {
  static const int32_t *table = lower_table + 128;
  fill_tables();
  return &table;
}
