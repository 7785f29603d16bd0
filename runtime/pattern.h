/* The compiled form of a regular expression. Not for programs. */
#ifndef SHEAF_PATTERN_H
#define SHEAF_PATTERN_H

enum operation {
  CHARACTER,  /* this one: `a` */
  ANY,        /* any one; with REG_NEWLINE no newline */
  SET,        /* one of the set `a` */
  SPLIT,      /* jumps `a` instructions or, if that fails, `b` */
  JUMP,       /* jumps `a` instructions */
  SAVE,       /* the position is the start or end (an even or odd `a`) of a group */
  LOOP,       /* the position is the start of an iteration of the loop `a` */
  ROUND,      /* ends an iteration of the loop `a`; after an empty one the loop ends, and jumps `b` */
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
  int is_ambiguous; /* what groups match is not known: an alternative is empty, another has groups */
  int flags;
};

/* Whether a character can be part of a word. */
int sheaf_is_word(int character);

#endif
