/* Formats of printf and scanf, numbers in text, and functions of strings, at the ends of what they accept. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <search.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static void show(int line, const char *what, long result) {
  int error = errno;
  printf("%d: %s: %ld, %d\n", line, what, result, error);
}

#define ROW(call) (errno = 0, show(__LINE__, #call, (long)(call)))
#define POINTER(call) (errno = 0, show(__LINE__, #call, (call) != NULL))

static void hf(int l, const char*w, double v) { printf("%d: %s %a %.17g %d\n", l, w, v, v, errno); }
#define FL(call) (errno = 0, hf(__LINE__, #call, call))
static void fm(int line, const char *f, ...) { char b[700]; va_list a; va_start(a, f); errno = 0; int n = vsnprintf(b, 700, f, a); va_end(a); printf("%d: '%s' -> %d '%s' %d\n", line, f, n, b, errno); }
#define FM(...) fm(__LINE__, __VA_ARGS__)

static void scan(void) {
  wchar_t w = 7; char buffer[300]; float fl; double d; int i; long l; char s[100]; void *p;
  ROW(mbtowc(&w, "", 0)); ROW(w); ROW(mbtowc(&w, "a", 0)); ROW(mbtowc(NULL, "", 0)); ROW(mblen("", 0)); ROW(mblen("", 1)); ROW(mbtowc(&w, "", 1)); ROW(w); ROW(mbrtowc(&w, "", 0, NULL)); ROW(mbtowc(&w, "\x80", 1)); ROW(mbtowc(&w, "\x80", 0)); ROW(w); ROW(mbrlen("\x80", 0, NULL)); ROW(mblen("\x80",5));
  ROW(mbstowcs(&w, "", 0)); ROW(mbstowcs(NULL, "ab\x80", 0)); ROW(wcstombs(buffer, L"\x100", 0)); ROW(mbstowcs(&w, "ab\x80", 0));
#define SC(text, format, ...) do { memset(s, 'Z', 10); s[10] = 0; fl = d = i = l = 77; int n_ = 0; errno = 0; n_ = sscanf(text, format, __VA_ARGS__); printf("%d: %s %s: %d %a %a %d %ld %s %d\n", __LINE__, text, format, n_, fl, d, i, l, s, errno); } while (0)
  SC("0x.p1", "%lf%s", &d, s); SC("0x.", "%lf%s", &d, s); SC("0x", "%lf%s", &d, s); SC("0xp1", "%lf%s", &d, s); SC("0x1p", "%lf%s", &d, s); SC("0x1p+", "%lf%s", &d, s); SC("0x1.p+x", "%lf%s", &d, s); SC("0x.8", "%lf%s", &d, s); SC("0xg", "%lf%s", &d, s); SC(".", "%lf%s", &d, s); SC(".e1", "%lf%s", &d, s); SC("1e", "%lf%s", &d, s); SC("1e+", "%lf%s", &d, s); SC("1e+x", "%lf%s", &d, s); SC("-.", "%lf%s", &d, s); SC("+", "%lf%s", &d, s); SC("-0x", "%lf%s", &d, s); SC("0X.P1", "%lf%s", &d, s); SC("0x.1", "%3lf%s", &d, s); SC("0x1", "%2lf%s", &d, s); SC("0x1", "%1lf%s", &d, s); SC("infinit", "%lf%s", &d, s); SC("inf", "%2lf%s", &d, s); SC("infinity", "%3lf%s", &d, s); SC("infinity", "%4lf%s", &d, s); SC("infx", "%lf%s", &d, s); SC("nan(1)", "%lf%s", &d, s); SC("nax", "%lf%s", &d, s); SC("1.5.2", "%lf%s", &d, s); SC("1,5", "%lf%s", &d, s); SC("0x1.8p1", "%f%s", &fl, s); SC("1e400", "%lf%s", &d, s); SC("1e-400", "%lf%s", &d, s); SC("1_", "%lf%s", &d, s); SC("1e5", "%2lf%s", &d, s); SC("1e5", "%3lf%s", &d, s); SC("1e-5", "%3lf%s", &d, s);SC("0x.p", "%lf%s", &d, s); SC("0x.p+1z", "%lf%s", &d, s); SC("00x1", "%lf%s", &d, s); SC("0x0x1", "%lf%s", &d, s);
  SC("0x", "%i%s", &i, s); SC("0xg", "%i%s", &i, s); SC("0x", "%x%s", &i, s); SC("0xg", "%x%s", &i, s); SC("-0x", "%i%s", &i, s); SC("08", "%i%s", &i, s); SC("0b1", "%i%s", &i, s); SC("0b1", "%x%s", &i, s); SC("-", "%d%s", &i, s); SC("--1", "%d%s", &i, s); SC("+5", "%u%s", &i, s); SC("-5", "%u%s", &i, s); SC("99999999999", "%d%s", &i, s); SC("0x12", "%2i%s", &i, s); SC("0x12", "%3x%s", &i, s); SC("12", "%1d%s", &i, s); SC("", "%d%s", &i, s); SC("  ", "%d%s", &i, s); SC(" 5", "%c%s", s+20, s); SC("abc", "%2c%s", s+20, s); SC("abc", "%5c", s); SC("]a", "%[]]%s", s, s); SC("^a", "%[^^]%s", s, s); SC("a-c", "%[a-]%s", s, s); SC("b", "%[a-c]", s); SC("b", "%[c-a]", s); SC("-", "%[c-a]", s); SC("5%", "%d%%%n", &i, &i); SC("5 %", "%d%%%n", &i, &i); SC("5x", "%dx%n", &i, &i); SC("5", "%*d%n", &i); SC("5 6", "%*d%d", &i); SC("0x5", "%p", &p); SC("300", "%hhd", s); SC("70000", "%hd", s); SC("5", "%d%d", &i, &i); SC("5 x", "%d%d", &i, &i); SC("x", "x%d", &i); SC("5", "%d x", &i); SC("", "", &i); SC("", " ", &i); SC("", "x", &i); SC("a", "%1s%s", s, s+5); SC("1 2", "%2$d%1$d", &i, &i);
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  scan();
  char b[300];
  FM("%5%|"); FM("%-5d|%+d|% d|%05d|%-05d|%+05d|% 05d", 3,3,3,3,3,3,3); FM("%.0d|%.0d|%5.0d|%+.0d", 0, 1, 0, 0); FM("%.3d|%6.3d|%-6.3d|%06.3d", -5,-5,-5,-5); FM("%x|%X|%#x|%#X|%#o|%#x|%#o|%#.0x|%#.0o", 255,255,255,255,8,0,0,0,0); FM("%hhd|%hd|%ld|%lld|%jd|%zd|%td", 300, 70000, 1L<<40, 1LL<<40, (intmax_t)-1, (size_t)5, (ptrdiff_t)-5); FM("%s|%.2s|%5s|%-5s|%.0s|%5.1s", "abc","abc","abc","abc","abc","abc"); FM("%c|%5c|%-5c|", 'a','b','c'); FM("%p|%p|%20p|%-20p|", NULL, (void*)0x1234, (void*)0x12, (void*)0x12); FM("%*d|%-*d|%*d|%.*d|%.*d", 5, 3, 5, 3, -5, 3, 3, 7, -1, 7); FM("%2$d %1$d", 1, 2); FM("%1$s %1$s", "x"); FM("%'d|%'f", 1234567, 1234567.5); FM("%m"); FM("%lc|%ls", L'a', L"abc"); FM("%.2ls|%5ls", L"abc", L"ab"); FM("%a|%A|%.0a|%.3a|%20a|%-20a|%020a", 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5); FM("%e|%E|%.0e|%#.0e|%g|%G|%#g|%.3g", 12345.678, 12345.678,12345.678,12345.678,12345.678,12345.678,12345.678,12345.678); FM("%f|%F|%.0f|%#.0f|%+f|% f|%010f|%-10f|", 1.5,1.5,2.5,2.5,1.5,1.5,1.5,1.5); FM("%f|%F|%5f|%05f|%-5f|%+f|%e|%g|%a", 1/0.,1/0.,1/0.,1/0.,1/0.,1/0.,1/0.,1/0.,1/0.); FM("%f|%F|%+f|%05f", 0/0., 0/0.,0/0.,0/0.); FM("%g|%g|%g|%g|%g", 1e-5, 1e-4, 1e5, 1e6, 123456789.); FM("%.40f|%.30e", 0.1, 0.1); FM("%Lf|%Le|%Lg|%La", 1.5L,1.5L,1.5L,1.5L); FM("%d%n|", 5, (int*)b); FM("%hhx|%hho", -1, -1); FM("%#5x|%-#8x|%#08x", 1,1,1); FM("%+s|%05s", "a", "b"); FM("% 5s|", "a"); FM("%u|%lu|%llu", -1, -1L, -1LL); FM("%i", INT_MIN); FM("%ld", LONG_MIN); FM("%.10x", 255); FM("%500d", 1); FM("%s", NULL); FM("%.3s|%.6s", NULL, NULL); FM("%10s|", NULL); FM("%C|%S", L'x', L"yz");
  ROW(snprintf(NULL, 0, "%2147483648d", 1)); ROW(snprintf(b, 0, "x")); ROW(snprintf(b, 1, "xyz")); ROW(b[0]); ROW(snprintf(b, (size_t)-1, "x")); ROW(snprintf(b, (size_t)INT_MAX+1, "x"));
  FL(strtod("", NULL)); FL(strtod("0x", NULL)); FL(strtod("0x.", NULL)); FL(strtod("0x.p1", NULL)); FL(strtod("1e400", NULL)); FL(strtod("-1e400", NULL)); FL(strtod("1e-400", NULL)); FL(strtod("4.9e-324", NULL)); FL(strtod("2e-324", NULL)); FL(strtod("2.2250738585072011e-308", NULL)); FL(strtod("nan(123)", NULL)); FL(strtod("-nan", NULL)); FL(strtod("infinity", NULL)); FL(strtod("infi", NULL)); FL(strtod(" +1.5x", NULL)); FL(strtod("1e", NULL)); FL(strtod("1e+", NULL)); FL(strtod(".", NULL)); FL(strtod(".e1", NULL)); FL(strtod("0x1p-1074", NULL)); FL(strtod("0x1p-1075", NULL)); FL(strtod("0x1.8p-1075", NULL)); FL(strtod("0x1p1024", NULL)); FL(strtod("179769313486231580793e289", NULL)); FL(strtof("1e39", NULL)); FL(strtof("1e-46", NULL)); FL(strtof("1e-40", NULL)); FL(atof("x")); FL(strtold("1e5000", NULL)); FL(strtod("1__", NULL)); FL(strtod("1'000", NULL)); FL(strtod("\v1", NULL));
  ROW(strcmp(basename(strcpy(b,"/a/b/")), "b/")); ROW(strcmp(dirname(strcpy(b,"/a/b/")), "/a")); ROW(strcmp(dirname(strcpy(b,"a")), ".")); ROW(strcmp(dirname(strcpy(b,"///a")), "/")); ROW(strcmp(dirname(strcpy(b,"//")), "/")); ROW(strcmp(dirname(strcpy(b,"//a")), "//")); ROW(strcmp(dirname(strcpy(b,"")), ".")); ROW(strcmp(dirname(NULL), ".")); ROW(strcmp(__xpg_basename(strcpy(b,"/a/b///")), "b")); ROW(strcmp(__xpg_basename(strcpy(b,"///")), "/")); ROW(strcmp(__xpg_basename(strcpy(b,"")), "."));
  ROW(fnmatch("*", ".a", FNM_PERIOD)); ROW(fnmatch("[!a]", "/", FNM_PATHNAME)); ROW(fnmatch("a*b", "a/b", FNM_PATHNAME)); ROW(fnmatch("[", "[", 0)); ROW(fnmatch("[a-", "[a-", 0)); ROW(fnmatch("[a", "a", 0)); ROW(fnmatch("\\*", "*", 0)); ROW(fnmatch("\\*", "\\x", FNM_NOESCAPE)); ROW(fnmatch("a\\", "a\\", 0)); ROW(fnmatch("[[:alpha:]]", "a", 0)); ROW(fnmatch("[]-a]", "^", 0)); ROW(fnmatch("", "", 0)); ROW(fnmatch("a", "A", FNM_CASEFOLD)); ROW(fnmatch("*/b", "/b", FNM_PATHNAME)); ROW(fnmatch("a", "a/b", FNM_LEADING_DIR)); ROW(fnmatch("a/*", "a/.b", FNM_PATHNAME|FNM_PERIOD)); ROW(fnmatch("?", "\x80", 0)); ROW(fnmatch("[\x80-\xff]", "\x90", 0));
  ROW(memcmp("a\xff", "a\x01", 2) > 0); ROW(strcmp("\xff", "a") > 0); ROW(strcasecmp("Ab", "aB")); ROW(strncasecmp("ab", "ac", 1)); ROW(strncmp("a", "b", 0)); ROW(strspn("aab", "")); ROW(strcspn("aab", "")); POINTER(strpbrk("abc", "")); POINTER(strstr("abc", "")); POINTER(strchr("abc", 0)); POINTER(strrchr("abc", 0)); POINTER(strchr("abc", 'a' + 256)); POINTER(memchr("abc", 'd', 0)); POINTER(memrchr("abc", 'a', 3)); POINTER(memmem("abc", 3, "", 0)); POINTER(memmem("ab", 2, "abc", 3)); POINTER(strcasestr("xAbC", "abc")); { char *s = strcpy(b, ",,a,,b"); POINTER(strsep(&s, ",")); POINTER(s); s = NULL; POINTER(strsep(&s, ",")); } { char *r; POINTER(strtok_r(strcpy(b, ",,"), ",", &r)); POINTER(strtok_r(NULL, ",", &r)); }
  return 0;
}
