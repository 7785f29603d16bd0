/* Compares fnmatch and iconv with the host's. */
#include "runtime_native_host.h"
#include <fnmatch.h>
#include <iconv.h>

#define DECLARE(result, name, ...) result rt_##name(__VA_ARGS__)
DECLARE(int, fnmatch, const char *, const char *, int);
DECLARE(iconv_t, iconv_open, const char *, const char *);
DECLARE(size_t, iconv, iconv_t, char **, size_t *, char **, size_t *);
DECLARE(int, iconv_close, iconv_t);
DECLARE(int *, __errno_location, void);

/* Patterns of random pieces, some of them malformed. */
static void test_patterns(void) {
  static const char *const pieces[] = {"a", "b", "B", ".", "/", "*", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "\\", "[", "]", "-", "[]a]", "[a-]", "[[:alpha:]]",
    "[[:upper:]b]", "[!/]", "[.]", "[[.a.]]", "[[=a=]]", "[\\]]", "[\\a-c]", "!", "[[:", ":]", "\\*", "[[.-.]-c]", "[b-a]", "[--a]", "[[:nothing:]]", "[a", "**", "?*", "[!]a]",
    "(", "*?", "[[.ab.]]", "[a-\\c]", "[[.a.]-b]", "[^", "[]", "[[:digit:]-a]", "[a\\", "[\\", "*/"};
  char pattern[64] = "", text[8];
  unsigned count = below(7), kinds = below(2) ? 12 : sizeof pieces / sizeof *pieces;
  for (unsigned i = 0; i < count; i++) strcat(pattern, pieces[below(kinds)]);
  static const int flags[] = {FNM_PATHNAME, FNM_NOESCAPE, FNM_PERIOD, FNM_LEADING_DIR, FNM_CASEFOLD};
  int how = 0;
  for (int i = 0; i < 5; i++) how |= below(3) ? 0 : flags[i];
  for (int step = 0; step < 6; step++) {
    unsigned bytes = below(7);
    for (unsigned i = 0; i < bytes; i++) text[i] = "abcAB./-]\\*["[below(step ? 7 : 12)];
    text[bytes] = 0;
    jmp_buf here;
    unmodelled = &here;
    if (setjmp(here)) break;
    int found = rt_fnmatch(pattern, text, how);
    unmodelled = NULL;
    EXPECT(found == fnmatch(pattern, text, how), "'%s' %d in '%s': %d", pattern, how, text, found);
  }
  unmodelled = NULL;
}

/* Texts of pieces that are right in some set, converted in parts of any length into any room. */
static void test_sets(void) {
  static const char *const sets[] = {"ASCII", "ISO-8859-1", "UTF-8", "UTF-16", "UTF-16LE", "utf-16be", "UTF-32", "utf32le", "UTF-32BE", "latin1//", "", "US-ASCII"};
  static const struct { const char *text; unsigned bytes; } pieces[] = {{"a", 1}, {"z\0", 2}, {"\xc3\xa4", 2}, {"\xe2\x82\xac", 3}, {"\xf0\x9f\x98\x80", 4}, {"\xff\xfe", 2}, {"\xfe\xff", 2},
    {"\0\0", 2}, {"\x3d\xd8\x00\xde", 4}, {"\xd8\x3d\xde\x00", 4}, {"\x00\xd8", 2}, {"\xed\xa0\x80", 3}, {"\xf4\x90\x80\x80", 4}, {"\xc0\x80", 2}, {"\xe0\x80\x80", 3}, {"\xf3\xa0\x80\x81", 4},
    {"\xf8\x88\x80\x80\x80", 5}, {"\0\0\0b", 4}, {"b\0\0\0", 4}, {"\x01\0\x0e\0", 4}, {"\0\0\xfe\xff", 4}, {"\xff\xfe\0\0", 4}, {"\xe4", 1}, {"\0\xd8\0\0", 4}};
  const char *to = sets[below(12)], *from = sets[below(12)];
  iconv_t left = rt_iconv_open(to, from), right = iconv_open(to, from);
  EXPECT(left != (iconv_t)-1 && right != (iconv_t)-1, "'%s' to '%s'", from, to);
  char text[64];
  unsigned bytes = 0, count = below(8);
  for (unsigned i = 0; i < count; i++) {
    unsigned kind = below(sizeof pieces / sizeof *pieces);
    memcpy(text + bytes, pieces[kind].text, pieces[kind].bytes);
    bytes += pieces[kind].bytes;
  }
  char *a = text, *b = text;
  for (int step = 0; step < 6; step++) {
    char x[100] = "", y[100] = "", *to_x = x, *to_y = y;
    size_t part = below(3) ? (size_t)(text + bytes - a) : below((unsigned)(text + bytes - a) + 1), room = below(3) ? sizeof x : below(9);
    size_t rest_x = part, rest_y = part, room_x = room, room_y = room;
    errno = 0;
    size_t m = rt_iconv(left, &a, &rest_x, &to_x, &room_x);
    int why = *rt___errno_location();
    size_t n = iconv(right, &b, &rest_y, &to_y, &room_y);
    EXPECT(m == n && a == b && rest_x == rest_y && to_x - x == to_y - y && room_x == room_y && !memcmp(x, y, sizeof x) && (n != (size_t)-1 || why == errno),
      "'%s' to '%s', %zu bytes into %zu, step %d: %zd %d, %zd %d; at %ld, %ld; %ld, %ld written", from, to, part, room, step, m, why, n, errno, a - text, b - text, to_x - x, to_y - y);
    if (a != b || to_x - x != to_y - y) break;
    if (n == (size_t)-1 && errno == EILSEQ) a++, b++;
    if (a >= text + bytes || !below(8)) {
      a = b = text;
      rt_iconv(left, NULL, NULL, NULL, NULL), iconv(right, NULL, NULL, NULL, NULL);
    }
  }
  EXPECT(!rt_iconv_close(left) && !iconv_close(right), "'%s' to '%s'", from, to);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 20000;
  for (int i = 0; i < rounds; i++) {
    test_patterns();
    test_sets();
  }
  printf("%d failures\n", failures);
  return failures != 0;
}
