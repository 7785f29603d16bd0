/* locale.h and langinfo.h: the locale is always "C", as if no other one were installed. */
#define _GNU_SOURCE
#include "environment.h"
#include "sheaf.h"
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <string.h>

static int is_c(const char *name) { return !strcmp(name, "C") || !strcmp(name, "POSIX"); }

/* The categories in the order of their numbers, with LC_ALL among them. */
static const char *const categories[] = {
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME",    "LC_COLLATE",   "LC_MONETARY",    "LC_MESSAGES",       "LC_ALL",
    "LC_PAPER", "LC_NAME",    "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
};

/* The user's locale for a category, from the environment variables. */
static const char *users_locale(int category) {
  const char *variables[] = {"LC_ALL", categories[category], "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *value = sheaf_variable(variables[i]);
    if (value && *value) return value;
  }
  __sheaf_assumes("the user's locale is C");
  return "C";
}

/* The first name of a locale other than C that the user has for these categories; else C's. */
static const char *users_locales(int mask) {
  for (int category = LC_IDENTIFICATION; category >= 0; category--) {
    const char *name = mask & 1 << category ? users_locale(category) : "C";
    if (!is_c(name)) return name;
  }
  return "C";
}

static void *no_locale(const char *name) {
  if (strchr(name, ';')) __sheaf_unmodelled("a locale with a name for each category");
  if (name[0] == 'C' && name[1] == '.') __sheaf_unmodelled("the locale C with a character set");
  __sheaf_assumes("no locale but C is installed");
  errno = strlen(name) > 255 || strchr(name, '/') || !strcmp(name, "..") ? EINVAL : ENOENT;
  return NULL;
}

char *setlocale(int category, const char *name) {
  static char c_locale[] = "C";
  if (category < 0 || category > LC_IDENTIFICATION) {
    errno = EINVAL;
    return NULL;
  }
  if (name && !*name) name = users_locales(category == LC_ALL ? LC_ALL_MASK : 1 << category);
  return !name || is_c(name) ? c_locale : no_locale(name);
}

struct lconv *localeconv(void) {
  static char empty[] = "", point[] = ".";
  static struct lconv conventions = {
      point,    empty,    empty,    empty,    empty,    empty,    empty,    empty,    empty,    empty,    CHAR_MAX, CHAR_MAX,
      CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
  };
  return &conventions;
}

/* The strings of a category in the order of their numbers. */
static const char *const day_names[] = {
    "Sun",   "Mon",   "Tue",   "Wed",    "Thu",     "Fri",      "Sat",     "Sunday",   "Monday", "Tuesday", "Wednesday", "Thursday",
    "Friday", "Saturday", "Jan", "Feb",   "Mar",     "Apr",      "May",     "Jun",      "Jul",    "Aug",     "Sep",       "Oct",
    "Nov",   "Dec",   "January", "February", "March", "April",   "May",     "June",     "July",   "August",  "September", "October",
    "November", "December", "AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p",
};

char *nl_langinfo(nl_item item) {
  if (item >= ABDAY_1 && item <= T_FMT_AMPM) return (char *)day_names[item - ABDAY_1];
  if (item >= ALTMON_1 && item <= ALTMON_12) return nl_langinfo(MON_1 + (item - ALTMON_1));
  switch (item) {
    case CODESET: return "ANSI_X3.4-1968";
    case RADIXCHAR: return ".";
    case YESEXPR: return "^[yY]";
    case NOEXPR: return "^[nN]";
    case CRNCYSTR: return "-";
    default: return "";
  }
}

/* Locale objects: there is only one. */

static struct __locale_struct c_locale_object;

/* Contains the tables that the macros of ctype.h read. */
static locale_t c_locale(void) {
  c_locale_object.__ctype_b = *__ctype_b_loc();
  c_locale_object.__ctype_tolower = *__ctype_tolower_loc();
  c_locale_object.__ctype_toupper = *__ctype_toupper_loc();
  return &c_locale_object;
}

locale_t newlocale(int mask, const char *name, locale_t base) {
  if (mask & ~(LC_ALL_MASK | 1 << LC_ALL) || !name) {
    errno = EINVAL;
    return NULL;
  }
  if (!*name) name = users_locales(mask & 1 << LC_ALL ? LC_ALL_MASK : mask);
  return is_c(name) ? c_locale() : no_locale(name);
}

char *nl_langinfo_l(nl_item item, locale_t locale) { return nl_langinfo(item); }
locale_t duplocale(locale_t locale) { return c_locale(); }

locale_t uselocale(locale_t locale) {
  static locale_t current = LC_GLOBAL_LOCALE;
  locale_t old = current;
  if (locale) current = locale;
  return old;
}

void freelocale(locale_t locale) {}

/* libintl.h: messages are not translated. */

char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) { return (char *)text; }
char *dcgettext(const char *domain, const char *text, int category) { return (char *)text; }
char *ngettext(const char *one, const char *many, unsigned long count) { return (char *)(count == 1 ? one : many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long count) { return ngettext(one, many, count); }

char *textdomain(const char *domain) {
  static char *current = "messages";
  if (domain && *domain) current = strdup(domain);
  else if (domain) current = "messages";
  return current;
}

/* Whether a folder or a character set was set, which later calls return. */
static int are_set;

static char *set_for(const char *domain, const char *value, const char *otherwise) {
  if (!domain || !*domain) return NULL;
  if (!value && are_set) __sheaf_unmodelled("a question about what was set for a domain of messages");
  are_set |= value != NULL;
  return (char *)(value ? value : otherwise);
}

char *bindtextdomain(const char *domain, const char *folder) { return set_for(domain, folder, "/usr/share/locale"); }
char *bind_textdomain_codeset(const char *domain, const char *codeset) { return set_for(domain, codeset, NULL); }
