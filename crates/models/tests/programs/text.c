/* Numbers and times to text and back, by generated formats. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t seed = 1;

static unsigned below(unsigned limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % limit;
}

static void random_text(char *text, const char *alphabet, unsigned limit) {
  unsigned length = below(limit);
  for (unsigned i = 0; i < length; i++) text[i] = alphabet[below((unsigned)strlen(alphabet))];
  text[length] = 0;
}

static void print_bytes(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
}

/* Reads a text as a number of each format, and prints patterns, ends and errors. */
static void read_floats(const char *text) {
  char *end;
  errno = 0;
  float f = strtof(text, &end);
  printf("'%s': %ld %d ", text, (long)(end - text), errno), print_bytes(&f, 4);
  errno = 0;
  double d = strtod(text, &end);
  printf(" %ld %d ", (long)(end - text), errno), print_bytes(&d, 8);
  errno = 0;
  long double l = strtold(text, &end);
  printf(" %ld %d ", (long)(end - text), errno), print_bytes(&l, 10);
  printf("\n");
}

static void floats_from_text(void) {
  static const char *const texts[] = {"nan", "-nan(12)", "nan(0x1f)", "NaN(abc_1)", "nan(", "nan(1 2)", "nan()", "nan(99999999999999999999)", "nan(-1)",
    "inf", "-INFINITY", "infinit", "1.17549429e-38", "1.17549435e-38", "1.17549432e-38", "1.1754942e-38", "0x1.fffffep-127", "0x1.ffffffp-127", "0x1.fffffefp-127",
    "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308", "2.22507385850720125e-308", "0x1.fffffffffffffp-1023", "0x1.fffffffffffff8p-1023",
    "0x1.fffffffffffff7p-1023", "3.3621031431120935063e-4932", "3.3621031431120935061e-4932", "3.4028235677973366e38", "3.4028235677973365e38", "1e-45", "7e-46", "7.1e-46", "0x1p-149", "0x1p-150",
    "4.9406564584124654e-324", "2.4703282292062328e-324", "1.7976931348623158e308", "1.7976931348623159e308", "0x", "0x.p1", "0x1p", "1e+", "1e5x", ".5", "5.", ".", "-.e1", "00.1e01", "0e99999", "1e99999", "1e-99999"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) read_floats(texts[i]);
  for (int i = 0; i < 150; i++) {
    char text[40];
    if (i % 3 == 0) random_text(text, " +-.0159eE", 14);
    else if (i % 3 == 1) sprintf(text, "%u.%ue%d", below(10), below(1u << 30), (int)below(90) - 50);
    else sprintf(text, "0x1.%xp%d", below(1u << 30), -127 + (int)below(3) - (below(2) ? 0 : 896));
    read_floats(text);
  }
}

static const double numbers[] = {0.0, -0.0, 1.0, 0.5, 2.5, 1e10, 123456.789, 1e-7, 9.9999995, 1e300, 4.9e-324, 0.1, 99999.5, 1e15, 0.0001, 0.00001234};

static void print_numbers(void) {
  for (int i = 0; i < 700; i++) {
    char format[40] = "%", *at = format + 1, text[400];
    unsigned flags = below(4);
    for (unsigned n = 0; n < flags; n++) *at++ = "-+ #0'"[below(6)];
    if (below(2)) at += sprintf(at, "%u", below(24));
    if (below(2)) at += below(8) ? sprintf(at, ".%u", below(22)) : sprintf(at, ".");
    char conversion = "diouxXeEfFgGaAcs"[below(16)];
    static const char *const lengths[] = {"", "hh", "h", "l", "ll", "z", "j", "t"};
    int kind = conversion == 's' || conversion == 'c' ? 0 : strchr("eEfFgGaA", conversion) ? 1 : 2, length = (int)below(8);
    double number = below(3) ? numbers[below(16)] * (below(2) ? 1 : -3) : ldexp((double)below(1u << 30), (int)below(200) - 100);
    if (kind == 1 && below(20) == 0) number = below(2) ? INFINITY : NAN;
    long value = (long)(seed ^ seed << 21) >> below(64);
    int is_long = kind == 1 && below(3) == 0, written;
    sprintf(at, "%s%c|", kind == 2 ? lengths[length] : is_long ? "L" : "", conversion);
    if (kind == 0 && conversion == 's') written = snprintf(text, sizeof text, format, "some text");
    else if (kind == 0) written = snprintf(text, sizeof text, format, 'x');
    else if (is_long) written = snprintf(text, sizeof text, format, (long double)number / 3);
    else if (kind == 1) written = snprintf(text, sizeof text, format, number);
    else if (length < 3) written = snprintf(text, sizeof text, format, (int)value);
    else written = snprintf(text, sizeof text, format, value);
    printf("%s: %d %s\n", format, written, text);
  }
  char text[200];
  int count = -1;
  printf("%d ", snprintf(text, sizeof text, "%2$s %1$d %2$s", 5, "x")), puts(text);
  printf("%d ", snprintf(text, sizeof text, "%2$*1$d|%3$.*1$s|", 5, 42, "abcdefgh")), puts(text);
  printf("%d ", snprintf(text, sizeof text, "%*d|%-*d|%.*f", -7, 42, 7, 42, -1, 2.0)), puts(text);
  printf("%d ", snprintf(text, sizeof text, "%ls|%5.2ls|%lc|%C|%S", L"wide", L"wide", L'c', L'd', L"more")), puts(text);
  printf("%d ", snprintf(text, sizeof text, "abc%nd%%%5%", &count)), printf("%d %s\n", count, text);
  printf("%d ", snprintf(text, sizeof text, "%.3s|%10s|%-10s|%s", "abcdef", "ab", "ab", (char *)NULL)), puts(text);
  printf("%d ", snprintf(text, sizeof text, "%p|%10p|%-20p|", NULL, NULL, (void *)0x1234)), puts(text);
  printf("%d ", snprintf(text, sizeof text, "%5c|%-5c|%s", 'a', 'b', "x")), puts(text);
}

static void scan_text(void) {
  static const char *const pieces[] = {"%d", "%i", "%x", "%3d", "%hhd", "%ld", "%*d", "%lf", "%n", "%u", "%5lf", "%o", "%s", "%3s", "%c", "%2c", "%[a-f]", "%[^,]",
    "%3[]x1]", "%*s", "%*[0-9]", " ", ",", "%%", "%f", "%Lf", "%hd", "%zu", "%jd", "%[-+0-9]", "%4x", "%2i", "%X", "%p", "%*c", "%1d"};
  for (int i = 0; i < 500; i++) {
    char format[64] = "", text[24];
    union { char text[32]; long number; } places[4];
    memset(places, 1, sizeof places);
    unsigned count = 1 + below(4);
    for (unsigned n = 0; n < count; n++) strcat(format, pieces[below(36)]);
    random_text(text, below(2) ? "12 ,-+" : " 0x1f.,%ab]-einf", 16);
    errno = 0;
    int found = sscanf(text, format, &places[0], &places[1], &places[2], &places[3]);
    printf("'%s' by '%s': %d %d ", text, format, found, errno), print_bytes(places, sizeof places), printf("\n");
  }
  static const char *const floats[] = {"nan", "nan(12)x", "-inf", "infinity", "infinit", "0x1.8p3", "0x", "1e", "1e+", ".5", "+.", "1e400", "nax", "i", "0x1p", "1.5e3e"};
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
    double number = 7;
    char rest[20] = "";
    errno = 0;
    int found = sscanf(floats[i], "%lf%s", &number, rest), error = errno;
    if (isnan(number)) printf("'%s': %d nan '%s' %d\n", floats[i], found, rest, error);
    else printf("'%s': %d %g '%s' %d\n", floats[i], found, number, rest, error);
  }
  static const char *const far[] = {"1e400", "1e-400", "1e400 ", "1e400 x", "5"};
  for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
    double number = 7;
    int found[3], error[3];
    static const char *const all[] = {"%lf", "%lf ", "%lf%n"};
    for (int k = 0, n; k < 3; k++) errno = 0, found[k] = sscanf(far[i], all[k], &number, &n), error[k] = errno;
    printf("'%s': %d %d, %d %d, %d %d\n", far[i], found[0], error[0], found[1], error[1], found[2], error[2]);
  }
  int a = 0, b = 0;
  char *word = NULL;
  printf("%d %d %d\n", sscanf("5 6", "%2$d %1$d", &a, &b), a, b);
  printf("%d %s\n", sscanf("hello there", "%ms", &word), word);
  free(word);
}

static void times(void) {
  static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%EOq";
  static const char *const formats[] = {"%Y-%m-%d", "%d %b %Y", "%H:%M:%S", "%I:%M %p", "%a %b %e %H:%M:%S %Y", "%j %Y", "%y%m%d", "%C%y", "%s", "%D", "%F %T", "%A, %B %d", "%m/%d/%y %R", "%d.%m.%Y%t%H", "%e %h %y %r", "%Y %U %w", "%z", "%b %z %Z"};
  for (int i = 0; i < 800; i++) {
    time_t time = (time_t)(((int64_t)below(1u << 30) << 8) - ((int64_t)1 << 36));
    if (i % 4 == 0) time = (time_t)(((int64_t)below(1u << 30) << 12) - ((int64_t)1 << 41));
    struct tm tm, back;
    char format[16] = "%", *at = format + 1, text[400];
    gmtime_r(&time, &tm);
    unsigned flags = below(3);
    for (unsigned n = 0; n < flags; n++) *at++ = "-_0^#"[below(5)];
    if (below(2)) at += sprintf(at, "%u", below(12));
    if (below(4) == 0) *at++ = "EO"[below(2)];
    *at++ = letters[below(sizeof letters - 1)], *at = 0;
    size_t length = strftime(text, sizeof text, format, &tm);
    printf("%s: %zu '%s'\n", format, length, length ? text : "");
    const char *pattern = formats[below(18)];
    strftime(text, sizeof text, pattern, &tm);
    if (below(4) == 0 && *text) text[below((unsigned)strlen(text))] = " 19x:"[below(5)];
    memset(&back, 0, sizeof back);
    char *end = strptime(text, pattern, &back);
    printf("'%s' by %s: %ld", text, pattern, end ? (long)(end - text) : -1);
    if (end) printf(" %d-%d-%d %d:%d:%d %d %d %ld", back.tm_year, back.tm_mon, back.tm_mday, back.tm_hour, back.tm_min, back.tm_sec, back.tm_wday, back.tm_yday, back.tm_gmtoff);
    printf("\n");
  }
}

int main(void) {
  floats_from_text();
  print_numbers();
  scan_text();
  times();
  return 0;
}
