// Corners of small functions, as glibc and Linux have them.
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
static int by_first(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int main(void) {
  char text[PATH_MAX];
  // The zeros of `#` are lost where rounding makes the exponent necessary.
  snprintf(text, sizeof text, "%#g %#g %#g %#.2g", 999999.5, 9999999.5, 999999.4, 99.5);
  assert(!strcmp(text, "1.e+06 1.00000e+07 999999. 1.e+02"));
  assert(snprintf(NULL, 0, "%.9000000d", 1) == 9000000);
  char *large = calloc(2, 9 << 20);
  large[0] = 1;
  qsort(large, 2, 9 << 20, by_first);
  assert(large[0] == 0 && large[9 << 20] == 1);
  free(large);
  assert(fsync(open("/dev/null", O_WRONLY)) == -1 && errno == EINVAL);
  // What fails within a conversion does not count.
  struct tm tm = {.tm_mon = 7, .tm_hour = 8};
  assert(!strptime("03/x", "%D", &tm) && tm.tm_mon == 7 && !strptime("05:x", "%R", &tm) && tm.tm_hour == 8);
  // A text that has no room is copied as far as there is.
  wchar_t wide[] = L"....";
  assert(strxfrm(strcpy(text, "...."), "abcdef", 3) == 6 && !strcmp(text, "abc."));
  assert(wcsxfrm(wide, L"abcdef", 2) == 6 && !wcscmp(wide, L"ab.."));
  // The last option needs no zero behind it.
  char *names[] = {"ro", NULL}, *rest = "ro", *value;
  assert(getsubopt(&rest, names, &value) == 0 && !*rest);
  struct timezone zone = {1, 2};
  struct timeval now;
  assert(!gettimeofday(&now, &zone) && !zone.tz_minuteswest && !zone.tz_dsttime);
  assert(times(NULL) != (clock_t)-1);
  assert(closedir(NULL) == -1 && errno == EINVAL);
  errno = 0;
  assert(!hcreate_r(10, NULL) && errno == EINVAL);
  // Keys whose hashes differ are not compared.
  struct hsearch_data table = {0};
  ENTRY *found;
  char *key = strdup("gone");
  assert(hcreate_r(5, &table) && hsearch_r((ENTRY){key, NULL}, ENTER, &found, &table));
  free(key);
  assert(!hsearch_r((ENTRY){"other", NULL}, FIND, &found, &table) && errno == ESRCH);
  hdestroy_r(&table);
  // realpath looks for links, and stores what it has found.
  errno = 0;
  assert(realpath("/", text) && !errno && realpath("/tmp/.", text) && errno == EINVAL && !strcmp(text, "/tmp"));
  return 0;
}
