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
  int flags, both = 0;
  switch (*mode) {
    case 'r': flags = 0; break;
    case 'w': flags = O_CREAT | O_TRUNC; break;
    case 'a': flags = O_CREAT | O_APPEND; break;
    default: errno = EINVAL; return -1;
  }
  int writes = *mode != 'r';
  /* As in glibc, at most six more characters count, and others than these are ignored. */
  for (const char *at = mode + 1; *at && *at != ',' && at <= mode + 6; at++) {
    both |= *at == '+';
    if (*at == 'x') flags |= O_EXCL;
    if (*at == 'e') flags |= O_CLOEXEC;
  }
  if (strstr(mode, ",ccs=")) __sheaf_unmodelled("a stream with a character set");
  return flags | (both ? O_RDWR : writes ? O_WRONLY : O_RDONLY);
}

static FILE *start(struct sheaf_stream *stream, int file, int flags) {
  *stream = (struct sheaf_stream){.file._fileno = file, .next = stream->next};
  stream->reads = (flags & O_ACCMODE) != O_WRONLY;
  stream->writes = (flags & O_ACCMODE) != O_RDONLY;
  stream->appends = (flags & O_APPEND) != 0;
  return &stream->file;
}

/* A stream without a file can neither be read nor written. */
static void shut(struct sheaf_stream *stream) {
  start(stream, -1, O_RDWR);
  stream->reads = stream->writes = 0;
}

FILE *sheaf_new_stream(int file, int flags) {
  struct sheaf_stream *stream = malloc(sizeof *stream);
  if (!stream) return NULL;
  stream->next = sheaf_streams;
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
  int starts_to_append = flags & O_APPEND & ~open->flags;
  FILE *stream = sheaf_new_stream(file, flags);
  if (!stream) return NULL;
  open->flags |= starts_to_append;
  if (starts_to_append && !sheaf_own(stream)->reads) lseek(file, 0, SEEK_END);
  return stream;
}

/* Removes a stream from the list of those that are flushed at the end. */
static void unlist(struct sheaf_stream *self) {
  for (struct sheaf_stream **at = &sheaf_streams; *at; at = &(*at)->next) {
    if (*at != self) continue;
    *at = self->next;
    return;
  }
}

/* The stream is allocated first: without memory, the file stays as it is. */
FILE *fopen(const char *restrict name, const char *restrict mode) {
  int flags = sheaf_stream_flags(mode);
  FILE *stream = flags < 0 ? NULL : sheaf_new_stream(-1, flags);
  if (!stream) return NULL;
  int file = open(name, flags, 0666);
  if (file < 0) {
    unlist(sheaf_own(stream));
    free(stream);
    return NULL;
  }
  stream->_fileno = file;
  if (flags & O_APPEND && !sheaf_own(stream)->reads) lseek(file, 0, SEEK_END);
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
  shut(self);
  if (file < 0) return NULL;
  start(self, -1, flags);
  if (number >= 0 && file != number && dup3(file, number, flags & O_CLOEXEC) == number) {
    close(file);
    file = number;
  }
  stream->_fileno = file;
  return stream;
}

FILE *freopen64(const char *restrict name, const char *restrict mode, FILE *restrict stream) { return freopen(name, mode, stream); }

int fclose(FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  int failed = sheaf_flush(self);
  sheaf_leave(self);
  if (self->memory) sheaf_memory_publish(self->memory, 1);
  else if (close(stream->_fileno)) failed = EOF;
  unlist(self);
  if (stream == stdin || stream == stdout || stream == stderr) shut(self);
  else free(stream);
  return failed ? EOF : 0;
}

/* A stream of a file without a name. */
FILE *tmpfile(void) {
  int file = sheaf_open_node(sheaf_new_node(S_IFREG | 0600), O_RDWR);
  return file < 0 ? NULL : sheaf_new_stream(file, O_RDWR);
}

FILE *tmpfile64(void) { return tmpfile(); }

/* Generates a name that no file has from a template that ends in `XXXXXX` and a suffix of this
 * length. */
static int number_template(char *name, int suffix) {
  static unsigned count;
  size_t length = strlen(name), end = suffix < 0 || (size_t)suffix > length ? 0 : length - (size_t)suffix;
  if (end < 6 || strncmp(name + end - 6, "XXXXXX", 6) != 0) {
    errno = EINVAL;
    return 0;
  }
  __sheaf_assumes("names of temporary files are numbered");
  do {
    char digits[8];
    sprintf(digits, "%06u", ++count % 1000000);
    __builtin_memcpy(name + end - 6, digits, 6);
  } while (sheaf_find(name));
  return 1;
}

char *tmpnam(char *name) {
  static char own[L_tmpnam];
  if (!name) name = own;
  strcpy(name, "/tmp/fileXXXXXX");
  number_template(name, 0);
  return name;
}

char *tmpnam_r(char *name) { return name ? tmpnam(name) : NULL; }

static int is_folder(const char *name) {
  struct sheaf_node *node = name ? sheaf_find(name) : NULL;
  return node && S_ISDIR(node->mode);
}

char *tempnam(const char *folder, const char *prefix) {
  const char *chosen = getenv("TMPDIR");
  if (!is_folder(chosen)) chosen = is_folder(folder) ? folder : "/tmp";
  if (!prefix || !*prefix) prefix = "file";
  size_t length = strlen(chosen);
  while (length > 1 && chosen[length - 1] == '/') length--;
  char *name = malloc(length + 13);
  if (!name) return NULL;
  sprintf(name, "%.*s/%.5sXXXXXX", (int)length, chosen, prefix);
  number_template(name, 0);
  return name;
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
