/* regex.h: compiling basic and extended regular expressions, with the operators that glibc adds, in
 * the locale "C". Matching is in regexec.c. */
#define _GNU_SOURCE
#include "pattern.h"
#include "sheaf.h"
#include <ctype.h>
#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INSTRUCTIONS = 1 << 14, MOST_GROUPS = 256 };

struct compiler {
  struct program *program;
  const char *at;
  int error, depth;
  unsigned closed; /* bits of the groups that can be referred to */
};

static int extended(const struct compiler *c) { return c->program->flags & REG_EXTENDED; }

static int fail(struct compiler *c, int error) {
  if (!c->error) c->error = error;
  return 0;
}

/* Inserts an instruction at a position. Jumps are relative, and none crosses that position. */
static void insert(struct compiler *c, int place, struct instruction instruction) {
  struct program *p = c->program;
  if (p->length == MOST_INSTRUCTIONS) __sheaf_unmodelled("a regular expression of this size");
  struct instruction *longer = realloc(p->code, (size_t)(p->length + 1) * sizeof *longer);
  if (!longer) {
    fail(c, REG_ESPACE);
    return;
  }
  p->code = longer;
  for (int i = p->length++; i > place; i--) longer[i] = longer[i - 1];
  longer[place] = instruction;
}

static void emit(struct compiler *c, enum operation operation, int a, int b) {
  insert(c, c->program->length, (struct instruction){operation, a, b});
}

static void add(unsigned char *members, int character) { members[character / 8] |= (unsigned char)(1 << character % 8); }

/* A new set: the members, in both cases if case is ignored, or the complement, with or without
 * the newline. */
static void emit_set(struct compiler *c, const set members, int complement, int newline) {
  struct program *p = c->program;
  set *longer = realloc(p->sets, (size_t)(p->set_count + 1) * sizeof *longer);
  if (!longer) {
    fail(c, REG_ESPACE);
    return;
  }
  p->sets = longer;
  unsigned char *new = longer[p->set_count];
  memset(new, 0, sizeof(set));
  for (int i = 1; i < 256; i++) {
    int is_member = members[i / 8] >> i % 8 & 1;
    if (is_member && p->flags & REG_ICASE) add(new, toupper(i)), add(new, tolower(i));
    if (is_member) add(new, i);
  }
  if (complement) {
    for (int i = 0; i < 32; i++) new[i] = (unsigned char)~new[i];
    if (!newline) new['\n' / 8] &= (unsigned char)~(1 << '\n' % 8);
  }
  emit(c, SET, p->set_count++, 0);
}

static void emit_character(struct compiler *c, int character) {
  if (!(c->program->flags & REG_ICASE) || !isalpha(character)) {
    emit(c, CHARACTER, character, 0);
    return;
  }
  set both = {0};
  add(both, character);
  emit_set(c, both, 0, 0);
}

static void add_class(unsigned char *members, int (*belongs)(int)) {
  for (int i = 1; i < 256; i++)
    if (belongs(i)) add(members, i);
}

int sheaf_is_word(int character) { return isalnum(character) || character == '_'; }

/* Whether a construct that starts with `[:`, `[.` or `[=` is closed. */
static int is_closed(const char *at, char kind) {
  while (*at && !(at[0] == kind && at[1] == ']')) at++;
  return *at != 0;
}

/* `[:name:]`, after the colon. */
static void class_in_brackets(struct compiler *c, unsigned char *members) {
  static const struct {
    const char *name;
    int (*belongs)(int);
  } classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl}, {"digit", isdigit}, {"graph", isgraph},
                 {"lower", islower}, {"print", isprint}, {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    size_t length = strlen(classes[i].name);
    if (strncmp(c->at, classes[i].name, length) || c->at[length] != ':' || c->at[length + 1] != ']') continue;
    c->at += length + 2;
    add_class(members, classes[i].belongs);
    return;
  }
  fail(c, is_closed(c->at, ':') ? REG_ECTYPE : REG_EBRACK);
}

/* One character between brackets, or in `[.` and `.]` or `[=` and `=]`. */
static int character_in_brackets(struct compiler *c) {
  if (*c->at == '[' && (c->at[1] == '.' || c->at[1] == '=')) {
    char kind = c->at[1];
    if (!c->at[2] || c->at[3] != kind || c->at[4] != ']') return fail(c, is_closed(c->at + 2, kind) ? REG_ECOLLATE : REG_EBRACK);
    c->at += 5;
    return (unsigned char)c->at[-3];
  }
  if (!*c->at) return fail(c, REG_EBRACK);
  return (unsigned char)*c->at++;
}

static void brackets(struct compiler *c) {
  set members = {0};
  int complement = *c->at == '^';
  c->at += complement;
  if (!*c->at) fail(c, REG_BADPAT);
  for (int first = 1; first || *c->at != ']'; first = 0) {
    if (c->error) return;
    if (c->at[0] == '[' && c->at[1] == ':') {
      c->at += 2;
      class_in_brackets(c, members);
      continue;
    }
    /* As in glibc, a hyphen is itself only at the start and at the end. */
    if (!first && c->at[0] == '-' && c->at[1] && c->at[1] != ']') {
      fail(c, REG_ERANGE);
      return;
    }
    int low = character_in_brackets(c), high = low;
    if (c->at[0] == '-' && c->at[1] && c->at[1] != ']') {
      c->at++;
      high = character_in_brackets(c);
    }
    if (c->error) return;
    if (low > high) {
      fail(c, REG_ERANGE);
      return;
    }
    for (int i = low; i <= high; i++) add(members, i);
  }
  c->at++;
  emit_set(c, members, complement, !(c->program->flags & REG_NEWLINE));
}

static int alternatives(struct compiler *c);

static void group(struct compiler *c) {
  int number = ++c->program->group_count;
  if (number >= MOST_GROUPS) __sheaf_unmodelled("a regular expression with so many groups");
  emit(c, SAVE, 2 * number, 0);
  c->depth++;
  alternatives(c);
  c->depth--;
  emit(c, SAVE, 2 * number + 1, 0);
  if (c->error) return;
  if (!*c->at) {
    fail(c, REG_EPAREN);
    return;
  }
  c->at += extended(c) ? 1 : 2;
  if (number < 10) c->closed |= 1u << number;
}

/* Appends an assertion about a position, which cannot be repeated. */
static int assertion(struct compiler *c, enum operation operation, int side, int negated) {
  emit(c, operation, side, negated);
  return 0;
}

/* What `\B` means behind a repetition depends on how glibc searches. */
static int outside_word(struct compiler *c) {
  for (int i = 0; i < c->program->length; i++)
    if (c->program->code[i].operation == SPLIT) __sheaf_unmodelled("\\B behind a repetition");
  return assertion(c, WORD, 0, 1);
}

/* Parses the character after a backslash. Returns whether the expression can be repeated. */
static int escaped(struct compiler *c) {
  unsigned char character = (unsigned char)*c->at;
  if (!character) return fail(c, REG_EESCAPE);
  c->at++;
  set members = {0};
  switch (character) {
    case 'w': case 'W': add_class(members, sheaf_is_word); emit_set(c, members, character == 'W', 1); break;
    case 's': case 'S': add_class(members, isspace); emit_set(c, members, character == 'S', 1); break;
    case 'b': return assertion(c, WORD, 0, 0);
    case 'B': return outside_word(c);
    case '<': return assertion(c, WORD, 1, 0);
    case '>': return assertion(c, WORD, -1, 0);
    case '`': return assertion(c, TEXT_START, 0, 0);
    case '\'': return assertion(c, TEXT_END, 0, 0);
    case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
      if (!(c->closed >> (character - '0') & 1)) fail(c, REG_ESUBREG);
      c->program->refers = 1;
      emit(c, GROUP, character - '0', 0);
      break;
    default: emit_character(c, character);
  }
  return 1;
}

/* Whether an operator comes next: unescaped in extended expressions, after a backslash in basic
 * ones. */
static int is_operator(const struct compiler *c, char operator) {
  return extended(c) ? *c->at == operator : c->at[0] == '\\' && c->at[1] == operator;
}

/* Whether the alternative ends here. */
static int ends(const struct compiler *c) { return !*c->at || is_operator(c, '|') || (c->depth && is_operator(c, ')')); }

/* Parses an expression without repetition; `first` says that nothing before it could be
 * repeated. Returns whether it can be repeated. */
static int atom(struct compiler *c, int start, int first) {
  if (first && (is_operator(c, '{') || (extended(c) && strchr("*+?", *c->at)))) return fail(c, REG_BADRPT);
  char character = *c->at++;
  switch (character) {
    case '.': emit(c, ANY, 0, 0); return 1;
    case '[': brackets(c); return 1;
    case '^':
      if (extended(c) || start) return assertion(c, LINE_START, 0, 0);
      break;
    case '$':
      if (extended(c) || ends(c) || is_operator(c, ')')) return assertion(c, LINE_END, 0, 0);
      break;
    case '(':
      if (!extended(c)) break;
      group(c);
      return 1;
    case '\\':
      if (extended(c) || (*c->at != '(' && *c->at != ')')) return escaped(c);
      if (*c->at == ')') return fail(c, REG_EPAREN);
      c->at++;
      group(c);
      return 1;
  }
  emit_character(c, (unsigned char)character);
  return 1;
}

/* A number of repetitions up to a comma or the end of the interval: -1 if it is missing, -2 if
 * it is invalid. */
static int number(struct compiler *c) {
  int value = -1;
  for (; *c->at && *c->at != ',' && !is_operator(c, '}'); c->at++) {
    if (!isdigit((unsigned char)*c->at)) value = -2;
    if (*c->at == '\\' && c->at[1]) c->at++;
    if (value != -2 && value <= RE_DUP_MAX) value = (value < 0 ? 0 : value * 10) + (*c->at - '0');
  }
  return value;
}

/* Parses the bounds of a repetition; returns 0 if there is none. */
static int bounds(struct compiler *c, int *least, int *most) {
  *least = 0, *most = -1;
  if (*c->at == '*') {
    c->at++;
    return 1;
  }
  int width = extended(c) ? 1 : 2;
  if (is_operator(c, '+')) *least = 1;
  else if (is_operator(c, '?')) *most = 1;
  else if (!is_operator(c, '{')) return 0;
  int is_interval = c->at[width - 1] == '{';
  c->at += width;
  if (!is_interval) return 1;
  *least = *most = number(c);
  if (*least != -2 && *c->at == ',') {
    c->at++;
    *most = number(c);
    if (*least == -1) *least = 0;
  }
  int is_wrong = *least < 0 || *most == -2 || !is_operator(c, '}');
  if (is_wrong) return fail(c, *c->at ? REG_BADBR : REG_EBRACE);
  c->at += width;
  if (*most >= 0 && *least > *most) return fail(c, REG_BADBR);
  return *least > RE_DUP_MAX || *most > RE_DUP_MAX ? fail(c, REG_ESIZE) : 1;
}

/* Appends a copy of a piece of the program. */
static void repeat(struct compiler *c, const struct instruction *piece, int length) {
  for (int i = 0; i < length; i++) emit(c, piece[i].operation, piece[i].a, piece[i].b);
}

/* Appends a piece of the program with unbounded repetition. */
static void repeat_any(struct compiler *c, const struct instruction *piece, int length) {
  int loop = c->program->loop_count++;
  emit(c, SPLIT, 1, length + 4);
  emit(c, LOOP, loop, 0);
  repeat(c, piece, length);
  emit(c, ROUND, loop, 2);
  emit(c, JUMP, -(length + 3), 0);
}

/* Repeats the end of the program, from a position on. */
static void repeated(struct compiler *c, int start, int least, int most) {
  struct program *p = c->program;
  int length = p->length - start;
  size_t bytes = (size_t)length * sizeof *p->code;
  struct instruction *piece = malloc(bytes ? bytes : 1);
  if (!piece) {
    fail(c, REG_ESPACE);
    return;
  }
  memcpy(piece, p->code + start, bytes);
  p->length = start;
  for (int i = 0; i < least && !c->error; i++) repeat(c, piece, length);
  if (most < 0) repeat_any(c, piece, length);
  for (int left = most - least; left > 0 && !c->error; left--) {
    emit(c, SPLIT, 1, left * (length + 1));
    repeat(c, piece, length);
  }
  free(piece);
}

static void alternative(struct compiler *c) {
  int least, most, repeats = 0;
  for (int start = 1; !ends(c) && !c->error; start = 0) {
    int from = c->program->length;
    repeats = atom(c, start, !repeats);
    while (repeats && !c->error && bounds(c, &least, &most)) {
      repeated(c, from, least, most);
      if (!extended(c) && (*c->at == '*' || is_operator(c, '{'))) fail(c, REG_BADRPT);
    }
  }
}

/* Returns whether an alternative is empty. One cannot refer to groups of another. */
static int alternatives(struct compiler *c) {
  int start = c->program->length, groups = c->program->group_count;
  unsigned closed = c->closed;
  alternative(c);
  int has_empty = c->program->length == start;
  if (c->error || !is_operator(c, '|')) return has_empty;
  c->at += extended(c) ? 1 : 2;
  int second = c->program->length + 1;
  unsigned closed_by_first = c->closed;
  c->closed = closed;
  has_empty |= alternatives(c);
  c->closed |= closed_by_first;
  c->program->is_ambiguous |= has_empty && c->program->group_count != groups;
  insert(c, second - 1, (struct instruction){JUMP, c->program->length - second + 2, 0});
  insert(c, start, (struct instruction){SPLIT, 1, second - start + 1});
  return has_empty;
}

static void discard(struct program *program) {
  free(program->code);
  free(program->sets);
  free(program);
}

int regcomp(regex_t *restrict expression, const char *restrict pattern, int flags) {
  *expression = (regex_t){0};
  struct program *program = calloc(1, sizeof *program);
  if (!program) return REG_ESPACE;
  program->flags = flags;
  struct compiler c = {.program = program, .at = pattern};
  alternatives(&c);
  emit(&c, MATCH, 0, 0);
  if (c.error) {
    discard(program);
    return c.error;
  }
  expression->buffer = (struct re_dfa_t *)program;
  expression->re_nsub = (size_t)program->group_count;
  return 0;
}

void regfree(regex_t *expression) {
  if (expression->buffer) discard((struct program *)expression->buffer);
  expression->buffer = NULL;
}

size_t regerror(int error, const regex_t *restrict expression, char *restrict buffer, size_t size) {
  static const char *const messages[] = {"Success", "No match", "Invalid regular expression", "Invalid collation character",
    "Invalid character class name", "Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(",
    "Unmatched \\{", "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
    "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};
  const char *message = error >= 0 && error < (int)(sizeof messages / sizeof *messages) ? messages[error] : "Unknown error";
  if (size) snprintf(buffer, size, "%s", message);
  return strlen(message) + 1;
}
