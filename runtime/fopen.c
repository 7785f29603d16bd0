/* stdio.h: opening and closing streams; those in memory are in memstream.c. */
#define _GNU_SOURCE
#include "files.h"
#include "sheaf.h"
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int sheaf_stream_flags(const char *mode) {
  int flags;
  switch (*mode) {
    case 'r': flags = 0; break;
    case 'w': flags = O_CREAT | O_TRUNC; break;
    case 'a': flags = O_CREAT | O_APPEND; break;
    default: errno = EINVAL; return -1;
  }
  int both = strchr(mode, '+') != NULL;
  if (strchr(mode, 'x')) flags |= O_EXCL;
  return flags | (both ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY);
}

static FILE *start(struct sheaf_stream *stream, int file, int flags) {
  *stream = (struct sheaf_stream){.file._fileno = file, .next = stream->next, .mode = stream->mode};
  stream->reads = (flags & O_ACCMODE) != O_WRONLY;
  stream->writes = (flags & O_ACCMODE) != O_RDONLY;
  stream->appends = (flags & O_APPEND) != 0;
  return &stream->file;
}

FILE *sheaf_new_stream(int file, int flags) {
  struct sheaf_stream *stream = malloc(sizeof *stream);
  if (!stream) return NULL;
  stream->next = sheaf_streams;
  stream->mode = _IOFBF;
  return start(sheaf_streams = stream, file, flags);
}

/* Whether a file permits a mode. */
static int allows(const struct sheaf_open *open, int flags) {
  int has = open->flags & O_ACCMODE;
  return has == O_RDWR || has == (flags & O_ACCMODE);
}

FILE *fdopen(int file, const char *mode) {
  int flags = sheaf_stream_flags(mode);
  struct sheaf_open *open = flags < 0 ? NULL : sheaf_opened(file);
  if (!open) return NULL;
  if (!allows(open, flags)) {
    errno = EINVAL;
    return NULL;
  }
  open->flags |= flags & O_APPEND;
  return sheaf_new_stream(file, flags);
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
  int flags = sheaf_stream_flags(mode);
  int file = flags < 0 ? -1 : open(name, flags, 0666);
  if (file < 0) return NULL;
  FILE *stream = fdopen(file, mode);
  if (!stream) close(file);
  else if (flags & O_APPEND && !sheaf_own(stream)->reads) lseek(file, 0, SEEK_END);
  return stream;
}

FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }

/* Opens the file of a descriptor once more, as through /proc/self/fd. */
static int open_again(int number, int flags) {
  struct sheaf_open *open = sheaf_opened(number);
  if (!open) return -1;
  if (!S_ISREG(open->node->mode)) __sheaf_unmodelled("freopen with another mode of what is no regular file");
  if (flags & O_TRUNC) sheaf_resize(open->node, 0);
  return sheaf_open_node(open->node, flags);
}

FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  int flags = sheaf_stream_flags(mode), number = stream->_fileno;
  if (self->memory) __sheaf_unmodelled("freopen of a stream in memory");
  sheaf_flush(self);
  sheaf_leave(self);
  if (flags < 0) return NULL;
  int file = name ? (close(number), open(name, flags, 0666)) : open_again(number, flags);
  start(self, -1, flags);
  if (file < 0) return NULL;
  if (number >= 0 && file != number && dup2(file, number) == number) {
    close(file);
    file = number;
  }
  stream->_fileno = file;
  return stream;
}

FILE *freopen64(const char *restrict name, const char *restrict mode, FILE *restrict stream) { return freopen(name, mode, stream); }

/* Removes a stream from the list of those that are flushed at the end. */
static void unlist(struct sheaf_stream *self) {
  for (struct sheaf_stream **at = &sheaf_streams; *at; at = &(*at)->next) {
    if (*at != self) continue;
    *at = self->next;
    return;
  }
}

int fclose(FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  int failed = sheaf_flush(self);
  sheaf_leave(self);
  if (self->memory) sheaf_memory_publish(self->memory);
  else if (close(stream->_fileno)) failed = EOF;
  unlist(self);
  if (stream == stdin || stream == stdout || stream == stderr) start(self, -1, O_RDWR);
  else free(stream);
  return failed ? EOF : 0;
}

/* A stream of a file without a name. */
FILE *tmpfile(void) {
  int file = sheaf_open_node(sheaf_new_node(S_IFREG | 0600), O_RDWR);
  return file < 0 ? NULL : sheaf_new_stream(file, O_RDWR);
}

FILE *tmpfile64(void) { return tmpfile(); }

char *tmpnam(char *name) {
  static char own[L_tmpnam];
  static unsigned count;
  if (!name) name = own;
  sprintf(name, "/tmp/file%u", ++count);
  return name;
}

char *tmpnam_r(char *name) { return name ? tmpnam(name) : NULL; }

char *tempnam(const char *folder, const char *prefix) {
  char *name = malloc(L_tmpnam + 8);
  return name ? tmpnam(name) : NULL;
}

/* Generates a name from a template that ends in `XXXXXX` and a suffix of this length. */
static int number_template(char *name, int suffix) {
  static unsigned count;
  size_t length = strlen(name), end = suffix < 0 || (size_t)suffix > length ? 0 : length - (size_t)suffix;
  if (end < 6 || strncmp(name + end - 6, "XXXXXX", 6) != 0) {
    errno = EINVAL;
    return 0;
  }
  char digits[8];
  sprintf(digits, "%06u", ++count % 1000000);
  __builtin_memcpy(name + end - 6, digits, 6);
  return 1;
}

int mkostemps(char *name, int suffix, int flags) {
  int more = flags & ~O_ACCMODE;
  return number_template(name, suffix) ? open(name, O_RDWR | O_CREAT | O_EXCL | more, 0600) : -1;
}

int mkstemp(char *name) { return mkostemps(name, 0, 0); }
int mkostemp(char *name, int flags) { return mkostemps(name, 0, flags); }
int mkstemps(char *name, int suffix) { return mkostemps(name, suffix, 0); }
int mkstemp64(char *name) { return mkostemps(name, 0, 0); }
int mkostemp64(char *name, int flags) { return mkostemps(name, 0, flags); }
int mkstemps64(char *name, int suffix) { return mkostemps(name, suffix, 0); }
int mkostemps64(char *name, int suffix, int flags) { return mkostemps(name, suffix, flags); }
char *mkdtemp(char *name) { return number_template(name, 0) && !mkdir(name, 0700) ? name : NULL; }

char *mktemp(char *name) {
  if (!number_template(name, 0)) *name = 0;
  return name;
}
