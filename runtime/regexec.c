/* regex.h: matches regular expressions compiled by regcomp.c, by backtracking.
 *
 * The leftmost match wins, and the longest of these; the parts that groups match are determined
 * by preferring the first alternative and as many repetitions as possible. Without
 * back-references, no state (position in the program, position in the string) is tried twice. */
#define _GNU_SOURCE
#include "pattern.h"
#include "sheaf.h"
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct matcher {
  const struct program *program;
  const char *text;
  int bytes, flags;
  int *groups, *longest; /* starts and ends of the groups, -1 where there is none */
  int *rounds;           /* where the iterations of the loops started */
  unsigned char *tried;  /* by instruction and position; NULL if they do not determine the rest */
};

static int word_at(const struct matcher *m, int at) { return at >= 0 && at < m->bytes && sheaf_is_word((unsigned char)m->text[at]); }

/* Whether the program can end behind a place without matching more bytes. */
static int ends_behind(const struct matcher *m, int place) {
  const struct instruction *it = &m->program->code[place + 1];
  while (it->operation == SAVE || it->operation == JUMP) it += it->operation == JUMP ? it->a : 1;
  return it->operation == MATCH;
}

/* Without REG_NEWLINE, glibc lets `^` follow, and `$` precede, a newline that is part of the match. */
static int is_odd(const struct matcher *m, int place, int at) {
  enum operation operation = m->program->code[place].operation;
  if (operation == LINE_START) return at > m->groups[0] && m->text[at - 1] == '\n';
  return operation == LINE_END && at < m->bytes && m->text[at] == '\n' && !ends_behind(m, place);
}

/* Whether the assertion of an instruction holds at a position. */
static int holds(const struct matcher *m, int place, int at) {
  struct instruction it = m->program->code[place];
  int lines = m->program->flags & REG_NEWLINE;
  if (!lines && is_odd(m, place, at)) __sheaf_unmodelled("a regular expression with `^` or `$` next to a newline of the match");
  switch (it.operation) {
    case LINE_START: return (at == 0 && !(m->flags & REG_NOTBOL)) || (lines && at > 0 && m->text[at - 1] == '\n');
    case LINE_END: return (at == m->bytes && !(m->flags & REG_NOTEOL)) || (lines && at < m->bytes && m->text[at] == '\n');
    case TEXT_START: return at == 0;
    case TEXT_END: return at == m->bytes;
    default: break;
  }
  int before = word_at(m, at - 1), behind = word_at(m, at);
  if (it.a) return it.a > 0 ? !before && behind : before && !behind;
  return (before != behind) != it.b;
}

/* The number of bytes that an instruction matches at a position, -1 if it does not match. */
static int matched(const struct matcher *m, struct instruction it, int at) {
  if (it.operation == GROUP) {
    int start = m->groups[2 * it.a], bytes = m->groups[2 * it.a + 1] - start;
    if (start < 0 || bytes < 0 || bytes > m->bytes - at) return -1;
    int same = m->program->flags & REG_ICASE ? !strncasecmp(m->text + start, m->text + at, (size_t)bytes)
                                             : !memcmp(m->text + start, m->text + at, (size_t)bytes);
    return same ? bytes : -1;
  }
  if (at == m->bytes) return -1;
  unsigned char character = (unsigned char)m->text[at];
  int fits;
  switch (it.operation) {
    case CHARACTER: fits = character == it.a; break;
    case ANY: fits = !(m->program->flags & REG_NEWLINE) || character != '\n'; break;
    default: fits = m->program->sets[it.a][character / 8] >> character % 8 & 1;
  }
  return fits ? 1 : -1;
}

static int run(struct matcher *m, int place, int at);

/* Goes on with another value in a register, which is as before if that fails. */
static int run_with(struct matcher *m, int *cell, int value, int place, int at) {
  int old = *cell;
  *cell = value;
  if (run(m, place, at)) return 1;
  *cell = old;
  return 0;
}

/* Continues at a position of the program and a position of the string. Keeps the longest match;
 * returns true if no match can be longer. */
static int run(struct matcher *m, int place, int at) {
  for (;;) {
    struct instruction it = m->program->code[place];
    if (m->tried && m->tried[place * (m->bytes + 1) + at]++) return 0;
    switch (it.operation) {
      case MATCH:
        if (at > m->longest[1]) {
          m->groups[1] = at;
          memcpy(m->longest, m->groups, (size_t)(2 * m->program->group_count + 2) * sizeof *m->groups);
        }
        return at == m->bytes;
      case SPLIT:
        if (run(m, place + it.a, at)) return 1;
        place += it.b;
        break;
      case JUMP: place += it.a; break;
      case SAVE: return run_with(m, &m->groups[it.a], at, place + 1, at);
      case LOOP: return run_with(m, &m->rounds[it.a], at, place + 1, at);
      case ROUND: place += m->rounds[it.a] == at ? it.b : 1; break;
      case LINE_START: case LINE_END: case TEXT_START: case TEXT_END: case WORD:
        if (!holds(m, place, at)) return 0;
        place++;
        break;
      default: {
        int bytes = matched(m, it, at);
        if (bytes < 0) return 0;
        at += bytes;
        place++;
      }
    }
  }
}

/* Whether there is a match; `longest` contains it. */
static int search(struct matcher *m, int from, size_t cells) {
  for (int start = from; start <= m->bytes; start++) {
    for (size_t i = 0; i < cells; i++) m->groups[i] = m->longest[i] = -1;
    m->groups[0] = start;
    run(m, 0, start);
    if (m->longest[1] >= 0) return 1;
  }
  return 0;
}

int regexec(const regex_t *restrict expression, const char *restrict text, size_t count, regmatch_t *restrict matches, int flags) {
  const struct program *program = (const struct program *)expression->buffer;
  if (program->is_ambiguous && count > 1 && !(program->flags & REG_NOSUB)) __sheaf_unmodelled("groups of a regular expression with an empty alternative");
  int from = flags & REG_STARTEND ? matches[0].rm_so : 0;
  int bytes = flags & REG_STARTEND ? matches[0].rm_eo : (int)strlen(text);
  size_t cells = 2 * (size_t)program->group_count + 2, rounds = (size_t)program->loop_count;
  size_t states = program->refers ? 0 : (size_t)program->length * ((size_t)bytes + 1);
  int *all = calloc(2 * cells + rounds + 1, sizeof *all);
  unsigned char *tried = states ? calloc(states, 1) : NULL;
  int found = REG_ESPACE;
  if (all && (tried || !states)) {
    struct matcher m = {program, text, bytes, flags, all, all + cells, all + 2 * cells, tried};
    found = search(&m, from, cells) ? 0 : REG_NOMATCH;
    for (size_t i = 0; !found && !(program->flags & REG_NOSUB) && i < count; i++) {
      int start = 2 * i < cells ? m.longest[2 * i] : -1;
      matches[i].rm_so = start;
      matches[i].rm_eo = start < 0 ? -1 : m.longest[2 * i + 1];
    }
  }
  free(tried);
  free(all);
  return found;
}
