/* dirent.h: the entries of folders of files in memory. Their order is fixed, that of files.c. As on
 * Linux for a folder that is not large, the first call lists those that exist then. */
#define _GNU_SOURCE
#include "files.h"
#include "sheaf.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct __dirstream {
  int file;
  int is_listed;
  struct dirent *entries; /* those of the folder, if it `is_listed`; they end with the stream */
  long count, position;
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
  *folder = (DIR){.file = file};
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
  if (!folder) {
    errno = EINVAL;
    return -1;
  }
  int file = folder->file;
  if (folder->is_listed) __sheaf_unmap(folder->entries);
  free(folder);
  return close(file);
}

int dirfd(DIR *folder) { return folder->file; }

void rewinddir(DIR *folder) {
  struct sheaf_open *open = sheaf_opened(folder->file);
  if (open) open->position = 0;
  *folder = (DIR){.file = folder->file};
}

static unsigned char type_of(mode_t mode) { return (unsigned char)IFTODT(mode); }

/* Appends an entry, or only counts it. */
static void add(DIR *folder, const char *name, const struct sheaf_node *node) {
  long place = folder->count++;
  if (!folder->entries) return;
  struct dirent *entry = &folder->entries[place];
  size_t length = strlen(name);
  if (length >= sizeof entry->d_name) __sheaf_unmodelled("a name of more than 255 bytes in a folder");
  __builtin_memcpy(entry->d_name, name, length + 1);
  entry->d_ino = node->number;
  entry->d_type = type_of(node->mode);
  entry->d_reclen = (unsigned short)((offsetof(struct dirent, d_name) + length + 1 + 7) & ~7ul);
  entry->d_off = place + 1;
}

static void add_all(DIR *folder, const struct sheaf_node *own) {
  folder->count = 0;
  add(folder, ".", own);
  const struct sheaf_node *parent = sheaf_parent(own);
  add(folder, "..", parent ? parent : own);
  for (struct sheaf_node *node = sheaf_next(NULL); node; node = sheaf_next(node)) {
    const char *name = sheaf_name_in(node, own->name);
    if (name) add(folder, name, node);
  }
}

/* The descriptor is then at the end, so that another stream of it finds nothing. */
static int list(DIR *folder) {
  struct sheaf_open *open = sheaf_opened(folder->file);
  if (!open) return 0;
  if (!open->node->name) __sheaf_unmodelled("the entries of a folder that was removed");
  if (open->position) __sheaf_unmodelled("entries of a folder from another position");
  __sheaf_assumes("a directory lists its entries in the order in which they were created");
  open->position = 1;
  add_all(folder, open->node);
  folder->entries = __sheaf_map(16, (size_t)folder->count * sizeof *folder->entries);
  add_all(folder, open->node);
  return folder->is_listed = 1;
}

struct dirent *readdir(DIR *folder) {
  if (!folder->is_listed && !list(folder)) return NULL;
  return folder->position < folder->count ? &folder->entries[folder->position++] : NULL;
}

/* `struct dirent64` has the same layout. */
struct dirent64 *readdir64(DIR *folder) { return (struct dirent64 *)readdir(folder); }

int readdir_r(DIR *restrict folder, struct dirent *restrict entry, struct dirent **restrict result) {
  int old = errno;
  errno = 0;
  struct dirent *found = readdir(folder);
  int error = errno;
  errno = error ? error : old;
  if (found) __builtin_memcpy(entry, found, found->d_reclen);
  *result = found ? entry : NULL;
  return error;
}

int readdir64_r(DIR *restrict folder, struct dirent64 *restrict entry, struct dirent64 **restrict result) {
  return readdir_r(folder, (struct dirent *)entry, (struct dirent **)result);
}

long telldir(DIR *folder) { return folder->position; }

/* The folder is read again from there on. */
void seekdir(DIR *folder, long position) {
  DIR before = *folder;
  rewinddir(folder);
  if (!position || !list(folder)) return;
  int is_same = before.is_listed && before.count == folder->count;
  for (long i = 0; is_same && i < folder->count; i++) is_same = strcmp(before.entries[i].d_name, folder->entries[i].d_name) == 0;
  if (!is_same) __sheaf_unmodelled("a position in a folder that has changed");
  folder->position = position;
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
    struct dirent *copy = malloc(entry->d_reclen);
    if (longer) row = longer;
    if (!longer || !copy) {
      free(copy);
      closedir(folder);
      return give_up(row, count);
    }
    __builtin_memcpy(copy, entry, entry->d_reclen);
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
