/* stdio.h: opening and closing streams. */
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

/* The flags of `open` for a mode; -1 if the mode is invalid. */
static int flags_of(const char *mode) {
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
  *stream = (struct sheaf_stream){.file._fileno = file};
  stream->reads = (flags & O_ACCMODE) != O_WRONLY;
  stream->writes = (flags & O_ACCMODE) != O_RDONLY;
  return &stream->file;
}

/* Whether a file permits a mode. */
static int allows(const struct sheaf_open *open, int flags) {
  int has = open->flags & O_ACCMODE;
  return has == O_RDWR || has == (flags & O_ACCMODE);
}

FILE *fdopen(int file, const char *mode) {
  int flags = flags_of(mode);
  struct sheaf_open *open = flags < 0 ? NULL : sheaf_opened(file);
  if (!open) return NULL;
  if (!allows(open, flags)) {
    errno = EINVAL;
    return NULL;
  }
  struct sheaf_stream *stream = malloc(sizeof *stream);
  return stream ? start(stream, file, flags) : NULL;
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
  int flags = flags_of(mode);
  int file = flags < 0 ? -1 : open(name, flags, 0666);
  if (file < 0) return NULL;
  FILE *stream = fdopen(file, mode);
  if (!stream) close(file);
  return stream;
}

FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }

FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream) {
  int flags = flags_of(mode), number = stream->_fileno;
  fflush(stream);
  if (flags < 0) return NULL;
  if (!name) return start((struct sheaf_stream *)stream, number, flags);
  close(number);
  int file = open(name, flags, 0666);
  if (file < 0) return NULL;
  if (number >= 0 && file != number && dup2(file, number) == number) {
    close(file);
    file = number;
  }
  return start((struct sheaf_stream *)stream, file, flags);
}

FILE *freopen64(const char *restrict name, const char *restrict mode, FILE *restrict stream) { return freopen(name, mode, stream); }

int fclose(FILE *stream) {
  int failed = fflush(stream);
  if (close(stream->_fileno)) failed = EOF;
  if (stream == stdin || stream == stdout || stream == stderr) stream->_fileno = -1;
  else free(stream);
  return failed ? EOF : 0;
}

/* A stream of a file without a name. */
static FILE *nameless(int flags) {
  int file = sheaf_open_node(sheaf_new_node(S_IFREG | 0600), flags);
  struct sheaf_stream *stream = file < 0 ? NULL : malloc(sizeof *stream);
  return stream ? start(stream, file, flags) : NULL;
}

FILE *open_memstream(char **text, size_t *length) {
  FILE *stream = nameless(O_RDWR);
  if (!stream) return NULL;
  struct sheaf_stream *self = (struct sheaf_stream *)stream;
  self->reads = 0;
  self->text = text;
  self->length = length;
  *text = NULL;
  fflush(stream);
  return stream;
}

FILE *tmpfile(void) { return nameless(O_RDWR); }
FILE *tmpfile64(void) { return nameless(O_RDWR); }

FILE *fmemopen(void *buffer, size_t size, const char *mode) {
  int flags = flags_of(mode);
  if (flags < 0) return NULL;
  if ((flags & O_ACCMODE) != O_RDONLY) __sheaf_unmodelled("fmemopen for writing");
  struct sheaf_node *node = sheaf_new_node(S_IFREG | 0600);
  node->bytes = buffer;
  node->size = node->room = size;
  int file = sheaf_open_node(node, flags);
  struct sheaf_stream *stream = file < 0 ? NULL : malloc(sizeof *stream);
  return stream ? start(stream, file, flags) : NULL;
}

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
