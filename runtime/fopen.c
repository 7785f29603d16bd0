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

/* The flags of `open` for a mode; -1 if it is none. */
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

FILE *fdopen(int file, const char *mode) {
  int flags = flags_of(mode);
  if (flags < 0 || !sheaf_opened(file)) return NULL;
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

/* A name from a template that ends in `XXXXXX`. */
static int number_template(char *name) {
  static unsigned count;
  size_t length = strlen(name);
  if (length < 6 || strcmp(name + length - 6, "XXXXXX") != 0) {
    errno = EINVAL;
    return 0;
  }
  char digits[8];
  sprintf(digits, "%06u", ++count % 1000000);
  __builtin_memcpy(name + length - 6, digits, 6);
  return 1;
}

int mkstemp(char *name) { return number_template(name) ? open(name, O_RDWR | O_CREAT | O_EXCL, 0600) : -1; }
int mkstemp64(char *name) { return mkstemp(name); }
int mkostemp(char *name, int flags) { return mkstemp(name); }
char *mkdtemp(char *name) { return number_template(name) && !mkdir(name, 0700) ? name : NULL; }
