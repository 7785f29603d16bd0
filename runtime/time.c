/* time.h: calendar times, in the time zone UTC, and their formatting in the "C" locale. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

char *tzname[2] = {"GMT", "GMT"};
long timezone;
int daylight;

static void name_zone(void) { tzname[0] = tzname[1] = "UTC"; }

/* Other zones are not modelled. */
void tzset(void) {
  static const char *const names[] = {"", "UTC", "UTC0", "Etc/UTC"};
  const char *zone = getenv("TZ");
  name_zone();
  if (!zone) return;
  if (*zone == ':') zone++;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(zone, names[i]) == 0) return;
  __sheaf_unmodelled("a time zone other than UTC");
}

/* The zone of local times, which is an assumption. */
static const char *local_zone(void) {
  __sheaf_assumes("the time zone is UTC");
  return tzname[0];
}

enum { DAY = 86400 };

static int is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

/* Days from 1970-01-01 to the first day of a month from 0 on, of any year. The year starts in
 * March, so that a leap day is the last. */
static long days_to(long year, long month) {
  long y = month < 2 ? year - 1 : year, m = (month + 10) % 12;
  long era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
  long day = (153 * m + 2) / 5;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + day - 719468;
}

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict result) {
  long days = *time / DAY, rest = *time % DAY;
  if (rest < 0) rest += DAY, days--;
  long shifted = days + 719468, era = (shifted >= 0 ? shifted : shifted - 146096) / 146097, of_era = shifted - era * 146097;
  long year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  long day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100), m = (5 * day_of_year + 2) / 153;
  long month = m < 10 ? m + 2 : m - 10, year = year_of_era + era * 400 + (month < 2);
  if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
    errno = EOVERFLOW;
    return NULL;
  }
  name_zone();
  *result = (struct tm){0};
  result->tm_year = (int)(year - 1900);
  result->tm_mon = (int)month;
  result->tm_mday = (int)(days - days_to(year, month) + 1);
  result->tm_yday = (int)(days - days_to(year, 0));
  result->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
  result->tm_hour = (int)(rest / 3600);
  result->tm_min = (int)(rest / 60 % 60);
  result->tm_sec = (int)(rest % 60);
  result->tm_zone = "GMT";
  return result;
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict result) {
  tzset();
  if (!gmtime_r(time, result)) return NULL;
  result->tm_zone = local_zone();
  return result;
}

static struct tm shared;

struct tm *gmtime(const time_t *time) { return gmtime_r(time, &shared); }
struct tm *localtime(const time_t *time) { return localtime_r(time, &shared); }

time_t timegm(struct tm *tm) {
  long months = tm->tm_year * 12l + tm->tm_mon, year = months / 12, month = months % 12;
  if (month < 0) month += 12, year--;
  time_t days = days_to(year + 1900, month) + tm->tm_mday - 1;
  time_t time = days * DAY + tm->tm_hour * 3600l + tm->tm_min * 60l + tm->tm_sec;
  struct tm normal;
  if (!gmtime_r(&time, &normal)) return -1;
  *tm = normal;
  return time;
}

time_t timelocal(struct tm *tm) { return mktime(tm); }

time_t mktime(struct tm *tm) {
  tzset();
  int is_summer = tm->tm_isdst > 0;
  time_t time = timegm(tm);
  /* As in glibc, summer time, which UTC does not have, is an hour ahead. */
  if (is_summer && time != -1) {
    time -= 3600;
    gmtime_r(&time, tm);
  }
  tm->tm_zone = local_zone();
  return time;
}

double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

/* The name of a day or month, by its index among the names from `first` on; `unknown` if there
 * is none. */
static const char *name_of(nl_item first, int place, int count, const char *unknown) {
  return place < 0 || place >= count ? unknown : nl_langinfo(first + place);
}

static char *as_text(const struct tm *tm, char *text, size_t size) {
  if (!tm) {
    errno = EINVAL;
    return NULL;
  }
  int count = snprintf(text, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %ld\n", name_of(ABDAY_1, tm->tm_wday, 7, "???"),
                       name_of(ABMON_1, tm->tm_mon, 12, "???"), tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900l + tm->tm_year);
  if (count < (int)size && tm->tm_year <= INT_MAX - 1900) return text;
  errno = EOVERFLOW;
  return NULL;
}

char *asctime_r(const struct tm *restrict tm, char *restrict text) { return as_text(tm, text, 26); }

char *asctime(const struct tm *tm) {
  static char text[64];
  return as_text(tm, text, sizeof text);
}

char *ctime_r(const time_t *time, char *text) {
  struct tm tm;
  return localtime_r(time, &tm) ? asctime_r(&tm, text) : NULL;
}

char *ctime(const time_t *time) { return asctime(localtime(time)); }

/* strftime. */

struct sink {
  char *text;
  size_t size, count;
};

/* A conversion as in glibc: `%`, flags, a width, `E` or `O`, a letter. */
struct spec {
  const char *start;
  char pad;   /* the last of the flags `-`, `_` and `0`, or 0 */
  int upper;  /* `^` */
  int change; /* `#` */
  int width;
  char modifier;
  char letter;
};

static void put_character(struct sink *sink, char c) {
  if (sink->count < sink->size) sink->text[sink->count] = c;
  sink->count++;
}

static void put_bytes(struct sink *sink, const char *text, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) put_character(sink, text[i]);
}

/* A string padded to the width; `change` is `toupper`, `tolower` or NULL. */
static void put_text(struct sink *sink, const struct spec *spec, const char *text, size_t bytes, int (*change)(int)) {
  for (size_t n = bytes; n < (size_t)spec->width; n++) put_character(sink, spec->pad == '0' ? '0' : ' ');
  for (size_t i = 0; i < bytes; i++) put_character(sink, change ? (char)change((unsigned char)text[i]) : text[i]);
}

static void put(struct sink *sink, const struct spec *spec, const char *text, int (*change)(int)) {
  put_text(sink, spec, text, strlen(text), change);
}

/* The name of a day or a month. */
static void put_name(struct sink *sink, const struct spec *spec, nl_item first, int place, int count) {
  put(sink, spec, name_of(first, place, count, "?"), spec->upper || spec->change ? toupper : NULL);
}

/* A number with at least this many digits, its sign included; padded with `pad` unless the flags
 * say otherwise. */
static void put_padded(struct sink *sink, const struct spec *spec, long value, int digits, char pad) {
  char text[24];
  if (spec->pad) pad = spec->pad;
  if (pad == '-') {
    int length = snprintf(text, sizeof text, "%ld", value);
    put_text(sink, spec, text, (size_t)length, NULL);
    return;
  }
  int width = digits > spec->width ? digits : spec->width, length = snprintf(text, sizeof text, "%ld", labs(value)) + (value < 0);
  if (value < 0 && pad == '0') put_character(sink, '-');
  for (int n = length; n < width; n++) put_character(sink, pad == '_' ? ' ' : '0');
  if (value < 0 && pad != '0') put_character(sink, '-');
  put_bytes(sink, text, strlen(text));
}

static void put_number(struct sink *sink, const struct spec *spec, long value, int digits) {
  put_padded(sink, spec, value, digits, '0');
}

/* Fields may have any value: as in glibc, sums wrap around. */
static int sum(int left, int right) { return (int)((unsigned)left + (unsigned)right); }
static int difference(int left, int right) { return (int)((unsigned)left - (unsigned)right); }

/* The week of the year, for weeks that start so many days before today. */
static int week(const struct tm *tm, int days) { return sum(difference(tm->tm_yday, days), 7) / 7; }

/* Days since Monday. */
static int after_monday(const struct tm *tm) { return sum(difference(tm->tm_wday, 1), 7) % 7; }

/* Days since the start of the week that has the first Thursday of the year. */
static int days_of_weeks(int day_of_year, int weekday) {
  return sum(difference(day_of_year, sum(difference(day_of_year, weekday), 4 + 54 * 7) % 7), 3);
}

/* The week of ISO 8601 and its year. */
static int iso_week(const struct tm *tm, int *year) {
  *year = sum(tm->tm_year, 1900);
  int days = days_of_weeks(tm->tm_yday, tm->tm_wday);
  int of_next = days_of_weeks(difference(tm->tm_yday, 365 + is_leap(*year)), tm->tm_wday);
  if (days < 0) {
    *year = difference(*year, 1);
    days = days_of_weeks(sum(tm->tm_yday, 365 + is_leap(*year)), tm->tm_wday);
  } else if (of_next >= 0) {
    *year = sum(*year, 1);
    days = of_next;
  }
  return days / 7 + 1;
}

static void format(struct sink *sink, const char *at, const struct tm *tm, int upper);

/* Conversions that abbreviate several others. */
static void put_format(struct sink *sink, const struct spec *spec, const char *at, const struct tm *tm) {
  char text[128];
  struct sink inner = {text, sizeof text, 0};
  format(&inner, at, tm, spec->upper);
  put_text(sink, spec, text, inner.count, NULL);
}

/* The difference of the time zone from UTC. */
static void put_zone(struct sink *sink, const struct spec *spec, const struct tm *tm) {
  int seconds = (int)tm->tm_gmtoff;
  long minutes = labs(seconds) / 60;
  if (tm->tm_isdst < 0) return;
  put(sink, spec, seconds < 0 ? "-" : "+", NULL);
  put_number(sink, spec, minutes / 60 * 100 + minutes % 60, 4);
}

/* The name of the time zone: of the local one if there is none. */
static const char *zone_of(const struct tm *tm) {
  if ((tm->tm_zone && *tm->tm_zone) || tm->tm_isdst < 0) return tm->tm_zone ? tm->tm_zone : "";
  if (tm->tm_isdst > 1) return "?";
  tzset();
  return local_zone();
}

/* Unlike other numbers, padded with spaces. */
static void put_seconds(struct sink *sink, const struct spec *spec, time_t time) {
  char text[24];
  snprintf(text, sizeof text, "%ld", (long)time);
  put(sink, spec, text, NULL);
}

static void convert(struct sink *sink, const struct spec *spec, const struct tm *tm) {
  int hour = tm->tm_hour > 12 ? tm->tm_hour - 12 : tm->tm_hour ? tm->tm_hour : 12;
  int year = sum(tm->tm_year, 1900), iso_year;
  struct tm copy = *tm;
  switch (spec->letter) {
    case 'a': put_name(sink, spec, ABDAY_1, tm->tm_wday, 7); break;
    case 'A': put_name(sink, spec, DAY_1, tm->tm_wday, 7); break;
    case 'b':
    case 'h': put_name(sink, spec, ABMON_1, tm->tm_mon, 12); break;
    case 'B': put_name(sink, spec, MON_1, tm->tm_mon, 12); break;
    case 'c': put_format(sink, spec, "%a %b %e %H:%M:%S %Y", tm); break;
    case 'C': put_number(sink, spec, year / 100 - (year % 100 < 0), 1); break;
    case 'd': put_number(sink, spec, tm->tm_mday, 2); break;
    case 'D':
    case 'x': put_format(sink, spec, "%m/%d/%y", tm); break;
    case 'e': put_padded(sink, spec, tm->tm_mday, 2, '_'); break;
    case 'F': put_format(sink, spec, "%Y-%m-%d", tm); break;
    case 'g': iso_week(tm, &iso_year); put_number(sink, spec, (iso_year % 100 + 100) % 100, 2); break;
    case 'G': iso_week(tm, &iso_year); put_number(sink, spec, iso_year, 1); break;
    case 'H': put_number(sink, spec, tm->tm_hour, 2); break;
    case 'I': put_number(sink, spec, hour, 2); break;
    case 'j': put_number(sink, spec, sum(tm->tm_yday, 1), 3); break;
    case 'k': put_padded(sink, spec, tm->tm_hour, 2, '_'); break;
    case 'l': put_padded(sink, spec, hour, 2, '_'); break;
    case 'm': put_number(sink, spec, sum(tm->tm_mon, 1), 2); break;
    case 'M': put_number(sink, spec, tm->tm_min, 2); break;
    case 'n': put(sink, spec, "\n", NULL); break;
    case 'p': put(sink, spec, tm->tm_hour < 12 ? "AM" : "PM", spec->change ? tolower : NULL); break;
    case 'P': put(sink, spec, tm->tm_hour < 12 ? "am" : "pm", NULL); break;
    case 'r': put_format(sink, spec, "%I:%M:%S %p", tm); break;
    case 'R': put_format(sink, spec, "%H:%M", tm); break;
    case 's': put_seconds(sink, spec, mktime(&copy)); break;
    case 'S': put_number(sink, spec, tm->tm_sec, 2); break;
    case 't': put(sink, spec, "\t", NULL); break;
    case 'T':
    case 'X': put_format(sink, spec, "%H:%M:%S", tm); break;
    case 'u': put_number(sink, spec, after_monday(tm) + 1, 1); break;
    case 'U': put_number(sink, spec, week(tm, tm->tm_wday), 2); break;
    case 'V': put_number(sink, spec, iso_week(tm, &iso_year), 2); break;
    case 'w': put_number(sink, spec, tm->tm_wday, 1); break;
    case 'W': put_number(sink, spec, week(tm, after_monday(tm)), 2); break;
    case 'y': put_number(sink, spec, (tm->tm_year % 100 + 100) % 100, 2); break;
    case 'Y': put_number(sink, spec, year, 1); break;
    case 'z': put_zone(sink, spec, tm); break;
    case 'Z': put(sink, spec, zone_of(tm), spec->change ? tolower : spec->upper ? toupper : NULL); break;
    default: put(sink, spec, "%", NULL);
  }
}

/* Whether a modifier may precede a conversion letter. */
static int is_conversion(char letter, char modifier) {
  if (!letter || !strchr("aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%", letter)) return 0;
  if (modifier == 'E') return !strchr("aAbBdDeFgGhHIjklmMSUVwW", letter);
  return modifier != 'O' || !strchr("aAcDFxXY", letter);
}

static const char *read_spec(struct spec *spec, const char *at, int upper) {
  *spec = (struct spec){.start = at++, .upper = upper};
  for (; *at && strchr("-_0^#", *at); at++) {
    if (*at == '^') spec->upper = 1;
    else if (*at == '#') spec->change = 1;
    else spec->pad = *at;
  }
  for (; *at >= '0' && *at <= '9'; at++)
    if (spec->width < (INT_MAX - 9) / 10) spec->width = spec->width * 10 + (*at - '0');
  if (*at == 'E' || *at == 'O') spec->modifier = *at++;
  spec->letter = *at;
  return *at ? at + 1 : at;
}

static void format(struct sink *sink, const char *at, const struct tm *tm, int upper) {
  while (*at) {
    struct spec spec;
    if (*at != '%') {
      put_character(sink, *at++);
      continue;
    }
    at = read_spec(&spec, at, upper);
    int is_month_name = spec.letter && strchr("bBh", spec.letter);
    if (is_conversion(spec.letter, spec.modifier)) convert(sink, &spec, tm);
    else put_text(sink, &spec, spec.start, (size_t)(at - spec.start), spec.upper || (spec.change && is_month_name) ? toupper : NULL);
  }
}

size_t strftime(char *restrict text, size_t size, const char *restrict pattern, const struct tm *restrict tm) {
  struct sink sink = {text, size, 0};
  format(&sink, pattern, tm, 0);
  if (sink.count >= size) return 0;
  text[sink.count] = 0;
  return sink.count;
}

size_t strftime_l(char *restrict text, size_t size, const char *restrict pattern, const struct tm *restrict tm, locale_t locale) {
  return strftime(text, size, pattern, tm);
}
