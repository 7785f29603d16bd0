/* Effects of library functions that later calls show. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static void wide_strings(void) {
  const char *text = "ab\xff" "c", *at = text;
  const wchar_t wide[] = {'a', 'b', 0x141, 'c', 0}, *place = wide;
  wchar_t to[8], words[] = L" a b", spaces[] = L"  ", *rest = words;
  char narrow[8];
  mbstate_t state = {0};
  long count = (long)mbsrtowcs(to, &at, 8, &state);
  printf("%ld %d\n", count, (int)(at - text));
  count = (long)wcsrtombs(narrow, &place, 8, &state);
  printf("%ld %d\n", count, (int)(place - wide));
  for (wchar_t *word = wcstok(words, L" ", &rest); word; word = wcstok(NULL, L" ", &rest)) printf("%ls %d\n", word, !rest);
  wchar_t *word = wcstok(spaces, L" ", &rest);
  printf("%d %d\n", !word, !rest);
}

static void orientation(void) {
  FILE *file = fopen("wide", "w+");
  wchar_t line[50];
  printf("%d\n", fwide(file, 0));
  fwprintf(file, L"ab%dc%s\n", 12, "x");
  fputws(L"second\n", file);
  printf("%d\n", fwide(file, -1));
  rewind(file);
  while (fgetws(line, 50, file)) printf("%ls", line);
  ungetwc(L'q', file);
  printf("%c\n", (int)fgetwc(file));
  file = freopen("wide", "re", file);
  printf("%d %d\n", fwide(file, 0), fcntl(fileno(file), F_GETFD));
  printf("%c", fgetc(file));
  printf("%d\n", fwide(file, 1));
  fclose(file);
}

static void locales(void) {
  printf("[%s] [%s]\n", nl_langinfo(ALTMON_1), nl_langinfo(YESSTR));
  puts(textdomain(NULL));
  puts(textdomain("own"));
  puts(textdomain(NULL));
  puts(textdomain(""));
  puts(bindtextdomain("own", NULL));
  puts(bindtextdomain("own", "/messages"));
  locale_t c = newlocale(LC_ALL_MASK, "C", NULL), old = uselocale(c);
  printf("%d %d %d\n", old == LC_GLOBAL_LOCALE, uselocale(NULL) == c, !newlocale(LC_ALL_MASK, NULL, NULL));
}

static void times(void) {
  static const char *const formats[] = {"%U %u %V %G", "%11s|%I %p|%l", "%g", "%-3s|%011s"};
  printf("%s\n", tzname[0]);
  struct tm summer = {.tm_year = 100, .tm_mday = 1, .tm_isdst = 1}, odd = {.tm_year = 82, .tm_mon = 21, .tm_mday = 27, .tm_hour = 33, .tm_wday = 7, .tm_yday = 380};
  char text[100];
  for (int i = 0; i < 4; i++) {
    strftime(text, sizeof text, formats[i], &odd);
    printf("%s\n", text);
  }
  long seconds = mktime(&summer);
  printf("%ld %d %d %s\n", seconds, summer.tm_hour, summer.tm_isdst, tzname[0]);
  static const char *const pairs[][2] = {{"19 1962", "%C %Y"}, {"02046", "%5Y"}, {"12 pm", "%I %P"}, {"5", "%Od"}, {"5", "%Ed"}, {"0", "%Y"}};
  for (int i = 0; i < 6; i++) {
    struct tm tm = {0};
    char *end = strptime(pairs[i][0], pairs[i][1], &tm);
    printf("%d %d %d %d\n", end ? (int)(end - pairs[i][0]) : -1, tm.tm_year, tm.tm_mday, tm.tm_wday);
  }
}

static void addresses(void) {
  static const char *const networks[] = {"1.2", "127.1", "0x7f.0x01", "010.8", "1.2.3.4.5", "256", "", "x1", "1 ", "1 a", "1.", "0x", "08"};
  for (int i = 0; i < 13; i++) printf("%x\n", inet_network(networks[i]));
  printf("%x %x\n", inet_network("4294967296"), inet_network("1.4294967297"));
  unsigned char bytes[16] = {[15] = 255};
  char text[64];
  puts(inet_ntop(AF_INET6, bytes, text, sizeof text));
  bytes[14] = 1;
  puts(inet_ntop(AF_INET6, bytes, text, sizeof text));
  bytes[13] = 1;
  puts(inet_ntop(AF_INET6, bytes, text, sizeof text));
}

static void match(const char *pattern, int flags, const char *text, int from, int to) {
  regex_t expression;
  regmatch_t found = {.rm_so = from, .rm_eo = to};
  int error = regcomp(&expression, pattern, flags);
  printf("%s: %d", pattern, error);
  if (!error) {
    error = regexec(&expression, text, 1, &found, REG_STARTEND);
    printf(" %d", error);
    if (!error) printf(" %d %d", (int)found.rm_so, (int)found.rm_eo);
    regfree(&expression);
  }
  puts("");
}

static int items_of_table(size_t size) {
  static char keys[40][4];
  int count = 0;
  hcreate(size);
  for (int i = 0; i < 40; i++) {
    sprintf(keys[i], "k%d", i);
    count += hsearch((ENTRY){keys[i], NULL}, ENTER) != NULL;
  }
  hdestroy();
  return count;
}

static void memory(void) {
  void *aligned = aligned_alloc(24, 10), *none = pvalloc((size_t)-5);
  printf("%d %d\n", (int)((size_t)aligned % 32), !none);
  printf("%d %d %d\n", items_of_table(0), items_of_table(8), items_of_table(14));
  free(aligned);
}

static void formats(void) {
  char text[8];
  static const char *const wrong[] = {"%2147483648d", "%.99999999999s"};
  for (int i = 0; i < 2; i++) {
    errno = 0;
    int count = snprintf(text, sizeof text, wrong[i], 1);
    printf("%d %d\n", count, errno == EOVERFLOW);
  }
}

static void names(void) {
  char *name = tempnam("/tmp/", "abcdefgh");
  printf("%.10s %d\n", name, (int)strlen(name));
  free(name);
  name = tempnam("/nowhere", NULL);
  printf("%.9s %d\n", name, (int)strlen(name));
  free(name);
  printf("%d\n", (int)strlen(tmpnam(NULL)));
}

static void machine(void) {
  static const int values[] = {_SC_VERSION, _SC_HOST_NAME_MAX, _SC_LINE_MAX, _SC_NGROUPS_MAX, _SC_TZNAME_MAX, _SC_THREADS, _SC_LOGIN_NAME_MAX, _SC_EXPR_NEST_MAX, _SC_UINT_MAX, 220, -1};
  for (int i = 0; i < 11; i++) {
    errno = 0;
    long value = sysconf(values[i]);
    printf("%ld %d\n", value, errno);
  }
  static const int paths[] = {_PC_LINK_MAX, _PC_NAME_MAX, _PC_VDISABLE, _PC_FILESIZEBITS, _PC_CHOWN_RESTRICTED, _PC_SYNC_IO};
  for (int i = 1; i < 6; i++) printf("%ld\n", pathconf("/tmp", paths[i]));
}

static void show(void *value) { puts(value); }
static void nothing(void) {}

static void threads(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  printf("%d %d\n", pthread_mutex_destroy(&mutex) == EBUSY, pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_mutex_unlock(&mutex);
  printf("%d\n", pthread_mutex_destroy(&mutex));
  printf("%d\n", pthread_mutex_lock(&mutex) == EINVAL);
  pthread_key_t first, second, other;
  pthread_key_create(&first, show);
  pthread_key_create(&second, show);
  pthread_setspecific(first, "one");
  pthread_setspecific(second, "two");
  pthread_key_delete(first);
  printf("%d\n", !pthread_getspecific(first));
  pthread_key_create(&first, show);
  printf("%d\n", !pthread_getspecific(first));
  pthread_setspecific(first, "three");
  int count = 0;
  while (!pthread_key_create(&other, NULL)) count++;
  printf("%d\n", count);
}

int main(void) {
  wide_strings();
  orientation();
  locales();
  times();
  addresses();
  match("^a", 0, "aaa", 1, 3);
  match("\\ba", 0, "aaa", 1, 3);
  match("a$", 0, "aaa", 1, 2);
  match("()|\\1{1,2}", REG_EXTENDED, "a", 0, 1);
  match("(a)(b|\\1)", REG_EXTENDED, "xaa", 0, 3);
  memory();
  formats();
  names();
  machine();
  threads();
  for (int i = 0; i < 100; i++)
    if (atexit(nothing)) puts("atexit");
  pthread_exit(NULL);
}
