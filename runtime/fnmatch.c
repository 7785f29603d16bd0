/* fnmatch.h, in the "C" locale. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

/* The longest name of a class. */
enum { NAME_BYTES = 2048 };

/* What a bracket says of a character. */
enum answer { DIFFERS, MATCHES, NO_BRACKET, MALFORMED };

/* A part of a bracket: the text behind it, whether it is well-formed, and a single character. */
struct item {
  const char *end;
  enum { CHARACTER, CLASS, WRONG } kind;
  unsigned char character;
  int matches; /* of a class */
};

static unsigned char folded(char c, int flags) { return (unsigned char)(flags & FNM_CASEFOLD ? tolower((unsigned char)c) : (unsigned char)c); }

/* `[:name:]` at `text`, or the character `[` if this is no name. */
static struct item class_item(const char *text, char c, int flags) {
  char name[NAME_BYTES + 1];
  size_t length = 0;
  for (const char *at = text + 2;; at++) {
    if (length == NAME_BYTES) return (struct item){text, WRONG, 0, 0};
    if (at[0] == ':' && at[1] == ']') {
      name[length] = '\0';
      wctype_t class = wctype(name);
      if (!class) return (struct item){text, WRONG, 0, 0};
      return (struct item){at + 2, CLASS, 0, iswctype((unsigned char)c < 128 ? (unsigned char)c : WEOF, class) != 0};
    }
    if (*at < 'a' || *at >= 'z') return (struct item){text + 1, CHARACTER, folded('[', flags), 0};
    name[length++] = *at;
  }
}

/* `[.c.]` at `text`: "C" has no other elements than characters. */
static struct item element_item(const char *text) {
  size_t length = 0;
  for (const char *at = text + 2; *at; at++, length++)
    if (at[0] == '.' && at[1] == ']') return (struct item){at + 2, length == 1 ? CHARACTER : WRONG, (unsigned char)text[2], 0};
  return (struct item){text, WRONG, 0, 0};
}

/* The next part of a bracket, for the character `c` of the text. */
static struct item next_item(const char *text, char c, int flags) {
  if (*text == '\\' && !(flags & FNM_NOESCAPE))
    return text[1] ? (struct item){text + 2, CHARACTER, folded(text[1], flags), 0} : (struct item){text, WRONG, 0, 0};
  if (text[0] == '[' && text[1] == ':') return class_item(text, c, flags);
  if (text[0] == '[' && text[1] == '=' && text[2] && text[3] == '=' && text[4] == ']')
    return (struct item){text + 5, CLASS, 0, c == text[2]};
  if (text[0] == '[' && text[1] == '.') return element_item(text);
  return (struct item){text + 1, CHARACTER, folded(*text, flags), 0};
}

/* The end of a range, behind its `-`. */
static struct item range_end(const char *text, int flags) {
  if (text[0] == '[' && text[1] == '.') return element_item(text);
  if (text[0] == '[' && (text[1] == ':' || text[1] == '=')) __sheaf_unmodelled("a range of fnmatch that ends in a class");
  if (*text == '\\' && !(flags & FNM_NOESCAPE)) text++;
  return *text ? (struct item){text + 1, CHARACTER, folded(*text, flags), 0} : (struct item){text, WRONG, 0, 0};
}

/* glibc looks less closely at what follows a part that matches. */
static enum answer malformed(int matches) {
  if (matches) __sheaf_unmodelled("fnmatch with a malformed bracket, of which a part matches");
  return MALFORMED;
}

/* Whether a character matches the bracket that starts at `*pattern`, behind its `[`; moves
 * `*pattern` behind its end. All parts are compared without a fork. */
static enum answer bracket(const char **pattern, char c, int flags) {
  const char *at = *pattern;
  unsigned char own = folded(c, flags);
  int inverted = *at == '!' || (*at == '^' && !getenv("POSIXLY_CORRECT")), matches = 0;
  if (inverted) at++;
  do {
    if (!*at) return NO_BRACKET;
    int is_element = at[0] == '[' && at[1] == '.';
    struct item item = next_item(at, c, flags);
    if (item.kind == WRONG) return malformed(matches);
    at = item.end;
    if (item.kind == CLASS) {
      matches |= item.matches;
    } else if (at[0] == '-' && (is_element || at[1] != ']')) {
      if (at[1] == ']') __sheaf_unmodelled("a range of fnmatch that ends in `]`");
      struct item end = range_end(at + 1, flags);
      if (end.kind == WRONG) return malformed(matches);
      matches |= (item.character <= own) & (own <= end.character);
      at = end.end;
    } else {
      matches |= is_element ? (char)item.character == c : item.character == own;
    }
  } while (*at != ']');
  *pattern = at + 1;
  return matches != inverted ? MATCHES : DIFFERS;
}

static int match(const char *pattern, const char *text, int flags, int hides_period);

/* Whether the rest of a pattern, behind its `*`, matches some rest of the text. */
static int match_rest(const char *pattern, const char *text, int flags, int hides_period) {
  if (*text == '.' && hides_period) return FNM_NOMATCH;
  for (; *pattern == '?' || *pattern == '*'; pattern++) {
    if (*pattern == '*') continue;
    if (!*text || (*text == '/' && flags & FNM_PATHNAME)) return FNM_NOMATCH;
    text++; /* glibc still takes a period here for the first character */
  }
  if (!*pattern)
    return flags & FNM_PATHNAME && !(flags & FNM_LEADING_DIR) && strchr(text, '/') ? FNM_NOMATCH : 0;
  int later = flags & FNM_PATHNAME ? flags : flags & ~FNM_PERIOD;
  for (; *text; text++, hides_period = 0) {
    if (*text == '/' && flags & FNM_PATHNAME) return *pattern == '/' ? match(pattern, text, flags, 0) : FNM_NOMATCH;
    if (!match(pattern, text, later, hides_period)) return 0;
  }
  return FNM_NOMATCH;
}

/* Whether a period at the start of the text must be matched by a period is `hides_period`. */
static int match(const char *pattern, const char *text, int flags, int hides_period) {
  for (; *pattern; text++) {
    char c = *pattern++;
    if (c == '*') return match_rest(pattern, text, flags, hides_period);
    int in_path = *text == '/' && flags & FNM_PATHNAME, is_hidden = *text == '.' && hides_period;
    hides_period = 0;
    if (!*text) return FNM_NOMATCH;
    if (c == '?') {
      if (in_path || is_hidden) return FNM_NOMATCH;
      continue;
    }
    if (c == '[') {
      if (in_path || is_hidden) return FNM_NOMATCH;
      enum answer answer = bracket(&pattern, *text, flags);
      if (answer == MATCHES) continue;
      if (answer != NO_BRACKET) return FNM_NOMATCH;
    } else if (c == '\\' && !(flags & FNM_NOESCAPE)) {
      c = *pattern++;
      if (!c) return FNM_NOMATCH;
    } else if (c == '/' && flags & FNM_PATHNAME) {
      hides_period = flags & FNM_PERIOD;
    }
    if (folded(c, flags) != folded(*text, flags)) return FNM_NOMATCH;
  }
  return *text && !(*text == '/' && flags & FNM_LEADING_DIR) ? FNM_NOMATCH : 0;
}

/* Whether a pattern has a list in parentheses. */
static int has_list(const char *pattern) {
  for (; *pattern; pattern++)
    if (pattern[1] == '(' && strchr("?*+@!", *pattern)) return 1;
  return 0;
}

int fnmatch(const char *pattern, const char *text, int flags) {
  if (flags & FNM_EXTMATCH && has_list(pattern)) __sheaf_unmodelled("FNM_EXTMATCH with a list");
  return match(pattern, text, flags, flags & FNM_PERIOD);
}
