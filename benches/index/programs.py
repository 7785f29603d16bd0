"""Programs with functions on strings, in C. They include klee/klee.h."""

HEAD = "#include <assert.h>\n#include <klee/klee.h>\n#include <string.h>\n#include <strings.h>\n"

STEMS = "add all bar cat dev ext fix get has inc job key log map new old put qux run set tag use val win xor".split()


def option_names(count):
    """So many options."""
    return ["--" + STEMS[number % len(STEMS)] + (str(number // len(STEMS)) if number >= len(STEMS) else "") for number in range(count)]


def dispatcher(count):
    """A string of at most eleven characters is compared with so many options; then a string and a character are searched in it."""
    options = option_names(count)
    table = ", ".join(f'"{option}"' for option in options)
    return f"""{HEAD}
static const char *const options[] = {{{table}}};
int main(void) {{
  char text[12];
  klee_make_symbolic(text, sizeof text, "text");
  text[11] = 0;
  int found = -1;
  for (int i = 0; i < {count}; i++)
    if (strcmp(text, options[i]) == 0) found = i;
  const char *part = strstr(text, "ad"), *dash = strchr(text, '-');
  if (found >= 0) assert(dash == text);
  if (found == 0) assert(part == text + 2);
  return 0;
}}
"""


def indexed_dispatcher(count):
    """The same with an index instead of the string where it is an option, and tables of the results. Nothing ties the index to the bytes of the string, so
    it is the least that an index with a symbol of its own can cost."""
    options = option_names(count)
    parts, dashes = (", ".join(str(option.find(it)) for option in options) for it in ("ad", "-"))
    return f"""{HEAD}
static const signed char parts[] = {{{parts}}}, dashes[] = {{{dashes}}};
int main(void) {{
  unsigned char index;
  char text[12];
  klee_make_symbolic(text, sizeof text, "text");
  text[11] = 0;
  klee_make_symbolic(&index, sizeof index, "index");
  klee_assume(index <= {count});
  int found = -1, part, dash;
  for (int i = 0; i < {count}; i++)
    if (index == i) found = i;
  if (index < {count}) {{
    part = parts[index];
    dash = dashes[index];
  }} else {{
    const char *first = strstr(text, "ad"), *second = strchr(text, '-');
    part = first ? first - text : -1;
    dash = second ? second - text : -1;
  }}
  if (found >= 0) assert(dash == 0);
  if (found == 0) assert(part == 2);
  return 0;
}}
"""


def part(size):
    """One free string is searched in another one: symbolic bytes are compared with each other."""
    return f"""{HEAD}
int main(void) {{
  char text[{size}], part[{size}];
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(part, sizeof part, "part");
  text[{size - 1}] = part[{size - 1}] = 0;
  const char *found = strstr(text, part);
  int same = strcasecmp(part, "CONFIG") == 0 && part[0] == 'c';
  assert(!(found == text + 4 && same && strcmp(text, "dev-config") == 0));
  return 0;
}}
"""


def base(size):
    """What is behind the last separator has none: it holds for strings that are no members, too."""
    return f"""{HEAD}
int main(void) {{
  char text[{size}];
  klee_make_symbolic(text, sizeof text, "text");
  text[{size - 1}] = 0;
  const char *last = strrchr(text, '/');
  const char *base = last ? last + 1 : text;
  assert(strchr(base, '/') == 0);
  return 0;
}}
"""
