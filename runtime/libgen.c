/* libgen.h. */
#define _GNU_SOURCE
#include <libgen.h>
#include <string.h>

/* The end of a path without its trailing slashes; of `/`, its start. */
static char *end_of(char *path, char *end) {
  while (end > path && end[-1] == '/') end--;
  return end;
}

char *dirname(char *path) {
  static char here[] = ".";
  char *end = path ? end_of(path, path + strlen(path)) : NULL;
  if (!path || (end == path && *path != '/')) return here;
  while (end > path && end[-1] != '/') end--;
  if (end == path && *path != '/') return here;
  end = end_of(path, end);
  /* POSIX allows `//` to be a different root; glibc keeps it. */
  if (end == path) end += path[0] == '/' && path[1] == '/' && path[2] != '/' ? 2 : 1;
  *end = 0;
  return path;
}

char *__xpg_basename(char *path) {
  static char here[] = ".";
  if (!path || !*path) return here;
  char *end = end_of(path, path + strlen(path));
  if (end == path) return end + strlen(path) - 1;
  if (*end) *end = 0;
  while (end > path && end[-1] != '/') end--;
  return end;
}
