/* time.h: calendars, in the time zone UTC, and their text in the "C" locale. */
#define _GNU_SOURCE
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;

void tzset(void) {}

enum { DAY = 86400 };

static int is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

/* Days from 1970-01-01 to the first day of a month from 0 on, of any year. The year starts in March, so that a leap day is the last. */
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
  if (gmtime_r(time, result)) result->tm_zone = tzname[0];
  else return NULL;
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

time_t mktime(struct tm *tm) {
  time_t time = timegm(tm);
  tm->tm_zone = tzname[0];
  return time;
}

double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

static char *as_text(const struct tm *tm, char *text, size_t size) {
  int count = snprintf(text, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", nl_langinfo(ABDAY_1 + tm->tm_wday), nl_langinfo(ABMON_1 + tm->tm_mon),
                       tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
  if (count < (int)size) return text;
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

static void put(struct sink *sink, const char *text) {
  for (; *text; text++, sink->count++)
    if (sink->count < sink->size) sink->text[sink->count] = *text;
}

/* A number with at least this many digits, filled with zeros or, for a negative number of digits, with spaces. `flag` may say otherwise. */
static void put_number(struct sink *sink, long value, int digits, char flag) {
  char text[24];
  int blank = flag == '_' || (digits < 0 && flag != '0'), width = flag == '-' ? 1 : digits < 0 ? -digits : digits;
  snprintf(text, sizeof text, blank ? "%*ld" : "%0*ld", width, value);
  put(sink, text);
}

/* The week of the year, where weeks start on this day (0: Sunday). */
static int week(const struct tm *tm, int first) { return (tm->tm_yday + 7 - (tm->tm_wday - first + 7) % 7) / 7; }

/* The week of ISO 8601 and the year it belongs to. */
static int iso_week(const struct tm *tm, long *year) {
  int day = (tm->tm_wday + 6) % 7, number = (tm->tm_yday - day + 10) / 7;
  *year = tm->tm_year + 1900l;
  if (number < 1) {
    int days = tm->tm_yday + 365 + is_leap(--*year);
    return (days - day + 10) / 7;
  }
  int rest = 365 + is_leap(*year) - tm->tm_yday;
  if (number == 53 && rest <= 3 - day) {
    ++*year;
    return 1;
  }
  return number;
}

static void format(struct sink *sink, const char *at, const struct tm *tm);

static void convert(struct sink *sink, char conversion, char flag, const struct tm *tm) {
  int hour = tm->tm_hour % 12 ? tm->tm_hour % 12 : 12;
  long year = tm->tm_year + 1900l, iso_year;
  char text[3];
  switch (conversion) {
    case 'a': put(sink, nl_langinfo(ABDAY_1 + tm->tm_wday)); break;
    case 'A': put(sink, nl_langinfo(DAY_1 + tm->tm_wday)); break;
    case 'b':
    case 'h': put(sink, nl_langinfo(ABMON_1 + tm->tm_mon)); break;
    case 'B': put(sink, nl_langinfo(MON_1 + tm->tm_mon)); break;
    case 'c': format(sink, "%a %b %e %H:%M:%S %Y", tm); break;
    case 'C': put_number(sink, year / 100, 2, flag); break;
    case 'd': put_number(sink, tm->tm_mday, 2, flag); break;
    case 'D':
    case 'x': format(sink, "%m/%d/%y", tm); break;
    case 'e': put_number(sink, tm->tm_mday, -2, flag); break;
    case 'F': format(sink, "%Y-%m-%d", tm); break;
    case 'g': iso_week(tm, &iso_year); put_number(sink, iso_year % 100, 2, flag); break;
    case 'G': iso_week(tm, &iso_year); put_number(sink, iso_year, 1, flag); break;
    case 'H': put_number(sink, tm->tm_hour, 2, flag); break;
    case 'I': put_number(sink, hour, 2, flag); break;
    case 'j': put_number(sink, tm->tm_yday + 1, 3, flag); break;
    case 'k': put_number(sink, tm->tm_hour, -2, flag); break;
    case 'l': put_number(sink, hour, -2, flag); break;
    case 'm': put_number(sink, tm->tm_mon + 1, 2, flag); break;
    case 'M': put_number(sink, tm->tm_min, 2, flag); break;
    case 'n': put(sink, "\n"); break;
    case 'p': put(sink, tm->tm_hour < 12 ? "AM" : "PM"); break;
    case 'P': put(sink, tm->tm_hour < 12 ? "am" : "pm"); break;
    case 'r': format(sink, "%I:%M:%S %p", tm); break;
    case 'R': format(sink, "%H:%M", tm); break;
    case 's': {
      struct tm copy = *tm;
      put_number(sink, mktime(&copy), 1, flag);
      break;
    }
    case 'S': put_number(sink, tm->tm_sec, 2, flag); break;
    case 't': put(sink, "\t"); break;
    case 'T':
    case 'X': format(sink, "%H:%M:%S", tm); break;
    case 'u': put_number(sink, tm->tm_wday ? tm->tm_wday : 7, 1, flag); break;
    case 'U': put_number(sink, week(tm, 0), 2, flag); break;
    case 'V': put_number(sink, iso_week(tm, &iso_year), 2, flag); break;
    case 'w': put_number(sink, tm->tm_wday, 1, flag); break;
    case 'W': put_number(sink, week(tm, 1), 2, flag); break;
    case 'y': put_number(sink, (year % 100 + 100) % 100, 2, flag); break;
    case 'Y': put_number(sink, year, 1, flag); break;
    case 'z':
      put(sink, tm->tm_gmtoff < 0 ? "-" : "+");
      put_number(sink, labs(tm->tm_gmtoff) / 3600 * 100 + labs(tm->tm_gmtoff) / 60 % 60, 4, flag);
      break;
    case 'Z': put(sink, tm->tm_zone ? tm->tm_zone : ""); break;
    case '%': put(sink, "%"); break;
    default:
      text[0] = '%', text[1] = conversion, text[2] = 0;
      put(sink, text);
  }
}

static void format(struct sink *sink, const char *at, const struct tm *tm) {
  for (; *at; at++) {
    if (*at != '%') {
      char text[] = {*at, 0};
      put(sink, text);
      continue;
    }
    char flag = 0;
    at++;
    while (*at == '-' || *at == '_' || *at == '0') flag = *at++;
    if (*at == 'E' || *at == 'O') at++;
    if (!*at) return;
    convert(sink, *at, flag, tm);
  }
}

size_t strftime(char *restrict text, size_t size, const char *restrict pattern, const struct tm *restrict tm) {
  struct sink sink = {text, size, 0};
  format(&sink, pattern, tm);
  if (sink.count >= size) return 0;
  text[sink.count] = 0;
  return sink.count;
}

size_t strftime_l(char *restrict text, size_t size, const char *restrict pattern, const struct tm *restrict tm, locale_t locale) {
  return strftime(text, size, pattern, tm);
}
