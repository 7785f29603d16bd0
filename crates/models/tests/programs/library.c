/* Less common functions of the C library, on what makes them differ. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <libgen.h>
#include <locale.h>
#include <math.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>
#include <wctype.h>
#undef basename
char *basename(const char *);

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

static void network(void) {
  static const char *const texts[] = {"1.2.3.4", "1.2.3", "1.2", "1", "256.1.1.1", "1.2.3.256", "0x7f.1", "010.1.1.1", "1.2.3.4 ", "1.2.3.4x", "", "1..2", "1.2.3.4.5", "4294967295", "4294967296", "1.2.70000", "0x", "08.1",
    "01.2.3.4", "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":1::", "::ffff:1.2.3.4", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "fe80::1%1", "12345::", "::g", "1:", ":", ":::", "abCD:0:0:1::2", "::1.2.3", "1:2:3:4:5:6:7::", "0:0:0:0:0:0:0:0", "0:0:1:0:0:0:0:0", "1:0:0:2:0:0:0:3", "::2:3:4:5:6:7:8"};
  printf("%x %x %x %x\n", htonl(0x12345678), htons(0x1234), ntohl(0x12345678), ntohs(0xabcd));
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct in_addr four = {0};
    unsigned char bytes[16] = {0};
    char text[INET6_ADDRSTRLEN];
    int ok = inet_aton(texts[i], &four);
    printf("'%s': %d %x %x %s", texts[i], ok, four.s_addr, inet_addr(texts[i]), inet_ntoa(four));
    ok = inet_pton(AF_INET, texts[i], bytes);
    printf(" %d %s", ok, inet_ntop(AF_INET, bytes, text, sizeof text));
    ok = inet_pton(AF_INET6, texts[i], bytes);
    if (ok == 1) printf(" %d %s", ok, inet_ntop(AF_INET6, bytes, text, sizeof text));
    printf("\n");
  }
  char text[8];
  errno = 0;
  printf("%d %d\n", inet_ntop(AF_INET, "\177\0\0\1", text, 8) == NULL, errno);
  printf("%d %d\n", inet_pton(99, "", text), errno);
}

static void paths(void) {
  static const char *const texts[] = {"", "/", "//", "///", "a", "a/", "/a", "/a/", "a/b", "a//b", "a/b/", "a/b//", "//a", "//a/b", "///a", ".", "..", "../a", "/a/b/c", "a///", "//a//"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char a[16], b[16], c[16];
    strcpy(a, texts[i]), strcpy(b, texts[i]), strcpy(c, texts[i]);
    printf("'%s': '%s' '%s' '%s'\n", texts[i], dirname(a), __xpg_basename(b), basename(c));
  }
  printf("%s %s\n", dirname(NULL), __xpg_basename(NULL));
}

static int compare_texts(const void *left, const void *right) { return strcmp(left, right); }
static int compare_numbers(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }

static void show_node(const void *node, VISIT visit, int level) {
  if (visit == postorder || visit == leaf) printf("%d ", **(const int *const *)node);
}

static void searching(void) {
  static int numbers[50], row[60];
  void *root = NULL;
  size_t count = 0;
  for (int i = 0; i < 50; i++) {
    numbers[i] = (int)below(60);
    int **node = tsearch(&numbers[i], &root, compare_numbers);
    printf("%d ", **node);
    lsearch(&numbers[i], row, &count, sizeof *row, compare_numbers);
  }
  printf("\n%zu\n", count);
  twalk(root, show_node);
  for (int i = 0; i < 60; i++) {
    int **node = tfind(&i, &root, compare_numbers), *found = lfind(&i, row, &count, sizeof *row, compare_numbers);
    printf("%d %d ", node ? **node : -1, found ? *found : -1);
    if (i % 3 == 0) printf("%d ", tdelete(&i, &root, compare_numbers) != NULL);
  }
  twalk(root, show_node);
  printf("\n");
  hcreate(4);
  static char keys[5][2] = {"a", "b", "c", "a", "d"};
  for (int i = 0; i < 5; i++) {
    ENTRY *entry = hsearch((ENTRY){keys[i], (void *)(long)i}, ENTER);
    printf("%s %ld ", entry->key, (long)entry->data);
  }
  printf("%d\n", hsearch((ENTRY){"z", NULL}, FIND) == NULL);
  struct { void *next, *previous; int number; } items[3] = {{.number = 1}, {.number = 2}, {.number = 3}};
  insque(&items[0], NULL), insque(&items[1], &items[0]), insque(&items[2], &items[0]);
  printf("%d %d %d\n", items[0].next == &items[2], items[2].next == &items[1], items[1].previous == &items[2]);
  remque(&items[2]);
  printf("%d %d\n", items[0].next == &items[1], items[1].previous == &items[0]);
}

static void texts(void) {
  for (int i = 0; i < 300; i++) {
    char a[12], b[12] = "";
    random_text(a, "a019", 6), random_text(b, "a019", 6);
    if (below(2)) memset(b, 0, sizeof b), strcpy(b, a), b[below(3)] = '1';
    int order = strverscmp(a, b);
    printf("'%s' '%s' %d\n", a, b, (order > 0) - (order < 0));
  }
  for (int i = 0; i < 20; i++) {
    char a[12];
    random_text(a, "./09AZaz-", 8);
    printf("%ld %s ", a64l(a), l64a((long)below(1u << 30) - (1 << 29)));
  }
  char to[16] = "", options[] = "size=3,fast,,other=x=y,siz", *rest = options, *value;
  char *const names[] = {"size", "fast", NULL};
  swab("abcdefg", to, 7);
  printf("\n%s\n", to);
  while (*rest) {
    int found = getsubopt(&rest, names, &value);
    printf("%d %s\n", found, value ? value : "none");
  }
  printf("%d %d %d\n", rpmatch("yes"), rpmatch("No"), rpmatch("x"));
  printf("%d %s\n", strfromd(to, sizeof to, "%.3f", 2.5), to);
  printf("%s %s\n", gcvt(0.1, 5, to), setlocale(LC_ALL, NULL));
  printf("%d %d %c\n", isalpha_l('a', newlocale(LC_ALL_MASK, "C", NULL)) != 0, strcasecmp_l("A", "a", newlocale(LC_ALL_MASK, "C", NULL)), toupper_l('q', duplocale(LC_GLOBAL_LOCALE)));
  printf("%d %d %d %d\n", ffs(8), ffsl(1L << 40), ffsll(0), strncasecmp("ABx", "aby", 2));
  unsigned short words[3] = {1, 2, 3}, start[3] = {7, 8, 9};
  seed48(start);
  for (int i = 0; i < 5; i++) printf("%ld %ld %.17g %ld ", nrand48(words), jrand48(words), erand48(words), lrand48());
  printf("\n");
}

static void wide(void) {
  for (int i = 0; i < 100; i++) {
    char a[12], b[12];
    wchar_t left[32], right[12], *rest;
    random_text(a, "abAB,", 8), random_text(b, "abA,", 4);
    mbstowcs(left, a, 12), mbstowcs(right, b, 12);
    int order = wcscasecmp(left, right), limited = wcsncasecmp(left, right, 2);
    printf("%s %s: %d %d %zu %zu %ld %ld ", a, b, (order > 0) - (order < 0), (limited > 0) - (limited < 0), wcsspn(left, right), wcscspn(left, right), (long)(wcschrnul(left, L'b') - left), wcspbrk(left, right) ? (long)(wcspbrk(left, right) - left) : -1);
    wchar_t *part = wcstok(left, L",", &rest);
    while (part) printf("<%ls>", part), part = wcstok(NULL, L",", &rest);
    wcsncat(left, right, 2);
    printf(" %ls %zu\n", left, wcsxfrm(NULL, right, 0));
  }
  wchar_t to[20];
  char text[80];
  int count = swprintf(to, 20, L"%d %ls|%s", 42, L"wide", "plain");
  printf("%d %ls\n", count, to);
  printf("%d ", swprintf(to, 4, L"%s", "longer"));
  printf("%ld %g %d\n", (long)wcstoimax(L"-12x", NULL, 10), wcstof(L"1.5", NULL), (int)wcstoumax(L"0x1f", NULL, 0));
  snprintf(text, sizeof text, "%d %d", iswalpha_l(L'x', newlocale(LC_ALL_MASK, "C", NULL)) != 0, (int)(wcpcpy(to, L"abc") - to));
  puts(text);
}

static void files(void) {
  char *text;
  size_t length;
  FILE *stream = open_memstream(&text, &length);
  fprintf(stream, "%d-%s", 12, "x"), fflush(stream);
  printf("%s %zu\n", text, length);
  fputs(" and more", stream), fclose(stream);
  printf("%s %zu\n", text, length);
  free(text);
  mkdir("folder", 0700);
  close(creat("folder/one", 0600));
  DIR *folder = opendir("folder");
  int entries = 0;
  for (struct dirent64 *entry; (entry = readdir64(folder)); entries++) if (*entry->d_name == 'o') puts(entry->d_name);
  closedir(folder);
  printf("%d %d %d %d\n", entries, utimes("folder/one", NULL), utime("folder/one", NULL), utimes("none", NULL));
  char *real = realpath("folder/../folder/./one", NULL);
  printf("%s\n", strrchr(real, '/'));
  free(real);
  printf("%d %d\n", unlink("folder/one"), rmdir("folder"));
  stream = tmpfile();
  putw(12345, stream), rewind(stream);
  printf("%d %d\n", getw(stream), getw(stream));
  fclose(stream);
}

static void floats(void) {
  fenv_t environment;
  printf("%d %d %d %d %d\n", fegetround(), fesetround(FE_TONEAREST), fesetround(12345) != 0, FLT_ROUNDS, fegetenv(&environment));
  printf("%d %d %d\n", feclearexcept(FE_ALL_EXCEPT), feholdexcept(&environment), feupdateenv(&environment));
  double content = nan("0x12");
  uint64_t bits;
  memcpy(&bits, &content, sizeof bits);
  printf("%lx %d %d\n", bits, isnan(nanf("")) != 0, isnan(nanl("x")) != 0);
}

int main(void) {
  network();
  paths();
  searching();
  texts();
  wide();
  files();
  floats();
  return 0;
}
