/* Compares more models of the C library with the host's: getopt, streams, calendars, wide
 * characters, messages. */
#include "runtime_native_host.h"
#include <errno.h>
#include <getopt.h>
#include <langinfo.h>
#include <regex.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#define DECLARE(result, name, ...) result rt_##name(__VA_ARGS__)
extern int rt_optind, rt_opterr, rt_optopt;
extern char *rt_optarg;
extern FILE *rt_stdin, *rt_stderr;
DECLARE(int, getopt_long, int, char *const *, const char *, const struct option *, int *);
DECLARE(int, getopt_long_only, int, char *const *, const char *, const struct option *, int *);
DECLARE(int, getopt, int, char *const *, const char *);
DECLARE(struct tm *, gmtime_r, const time_t *, struct tm *);
DECLARE(time_t, timegm, struct tm *);
DECLARE(size_t, strftime, char *, size_t, const char *, const struct tm *);
DECLARE(char *, asctime_r, const struct tm *, char *);
DECLARE(char *, strerror, int);
DECLARE(char *, strsignal, int);
DECLARE(char *, nl_langinfo, nl_item);
DECLARE(size_t, mbstowcs, wchar_t *, const char *, size_t);
DECLARE(size_t, wcstombs, char *, const wchar_t *, size_t);
DECLARE(int, wcwidth, wchar_t);
DECLARE(int, iswalpha, wint_t);
DECLARE(wint_t, towupper, wint_t);
DECLARE(FILE *, fopen, const char *, const char *);
DECLARE(FILE *, tmpfile, void);
DECLARE(int, fprintf, FILE *, const char *, ...);
DECLARE(int, fscanf, FILE *, const char *, ...);
DECLARE(int, fclose, FILE *);
DECLARE(int, fputs, const char *, FILE *);
DECLARE(char *, fgets, char *, int, FILE *);
DECLARE(int, fgetc, FILE *);
DECLARE(int, ungetc, int, FILE *);
DECLARE(int, fseek, FILE *, long, int);
DECLARE(long, ftell, FILE *);
DECLARE(void, rewind, FILE *);
DECLARE(int, feof, FILE *);
DECLARE(size_t, fread, void *, size_t, size_t, FILE *);
DECLARE(size_t, fwrite, const void *, size_t, size_t, FILE *);

DECLARE(int, regcomp, regex_t *, const char *, int);
DECLARE(int, regexec, const regex_t *, const char *, size_t, regmatch_t *, int);
DECLARE(size_t, regerror, int, const regex_t *, char *, size_t);
DECLARE(void, regfree, regex_t *);

/* Options: both libraries read the same words, in all orders that the first character of the
 * options can ask for. */
static void test_options(void) {
  static const char *const vocabulary[] = {"-a", "-b", "-bx", "-ab", "-c", "-cy", "--", "-", "word", "--all", "--al", "--a", "--bytes=3",
                                           "--bytes", "--count", "--count=2", "--all=1", "--none", "-z", "-abz", "more", "--by", "-all", "-count", "-W", "-Wall", "-Wbytes=1", "--count="};
  static const char *const specs[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:ab:", "ab:c::W;", "aW;"};
  static int flag_left, flag_right;
  struct option left_longs[] = {{"all", 0, NULL, 'A'}, {"almost", 0, &flag_left, 7}, {"bytes", 1, NULL, 'B'}, {"count", 2, NULL, 'C'}, {0}};
  struct option right_longs[] = {{"all", 0, NULL, 'A'}, {"almost", 0, &flag_right, 7}, {"bytes", 1, NULL, 'B'}, {"count", 2, NULL, 'C'}, {0}};
  char *left[9] = {"compare"}, *right[9] = {"compare"};
  int count = 1 + (int)below(7), kind = (int)below(3);
  for (int i = 1; i < count; i++) left[i] = right[i] = (char *)vocabulary[below(kind ? 28 : 9)];
  const char *spec = specs[below(7)];
  rt_optind = optind = 0;
  rt_opterr = opterr = 0;
  for (int step = 0; step < 20; step++) {
    int index_left = -1, index_right = -1, l, r;
    if (kind == 0) l = rt_getopt(count, left, spec), r = getopt(count, right, spec);
    else if (kind == 1)
      l = rt_getopt_long(count, left, spec, left_longs, &index_left), r = getopt_long(count, right, spec, right_longs, &index_right);
    else
      l = rt_getopt_long_only(count, left, spec, left_longs, &index_left), r = getopt_long_only(count, right, spec, right_longs, &index_right);
    int same = l == r && index_left == index_right && rt_optind == optind && flag_left == flag_right;
    same &= !rt_optarg == !optarg && (!optarg || !strcmp(rt_optarg, optarg)) && (r != '?' || rt_optopt == optopt);
    EXPECT(same, "'%s' kind %d: %d at %d, %d at %d; %s %s %s %s", spec, kind, l, rt_optind, r, optind, right[1], right[2], right[3], right[4]);
    if (r == -1) break;
  }
  for (int i = 0; i < count; i++) EXPECT(left[i] == right[i], "'%s': word %d is %s, %s", spec, i, left[i], right[i]);
}

static void test_calendars(void) {
  time_t time = (time_t)(((int64_t)below(1u << 30) << 8) - ((int64_t)1 << 36)) * (below(4) ? 1 : 40) + below(86400);
  struct tm left, right;
  rt_gmtime_r(&time, &left), gmtime_r(&time, &right);
  char a[200], b[200];
  int same = left.tm_year == right.tm_year && left.tm_yday == right.tm_yday && left.tm_wday == right.tm_wday;
  same &= left.tm_mon == right.tm_mon && left.tm_mday == right.tm_mday && left.tm_hour == right.tm_hour && left.tm_sec == right.tm_sec;
  EXPECT(same, "%ld", time);
  struct tm copy = right;
  EXPECT(rt_timegm(&copy) == time, "%ld", time);
  copy.tm_mon += (int)below(40) - 20, copy.tm_mday += (int)below(100) - 50, copy.tm_hour -= (int)below(100);
  struct tm other = copy;
  EXPECT(rt_timegm(&copy) == timegm(&other) && copy.tm_mday == other.tm_mday && copy.tm_mon == other.tm_mon, "%ld", time);
  char format[8] = "<%";
  format[2] = "aAbBcCdDeFgGHIjklmMnpPrRsStTuUVwWxXyYzZ%h"[below(41)];
  if (below(4) == 0) format[3] = format[2], format[2] = "-_0"[below(3)], format[4] = 0;
  if (time > 0 || !strchr("sCgGyY", format[2 + (format[3] != 0)])) {
    size_t x = rt_strftime(a, sizeof a, format, &right), y = strftime(b, sizeof b, format, &right);
    EXPECT(x == y && !memcmp(a, b, x), "%s of %ld: %s, %s", format, time, a, b);
  }
  char *x = rt_asctime_r(&right, a), *y = asctime_r(&right, b);
  EXPECT(!x == !y && (!x || !strcmp(a, b)), "%ld: %s, %s", time, a, b);
}

static void test_messages(void) {
  for (int i = -1; i < 140; i++) EXPECT(!strcmp(rt_strerror(i), strerror(i)), "%d", i);
  for (int i = 1; i < 32; i++) EXPECT(!strcmp(rt_strsignal(i), strsignal(i)), "%d", i);
  static const nl_item items[] = {CODESET, RADIXCHAR, THOUSEP, YESEXPR, NOEXPR, D_FMT, T_FMT, D_T_FMT, T_FMT_AMPM, AM_STR, DAY_7, MON_12, ABMON_5, CRNCYSTR};
  for (size_t i = 0; i < sizeof items / sizeof *items; i++)
    EXPECT(!strcmp(rt_nl_langinfo(items[i]), nl_langinfo(items[i])), "%zu: %s, %s", i, rt_nl_langinfo(items[i]), nl_langinfo(items[i]));
}

static void test_wide(void) {
  char text[12], left_text[12], right_text[12];
  wchar_t left[12] = {0}, right[12] = {0};
  unsigned n = below(11);
  for (unsigned i = 0; i < n; i++) text[i] = (char)(below(12) ? 1 + below(127) : 200);
  text[n] = 0;
  size_t room = below(12), a = rt_mbstowcs(left, text, room), b = mbstowcs(right, text, room);
  EXPECT(a == b && (a == (size_t)-1 || !wmemcmp(left, right, a)), "%s: %zd, %zd", text, a, b);
  if (b == (size_t)-1) return;
  memset(left_text, 1, sizeof left_text), memset(right_text, 1, sizeof right_text);
  right[11] = 0;
  a = rt_wcstombs(left_text, right, room), b = wcstombs(right_text, right, room);
  EXPECT(a == b && !memcmp(left_text, right_text, sizeof left_text), "%s", text);
  wint_t c = below(300);
  EXPECT(!rt_iswalpha(c) == !iswalpha(c) && rt_towupper(c) == towupper(c) && rt_wcwidth((wchar_t)c) == wcwidth((wchar_t)c), "%u", c);
}

/* Expressions of random pieces. Left out: what glibc gets wrong, `\\B` behind a repetition, and
 * newlines that are no ends of lines. */
static void test_expressions(void) {
  static const char *const pieces[] = {"a", "b", "c", "ab", ".", "[ab]", "[^a]", "[[:alpha:]]", "[b-d]", "(", ")", "(a", "b)", "|", "*", "+", "?", "^", "$",
    "\\(", "\\)", "\\|", "\\{2\\}", "{2}", "{1,2}", "{0,}", "\\{1,\\}", "\\1", "\\w", "\\b", "\\<", "\\>", "A", "-", "\\.", "[]a]", "[a", "\\", "{", "\\{", "{,2}",
    "\\W", "\\`", "\\'", "[[.a.]-c]", "x*", "\\n", "}", "\\}", "]", "{1a}", "{3", "{2,1}"};
  char pattern[64] = "", text[8], a[80], b[80];
  unsigned count = 1 + below(6), kinds = below(3) ? 25 : sizeof pieces / sizeof *pieces;
  for (unsigned i = 0; i < count; i++) strcat(pattern, pieces[below(kinds)]);
  int flags = (below(2) ? REG_EXTENDED : 0) | (below(4) ? 0 : REG_ICASE) | (below(4) ? 0 : REG_NEWLINE);
  regex_t left, right;
  int x = rt_regcomp(&left, pattern, flags), y = regcomp(&right, pattern, flags);
  rt_regerror(x, &left, a, sizeof a), regerror(x, &right, b, sizeof b);
  EXPECT(!x == !y && !strcmp(a, b), "'%s' %d: %d, %d, %s, %s", pattern, flags, x, y, a, b);
  for (int step = 0; !x && !y && step < 6; step++) {
    unsigned bytes = below(7);
    for (unsigned i = 0; i < bytes; i++) text[i] = "abcAdx- \n"[below(flags & REG_NEWLINE ? 9 : 8)];
    text[bytes] = 0;
    int how = (below(5) ? 0 : REG_NOTBOL) | (below(5) ? 0 : REG_NOTEOL);
    regmatch_t l[4], r[4];
    jmp_buf here;
    unmodelled = &here;
    if (setjmp(here)) break;
    int found = rt_regexec(&left, text, 4, l, how);
    unmodelled = NULL;
    EXPECT(found == regexec(&right, text, 4, r, how), "'%s' %d in '%s': %d", pattern, flags, text, found);
    for (int i = 0; !found && i < 4; i++)
      EXPECT(l[i].rm_so == r[i].rm_so && l[i].rm_eo == r[i].rm_eo, "'%s' %d in '%s': %d", pattern, flags, text, i);
  }
  unmodelled = NULL;
  if (!x) rt_regfree(&left);
  if (!y) regfree(&right);
}

/* The same calls on a file of each library. */
static void test_streams(void) {
  FILE *left = rt_tmpfile(), *right = tmpfile();
  char a[64], b[64];
  for (int step = 0; step < 30; step++) {
    long distance = below(12);
    int x = 0, y = 0;
    switch (below(10)) {
      case 0: x = rt_fprintf(left, "%d %s\n", step, "abc"), y = fprintf(right, "%d %s\n", step, "abc"); break;
      case 1: x = rt_fputs("x\ny", left) < 0, y = fputs("x\ny", right) < 0; break;
      case 2: x = rt_fseek(left, distance, SEEK_SET), y = fseek(right, distance, SEEK_SET); break;
      case 3: rt_rewind(left), rewind(right); break;
      case 4: rt_fseek(left, 0, SEEK_CUR), fseek(right, 0, SEEK_CUR), x = rt_fgetc(left), y = fgetc(right); break;
      case 5:
        rt_fseek(left, 0, SEEK_CUR), fseek(right, 0, SEEK_CUR);
        x = rt_fgets(a, 5, left) != NULL, y = fgets(b, 5, right) != NULL;
        if (x && y) EXPECT(!strcmp(a, b), "%s, %s", a, b);
        break;
      case 6:
        rt_rewind(left), rewind(right);
        x = rt_fgetc(left), y = fgetc(right);
        EXPECT(rt_ungetc('Q', left) == ungetc('Q', right) && rt_ftell(left) == ftell(right), "pushed back");
        EXPECT(rt_fgetc(left) == fgetc(right), "pushed back");
        break;
      case 7:
        rt_rewind(left), rewind(right);
        memset(a, 0, sizeof a), memset(b, 0, sizeof b);
        x = (int)rt_fread(a, 3, 4, left), y = (int)fread(b, 3, 4, right);
        EXPECT(!memcmp(a, b, sizeof a), "read");
        break;
      case 8: {
        int m = -1, n = -1;
        rt_rewind(left), rewind(right);
        x = rt_fscanf(left, "%d%5s", &m, a), y = fscanf(right, "%d%5s", &n, b);
        EXPECT(m == n, "%d, %d", m, n);
        break;
      }
      default: rt_fseek(left, -1, SEEK_END), fseek(right, -1, SEEK_END); break;
    }
    EXPECT(x == y && rt_ftell(left) == ftell(right), "step %d: %d, %d; at %ld, %ld", step, x, y, rt_ftell(left), ftell(right));
    EXPECT(!rt_feof(left) == !feof(right), "step %d", step);
    rt_fseek(left, 0, SEEK_CUR), fseek(right, 0, SEEK_CUR);
  }
  rt_fclose(left), fclose(right);
}

static void test_input(void) {
  char a[16];
  EXPECT(rt_fgets(a, sizeof a, rt_stdin) && !strcmp(a, "one\n"), "%s", a);
  EXPECT(rt_fgets(a, 3, rt_stdin) && !strcmp(a, "tw"), "%s", a);
  EXPECT(rt_fgets(a, sizeof a, rt_stdin) && !strcmp(a, "o\n") && !rt_feof(rt_stdin), "%s", a);
  EXPECT(rt_fgets(a, sizeof a, rt_stdin) && !strcmp(a, "3") && rt_feof(rt_stdin), "%s", a);
  EXPECT(!rt_fgets(a, sizeof a, rt_stdin) && rt_fgetc(rt_stdin) == EOF, "the end");
  EXPECT(!rt_fopen("missing", "r") && rt_ftell(rt_stdin) == -1, "no file, no place");
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 20000;
  test_messages();
  test_input();
  for (int i = 0; i < rounds; i++) {
    test_options();
    test_calendars();
    test_expressions();
    test_wide();
    if (i % 20 == 0) test_streams();
  }
  printf("%d failures\n", failures);
  return failures != 0;
}
