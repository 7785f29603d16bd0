/* dirent.h: the entries of folders of files in memory. Their order is fixed, that of files.c. */
#define _GNU_SOURCE
#include "files.h"
#include "sheaf.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct __dirstream {
  int file;
  long position;           /* entries read; the first two are `.` and `..` */
  struct sheaf_node *last; /* the last file that was checked */
  int ended;
  struct dirent entry;
};

DIR *fdopendir(int file) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return NULL;
  if (!S_ISDIR(open->node->mode)) {
    errno = ENOTDIR;
    return NULL;
  }
  DIR *folder = malloc(sizeof *folder);
  if (!folder) return NULL;
  folder->file = file;
  rewinddir(folder);
  return folder;
}

DIR *opendir(const char *name) {
  int file = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return NULL;
  DIR *folder = fdopendir(file);
  if (!folder) close(file);
  return folder;
}

int closedir(DIR *folder) {
  int file = folder->file;
  free(folder);
  return close(file);
}

int dirfd(DIR *folder) { return folder->file; }

void rewinddir(DIR *folder) {
  folder->position = 0;
  folder->last = NULL;
  folder->ended = 0;
}

static unsigned char type_of(mode_t mode) { return (unsigned char)IFTODT(mode); }

static struct dirent *found(DIR *folder, const char *name, struct sheaf_node *node) {
  struct dirent *entry = &folder->entry;
  size_t length = strlen(name);
  if (length >= sizeof entry->d_name) __sheaf_unmodelled("a name of more than 255 bytes in a folder");
  __builtin_memcpy(entry->d_name, name, length + 1);
  entry->d_ino = node->number;
  entry->d_type = type_of(node->mode);
  entry->d_reclen = sizeof *entry;
  entry->d_off = ++folder->position;
  return entry;
}

struct dirent *readdir(DIR *folder) {
  struct sheaf_open *open = sheaf_opened(folder->file);
  if (!open) return NULL;
  __sheaf_assumes("a directory lists its entries in the order in which they were created");
  if (folder->position < 2) return found(folder, folder->position ? ".." : ".", open->node);
  const char *own = open->node->name;
  if (!own) return NULL;
  while (!folder->ended) {
    struct sheaf_node *node = sheaf_next(folder->last);
    const char *name = node ? sheaf_name_in(node, own) : NULL;
    if (node) folder->last = node;
    else folder->ended = 1;
    if (name) return found(folder, name, node);
  }
  return NULL;
}

/* `struct dirent64` has the same layout. */
struct dirent64 *readdir64(DIR *folder) { return (struct dirent64 *)readdir(folder); }

int readdir_r(DIR *restrict folder, struct dirent *restrict entry, struct dirent **restrict result) {
  struct dirent *found = readdir(folder);
  if (found) *entry = *found;
  *result = found ? entry : NULL;
  return 0;
}

int readdir64_r(DIR *restrict folder, struct dirent64 *restrict entry, struct dirent64 **restrict result) {
  return readdir_r(folder, (struct dirent *)entry, (struct dirent **)result);
}

long telldir(DIR *folder) { return folder->position; }

void seekdir(DIR *folder, long position) {
  rewinddir(folder);
  while (folder->position < position && readdir(folder)) {}
}

/* Sorted lists. */

int alphasort(const struct dirent **left, const struct dirent **right) { return strcmp((*left)->d_name, (*right)->d_name); }

int versionsort(const struct dirent **left, const struct dirent **right) { return strverscmp((*left)->d_name, (*right)->d_name); }
int alphasort64(const struct dirent64 **left, const struct dirent64 **right) { return strcmp((*left)->d_name, (*right)->d_name); }
int versionsort64(const struct dirent64 **left, const struct dirent64 **right) { return strverscmp((*left)->d_name, (*right)->d_name); }

typedef int compare_entries(const struct dirent **, const struct dirent **);

static int compare_in_row(const void *left, const void *right, void *compare) {
  return (*(compare_entries **)compare)((const struct dirent **)left, (const struct dirent **)right);
}

static int give_up(struct dirent **row, size_t count) {
  while (count) free(row[--count]);
  free(row);
  return -1;
}

int scandir(const char *name, struct dirent ***result, int (*select)(const struct dirent *), compare_entries *compare) {
  DIR *folder = opendir(name);
  if (!folder) return -1;
  struct dirent **row = NULL;
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (select && !select(entry)) continue;
    struct dirent **longer = realloc(row, (count + 1) * sizeof *row);
    struct dirent *copy = malloc(sizeof *copy);
    if (longer) row = longer;
    if (!longer || !copy) {
      free(copy);
      closedir(folder);
      return give_up(row, count);
    }
    *copy = *entry;
    row[count++] = copy;
  }
  closedir(folder);
  if (count && compare) qsort_r(row, count, sizeof *row, compare_in_row, &compare);
  *result = row;
  return (int)count;
}

int scandir64(const char *name, struct dirent64 ***result, int (*select)(const struct dirent64 *),
              int (*compare)(const struct dirent64 **, const struct dirent64 **)) {
  return scandir(name, (struct dirent ***)result, (int (*)(const struct dirent *))select, (compare_entries *)compare);
}
