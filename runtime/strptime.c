/* time.h: parsing of calendar times in the "C" locale. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <ctype.h>
#include <langinfo.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* The fields parsed so far. */
struct reading {
  const char *at;
  struct tm *tm;
  int hour_of_12, afternoon; /* `%I` was read; `%p` was PM */
  int has_century, century, has_year_of_century;
  int has_month, has_day, has_weekday, has_yearday, wants_days;
  int has_other_digits; /* a number with `O` was read */
  int week, first_of_week, has_week; /* of the year, and the day that it starts with */
};

static void skip_space(struct reading *reading) {
  while (isspace((unsigned char)*reading->at)) reading->at++;
}

/* Parses a number with at most this many digits into `*result`; returns whether there is one
 * within the limits. */
static int number(struct reading *reading, int low, int high, int digits, int *result) {
  int value = 0;
  skip_space(reading);
  if (*reading->at < '0' || *reading->at > '9') return 0;
  for (; digits && *reading->at >= '0' && *reading->at <= '9' && value * 10 <= high; digits--) value = value * 10 + (*reading->at++ - '0');
  if (value < low || value > high) return 0;
  *result = value;
  return 1;
}

/* Parses one of `count` names, full or abbreviated, into its index; returns whether there is one. */
static int name(struct reading *reading, nl_item whole, nl_item abbreviated, int count, int *result) {
  for (int i = 0; i < count; i++) {
    const char *names[] = {nl_langinfo(whole + i), nl_langinfo(abbreviated + i)};
    for (int kind = 0; kind < 2; kind++) {
      size_t length = strlen(names[kind]);
      if (strncasecmp(reading->at, names[kind], length)) continue;
      reading->at += length;
      *result = i;
      return 1;
    }
  }
  return 0;
}

static int read_format(struct reading *reading, const char *format);

/* The same for a conversion that consists of others: none of these counts if one fails. */
static int read_parts(struct reading *reading, const char *format) {
  struct tm before = *reading->tm;
  if (read_format(reading, format)) return 1;
  *reading->tm = before;
  return 0;
}

static int read_zone(struct reading *reading) {
  int negative, value = 0, digits = 0;
  skip_space(reading);
  if (*reading->at == 'Z') {
    reading->at++;
    reading->tm->tm_gmtoff = 0;
    return 1;
  }
  if (*reading->at != '+' && *reading->at != '-') return 0;
  negative = *reading->at++ == '-';
  while (digits < 4 && isdigit((unsigned char)*reading->at)) {
    value = value * 10 + (*reading->at++ - '0');
    digits++;
    if (*reading->at == ':' && digits == 2 && isdigit((unsigned char)reading->at[1])) reading->at++;
  }
  if (digits == 2) value *= 100;
  else if (digits != 4 || value % 100 >= 60) return 0;
  long seconds = value / 100 * 3600 + value % 100 * 60;
  reading->tm->tm_gmtoff = negative ? -seconds : seconds;
  return 1;
}

static int read_seconds(struct reading *reading) {
  unsigned long number = 0; /* wraps around as in glibc */
  if (*reading->at < '0' || *reading->at > '9') return 0;
  while (*reading->at >= '0' && *reading->at <= '9') number = number * 10 + (unsigned long)(*reading->at++ - '0');
  time_t seconds = (time_t)number;
  return localtime_r(&seconds, reading->tm) != NULL;
}

static int read_conversion(struct reading *reading, char conversion) {
  struct tm *tm = reading->tm;
  int value;
  switch (conversion) {
    case '%': return *reading->at++ == '%';
    case 'a':
    case 'A': reading->has_weekday = 1; return name(reading, DAY_1, ABDAY_1, 7, &tm->tm_wday);
    case 'b':
    case 'B':
    case 'h': reading->has_month = reading->wants_days = 1; return name(reading, MON_1, ABMON_1, 12, &tm->tm_mon);
    case 'c': reading->wants_days = 1; return read_parts(reading, "%a %b %e %H:%M:%S %Y");
    case 'C': reading->has_century = reading->wants_days = 1; return number(reading, 0, 99, 2, &reading->century);
    case 'd':
    case 'e': reading->has_day = reading->wants_days = 1; return number(reading, 1, 31, 2, &tm->tm_mday);
    case 'D':
    case 'x': return read_parts(reading, "%m/%d/%y");
    case 'F': reading->wants_days = 1; return read_parts(reading, "%Y-%m-%d");
    case 'g': return number(reading, 0, 99, 2, &value);
    case 'G': return number(reading, 0, 9999, 4, &value);
    case 'H':
    case 'k': reading->hour_of_12 = 0; return number(reading, 0, 23, 2, &tm->tm_hour);
    case 'I':
    case 'l':
      if (!number(reading, 1, 12, 2, &value)) return 0;
      tm->tm_hour = value % 12;
      reading->hour_of_12 = 1;
      return 1;
    case 'j':
      if (!number(reading, 1, 366, 3, &value)) return 0;
      tm->tm_yday = value - 1;
      reading->has_yearday = 1;
      return 1;
    case 'm':
      if (!number(reading, 1, 12, 2, &value)) return 0;
      tm->tm_mon = value - 1;
      return reading->has_month = reading->wants_days = 1;
    case 'M': return number(reading, 0, 59, 2, &tm->tm_min);
    case 'n':
    case 't': skip_space(reading); return 1;
    case 'p':
      reading->afternoon = !strncasecmp(reading->at, "PM", 2);
      if (!reading->afternoon && strncasecmp(reading->at, "AM", 2)) return 0;
      reading->at += 2;
      return 1;
    case 'r': return read_parts(reading, "%I:%M:%S %p");
    case 'R': return read_parts(reading, "%H:%M");
    case 's': return read_seconds(reading);
    case 'S': return number(reading, 0, 61, 2, &tm->tm_sec);
    case 'T':
    case 'X': return read_parts(reading, "%H:%M:%S");
    case 'u':
      if (!number(reading, 1, 7, 1, &value)) return 0;
      tm->tm_wday = value % 7;
      return reading->has_weekday = 1;
    case 'U':
    case 'W':
      reading->has_week = 1;
      reading->first_of_week = conversion == 'W';
      return number(reading, 0, 53, 2, &reading->week);
    case 'V': return number(reading, 0, 53, 2, &value);
    case 'w': reading->has_weekday = 1; return number(reading, 0, 6, 1, &tm->tm_wday);
    case 'y':
      if (!number(reading, 0, 99, 2, &value)) return 0;
      tm->tm_year = value >= 69 ? value : value + 100;
      return reading->has_year_of_century = reading->wants_days = 1;
    case 'Y':
      if (!number(reading, 0, 9999, 4, &value)) return 0;
      tm->tm_year = value - 1900;
      reading->has_year_of_century = 0;
      return reading->wants_days = 1;
    case 'z': return read_zone(reading);
    case 'Z':
      skip_space(reading);
      while (*reading->at && !isspace((unsigned char)*reading->at)) reading->at++;
      return 1;
    default: return 0;
  }
}

/* Whether a modifier may precede a conversion. There are no eras and no other digits, but where glibc
 * has looked for some before, it expects them. */
static int may_modify(struct reading *reading, char modifier, char conversion) {
  int is_number = conversion && strchr("deHImMSUVWwy", conversion);
  if (modifier == 'E' && conversion == 'y') __sheaf_unmodelled("%Ey of strptime");
  if (modifier == 'E') return conversion && strchr("cCxXY", conversion);
  if (is_number && reading->has_other_digits++) __sheaf_unmodelled("several numbers with O in strptime");
  return is_number || conversion == 'b' || conversion == 'B';
}

/* Whether the string has this format. */
static int read_format(struct reading *reading, const char *format) {
  while (*format) {
    if (isspace((unsigned char)*format)) {
      skip_space(reading);
      format++;
      continue;
    }
    if (*format != '%') {
      if (*reading->at++ != *format++) return 0;
      continue;
    }
    format++;
    format += strspn(format, "-_^#0123456789");
    if ((*format == 'E' || *format == 'O') && !may_modify(reading, *format++, *format)) return 0;
    if (!*format || !read_conversion(reading, *format++)) return 0;
  }
  return 1;
}

/* Derives the month and its day, as far as they were not read, from the day of the year. */
static void complete_date(struct reading *reading) {
  struct tm *tm = reading->tm, day = {.tm_year = tm->tm_year, .tm_mday = tm->tm_yday + 1};
  if (reading->has_month && reading->has_day) return;
  timegm(&day);
  /* There, glibc reads its table of months past the year. */
  if (day.tm_year != tm->tm_year) __sheaf_unmodelled("strptime with a day outside of its year");
  if (!reading->has_month) tm->tm_mon = day.tm_mon;
  if (!reading->has_day) tm->tm_mday = day.tm_mday;
}

/* Derives the days of the week and of the year from the date, or the day of the month from them. */
static void complete_days(struct reading *reading) {
  struct tm *tm = reading->tm, first = {.tm_year = tm->tm_year, .tm_mday = 1};
  time_t start = timegm(&first);
  /* Where it divides negative years, glibc rounds up. */
  int is_year_0 = tm->tm_year == -1900;
  if (reading->has_week && reading->has_weekday && !reading->has_yearday) {
    int week_start = (7 - ((first.tm_wday + is_year_0) % 7 - reading->first_of_week)) % 7;
    tm->tm_yday = week_start + (reading->week - 1) * 7 + (tm->tm_wday - reading->first_of_week + 7) % 7;
    reading->has_yearday = 1;
  }
  if (reading->has_yearday) complete_date(reading);
  else if (!reading->has_month && (unsigned)tm->tm_mon > 11) return;
  struct tm date = {.tm_year = tm->tm_year, .tm_mon = tm->tm_mon, .tm_mday = tm->tm_mday};
  time_t day = timegm(&date);
  if (!reading->has_weekday) tm->tm_wday = (date.tm_wday + (is_year_0 && tm->tm_mon < 2)) % 7;
  if (!reading->has_yearday) tm->tm_yday = (int)((day - start) / 86400);
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict tm) {
  struct reading reading = {.at = text, .tm = tm};
  if (!read_format(&reading, format)) return NULL;
  if (reading.hour_of_12 && reading.afternoon) tm->tm_hour += 12;
  if (reading.has_century) {
    int of_century = reading.has_year_of_century ? tm->tm_year % 100 : 0;
    tm->tm_year = (reading.century - 19) * 100 + of_century;
  }
  if (reading.wants_days || (reading.has_week && reading.has_weekday)) complete_days(&reading);
  return (char *)reading.at;
}
