/* unistd.h and getopt.h: options as in GNU. Operands are moved after the options unless
 * `POSIXLY_CORRECT` or a leading `+` forbids it.
 *
 * A symbolic word forks only by what an option needs, such as an argument, and not by the option:
 * the program, which treats each option in its own way, forks by the value that is returned. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int optind = 1, opterr = 1, optopt = '?';
char *optarg;

/* The treatment of an operand before an option. */
enum order { PERMUTE, STOP, RETURN };

/* The position of the last call. The skipped operands are `first_skipped` up to `last_skipped`. */
static struct {
  int started;
  enum order order;
  char *next; /* rest of a group of short options */
  int first_skipped, last_skipped;
  int option; /* the last wrong one, for `optopt` */
} state;

/* The request of one call. */
struct request {
  int count;
  char **words;
  const char *options;
  const struct option *longs;
  int *index;
  int single_dash; /* long options may start with one dash */
  int talks;       /* whether errors are printed */
};

static void swap(char **words, int i, int j) {
  char *word = words[i];
  words[i] = words[j];
  words[j] = word;
}

static void reverse(char **words, int from, int to) {
  for (to--; from < to; from++, to--) swap(words, from, to);
}

/* Moves the skipped operands after the options that followed them. */
static void permute(char **words) {
  int options = optind - state.last_skipped;
  reverse(words, state.first_skipped, state.last_skipped);
  reverse(words, state.last_skipped, optind);
  reverse(words, state.first_skipped, optind);
  state.first_skipped += options;
  state.last_skipped = optind;
}

static const char *start(const char *options) {
  if (!state.started || !optind) {
    if (!optind) optind = 1;
    state.first_skipped = state.last_skipped = optind;
    state.next = NULL;
    state.started = 1;
    state.order = *options == '-' ? RETURN : *options == '+' || getenv("POSIXLY_CORRECT") ? STOP : PERMUTE;
  }
  return *options == '-' || *options == '+' ? options + 1 : options;
}

static int is_operand(const char *word) { return word[0] != '-' || !word[1]; }

/* Finds the next option word; -1 at the end, 1 for an operand that is to be returned, else 0. */
static int find_word(const struct request *request) {
  char **words = request->words;
  if (state.last_skipped > optind) state.last_skipped = optind;
  if (state.first_skipped > optind) state.first_skipped = optind;
  if (state.order == PERMUTE) {
    if (state.first_skipped != state.last_skipped && state.last_skipped != optind) permute(words);
    else if (state.last_skipped != optind) state.first_skipped = optind;
    while (optind < request->count && is_operand(words[optind])) optind++;
    state.last_skipped = optind;
  }
  if (optind < request->count && strcmp(words[optind], "--") == 0) {
    optind++;
    if (state.first_skipped != state.last_skipped && state.last_skipped != optind) permute(words);
    else if (state.first_skipped == state.last_skipped) state.first_skipped = optind;
    state.last_skipped = request->count;
    optind = request->count;
  }
  if (optind == request->count) {
    if (state.first_skipped != state.last_skipped) optind = state.first_skipped;
    return -1;
  }
  if (!is_operand(words[optind])) return 0;
  if (state.order == STOP) return -1;
  optarg = words[optind++];
  return 1;
}

static int complains(const struct request *request) { return request->talks && *request->options != ':'; }

/* The return value for a missing argument. */
static int missing(const struct request *request) { return *request->options == ':' ? ':' : '?'; }

/* What an option needs, or why there is none. */
enum kind { NO_OPTION, PLAIN, REQUIRES, MAY_HAVE, SETS_FLAG, AMBIGUOUS };

/* An option. The members may be symbolic, but paths differ in `kind`. */
struct found {
  int kind;
  int index; /* of a long option */
  int value;
};

/* All bits if a condition holds, without a fork. */
static int mask(int holds) { return -(holds != 0); }

static int has_same_start(const char *left, const char *right, size_t length) {
  int same = 1;
  for (size_t i = 0; i < length; i++) same &= left[i] == right[i];
  return same;
}

static int differs(const struct option *left, const struct option *right) {
  return left->has_arg != right->has_arg || left->flag != right->flag || left->val != right->val;
}

/* What is meant by the name of a long option, cut off at this length: the option with this name,
 * or the only one that starts like this. */
static struct found meaning(const struct request *request, const char *name, size_t length) {
  const struct option *longs = request->longs, *first = NULL;
  int is_ambiguous = 0;
  for (const struct option *option = longs; option->name; option++) {
    if (strncmp(option->name, name, length) != 0) continue;
    int is_exact = strlen(option->name) == length;
    if (!first || is_exact) {
      first = option;
    } else {
      is_ambiguous |= request->single_dash || differs(first, option);
    }
    if (is_exact) {
      is_ambiguous = 0;
      break;
    }
  }
  int argument = first->has_arg == required_argument ? REQUIRES : first->has_arg ? MAY_HAVE : PLAIN;
  return (struct found){is_ambiguous ? AMBIGUOUS : first->flag ? SETS_FLAG : argument, (int)(first - longs), first->val};
}

/* The long option that a name of this length means. All options that start in the same way are one
 * case, whose meaning does not depend on the word. */
static struct found find_long(const struct request *request, const char *name, size_t length) {
  const struct option *longs = request->longs;
  struct found found = {NO_OPTION, 0, 0};
  for (int i = 0; longs[i].name; i++) {
    const char *own = longs[i].name;
    if (strlen(own) < length) continue;
    int is_first = 1;
    for (int j = 0; j < i; j++) is_first &= strncmp(longs[j].name, own, length) != 0;
    if (!is_first) continue;
    int same = mask(has_same_start(own, name, length));
    struct found meant = meaning(request, own, length);
    found.kind |= same & meant.kind;
    found.index |= same & meant.index;
    found.value |= same & meant.value;
  }
  return found;
}

/* Prints the first option that starts like this, and those that differ from it. */
static void name_possibilities(const struct request *request, const char *dashes, const char *name, size_t length) {
  const struct option *first = NULL;
  for (const struct option *option = request->longs; option->name; option++) {
    if (strncmp(option->name, name, length) != 0) continue;
    if (!first || request->single_dash || differs(first, option)) fprintf(stderr, " '%s%s'", dashes, option->name);
    if (!first) first = option;
  }
  fprintf(stderr, "\n");
}

/* The option with an index that may be symbolic: the path forks for each, because a name or a flag
 * at a symbolic index could be anywhere. */
static const struct option *option_at(const struct request *request, int index) { return &request->longs[__sheaf_concrete(index)]; }

/* Processes a long option; `dashes` is its prefix. Returns -1 for one that may be a short option
 * instead. */
static int take_long(const struct request *request, const char *dashes) {
  char **words = request->words, *name = state.next;
  size_t length = strcspn(name, "=");
  struct found found = find_long(request, name, length);
  if (found.kind == AMBIGUOUS) {
    if (complains(request)) {
      fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", words[0], dashes, name);
      name_possibilities(request, dashes, name, length);
    }
    state.next = NULL;
    optind++;
    optopt = 0;
    return '?';
  }
  if (found.kind == NO_OPTION) {
    int has_one_dash = dashes[0] && !dashes[1];
    if (has_one_dash && strchr(request->options, *name)) return -1;
    if (complains(request)) fprintf(stderr, "%s: unrecognized option '%s%s'\n", words[0], dashes, name);
    state.next = NULL;
    optind++;
    optopt = 0;
    return '?';
  }
  optind++;
  state.next = NULL;
  const struct option *flags = found.kind == SETS_FLAG ? option_at(request, found.index) : NULL;
  int needs = flags                    ? flags->has_arg
              : found.kind == REQUIRES ? required_argument
              : found.kind == MAY_HAVE ? optional_argument
                                       : no_argument;
  if (name[length]) {
    if (!needs) {
      if (complains(request))
        fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", words[0], dashes, option_at(request, found.index)->name);
      optopt = found.value;
      return '?';
    }
    optarg = name + length + 1;
  } else if (needs == required_argument) {
    if (optind == request->count) {
      if (complains(request))
        fprintf(stderr, "%s: option '%s%s' requires an argument\n", words[0], dashes, option_at(request, found.index)->name);
      optopt = found.value;
      return missing(request);
    }
    optarg = words[optind++];
  }
  if (request->index) *request->index = found.index;
  if (!flags) return found.value;
  *flags->flag = flags->val;
  return 0;
}

/* Processes the argument of a short option. */
static int take_argument(const struct request *request, int c, int optional) {
  if (*state.next) {
    optarg = state.next;
    optind++;
  } else if (optional) {
    optarg = NULL;
  } else if (optind == request->count) {
    if (complains(request)) fprintf(stderr, "%s: option requires an argument -- '%c'\n", request->words[0], c);
    optopt = c;
    c = missing(request);
  } else {
    optarg = request->words[optind++];
  }
  state.next = NULL;
  return c;
}

/* What a short option needs. */
static int kind_of(const char *options, char c) {
  int kind = NO_OPTION;
  for (const char *option = options; *option; option++) {
    int is_option = *option != ':' && *option != ';' && strchr(options, *option) == option;
    if (!is_option) continue;
    int needs = option[1] != ':' ? PLAIN : option[2] != ':' ? REQUIRES : MAY_HAVE;
    kind |= mask(*option == c) & needs;
  }
  return kind;
}

static int take_short(const struct request *request) {
  char c = *state.next++;
  int kind = kind_of(request->options, c);
  if (!*state.next) optind++;
  if (kind == NO_OPTION) {
    if (complains(request)) fprintf(stderr, "%s: invalid option -- '%c'\n", request->words[0], c);
    optopt = c;
    return '?';
  }
  const char *words = strstr(request->options, "W;");
  if (words && words == strchr(request->options, 'W') && c == 'W' && request->longs) {
    int taken = take_argument(request, c, 0);
    if (taken != 'W') return taken;
    state.next = optarg;
    optarg = NULL;
    optind--;
    return take_long(request, "-W ");
  }
  if (kind == PLAIN) return c;
  return take_argument(request, c, kind == MAY_HAVE);
}

static int next_option(struct request request) {
  if (request.count < 1) return -1;
  optarg = NULL;
  request.options = start(request.options);
  request.talks = opterr;
  if (!state.next || !*state.next) {
    int found = find_word(&request);
    if (found) return found;
    char *word = request.words[optind];
    if (request.longs && word[1] == '-') {
      state.next = word + 2;
      return take_long(&request, "--");
    }
    state.next = word + 1;
    if (request.longs && request.single_dash && (word[2] || !strchr(request.options, word[1]))) {
      int taken = take_long(&request, "-");
      if (taken != -1) return taken;
    }
  }
  return take_short(&request);
}

/* A call replaces what the program stored in `optopt`. */
static int answer(struct request request) {
  optopt = state.option;
  int result = next_option(request);
  state.option = optopt;
  return result;
}

int getopt(int count, char *const *words, const char *options) {
  return answer((struct request){count, (char **)words, options, NULL, NULL, 0, 0});
}

int __posix_getopt(int count, char *const *words, const char *options) { return getopt(count, words, options); }

int getopt_long(int count, char *const *words, const char *options, const struct option *longs, int *index) {
  return answer((struct request){count, (char **)words, options, longs, index, 0, 0});
}

int getopt_long_only(int count, char *const *words, const char *options, const struct option *longs, int *index) {
  return answer((struct request){count, (char **)words, options, longs, index, 1, 0});
}
