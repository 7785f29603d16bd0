/* What a regular expression is compiled to. Not for programs. */
#ifndef SHEAF_PATTERN_H
#define SHEAF_PATTERN_H

enum operation {
  CHARACTER,  /* this one: `a` */
  ANY,        /* any one; with REG_NEWLINE no newline */
  SET,        /* one of the set `a` */
  SPLIT,      /* goes on `a` instructions further or, if that fails, `b` further */
  JUMP,       /* goes on `a` instructions further */
  SAVE,       /* the place is the start or end (an even or odd `a`) of a group */
  LOOP,       /* the place is where a round of the loop `a` starts */
  ROUND,      /* ends a round of the loop `a`: one that matched nothing is the last, and what is `b` further follows */
  LINE_START,
  LINE_END,
  TEXT_START,
  TEXT_END,
  WORD,       /* between a word and something else, or `b` says not; with `a` > 0 only before, with `a` < 0 only behind a word */
  GROUP,      /* what the group `a` matched */
  MATCH,
};

struct instruction {
  enum operation operation;
  int a, b;
};

typedef unsigned char set[32];

struct program {
  struct instruction *code;
  set *sets;
  int length, set_count, group_count, loop_count;
  int refers; /* to groups */
  int flags;
};

/* Whether words have a character. */
int sheaf_is_word(int character);

#endif
