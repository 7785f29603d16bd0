/* sys/statfs.h and sys/statvfs.h: the file system, which is that of a small disk. */
#define _GNU_SOURCE
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

enum { EXT4 = 0xef53, BLOCK = 4096, BLOCKS = 1 << 20, FREE = 1 << 19, FILES = 1 << 18, NAME = 255 };

static void assume_disk(void) { __sheaf_assumes("the file system is a small ext4"); }

/* Whether a file exists, which must be on the disk. */
static int is_there(const struct sheaf_node *node) {
  if (!node) return 0;
  if (!S_ISREG(node->mode) && !S_ISDIR(node->mode)) __sheaf_unmodelled("the file system of a pipe or a device");
  return 1;
}

static int has_name(const char *name) { return is_there(sheaf_find_or_note(name)); }

static int is_open(int file) {
  struct sheaf_open *open = sheaf_opened(file);
  return open && is_there(open->node);
}

/* Both structures have these members. */
#define FILL(result)                                                                                        \
  (assume_disk(), *(result) = (__typeof__(*(result))){.f_type = EXT4, .f_bsize = BLOCK, .f_frsize = BLOCK, .f_blocks = BLOCKS, \
                                       .f_bfree = FREE, .f_bavail = FREE, .f_files = FILES, .f_ffree = FILES / 2, \
                                       .f_namelen = NAME},                                                  \
   0)

int statfs(const char *name, struct statfs *result) { return has_name(name) ? FILL(result) : -1; }
int fstatfs(int file, struct statfs *result) { return is_open(file) ? FILL(result) : -1; }
int statfs64(const char *name, struct statfs64 *result) { return has_name(name) ? FILL(result) : -1; }
int fstatfs64(int file, struct statfs64 *result) { return is_open(file) ? FILL(result) : -1; }

#define FILL_V(result)                                                                                    \
  (assume_disk(), *(result) = (__typeof__(*(result))){.f_bsize = BLOCK, .f_frsize = BLOCK, .f_blocks = BLOCKS, .f_bfree = FREE, \
                                       .f_bavail = FREE, .f_files = FILES, .f_ffree = FILES / 2,          \
                                       .f_favail = FILES / 2, .f_namemax = NAME},                         \
   0)

int statvfs(const char *name, struct statvfs *result) { return has_name(name) ? FILL_V(result) : -1; }
int fstatvfs(int file, struct statvfs *result) { return is_open(file) ? FILL_V(result) : -1; }
int statvfs64(const char *name, struct statvfs64 *result) { return has_name(name) ? FILL_V(result) : -1; }
int fstatvfs64(int file, struct statvfs64 *result) { return is_open(file) ? FILL_V(result) : -1; }
