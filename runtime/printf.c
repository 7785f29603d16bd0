/* stdio.h: the printf family. The formatter is in format.c. */
#define _GNU_SOURCE
#include "files.h"
#include "format.h"
#include "sheaf.h"
#include "stream.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  struct sheaf_sink sink = {.stream = sheaf_output_of(stream), .file = stream};
  sheaf_orient(stream, SHEAF_BYTES);
  if (!sheaf_own(stream)->writes) return sheaf_stream_fails(sheaf_own(stream), EBADF);
  int old = stream->_flags & SHEAF_ERROR;
  stream->_flags &= ~SHEAF_ERROR;
  int count = sheaf_format(&sink, format, arguments);
  int failed = stream->_flags & SHEAF_ERROR;
  stream->_flags |= old;
  return failed ? -1 : count;
}

int vprintf(const char *restrict format, va_list arguments) { return vfprintf(stdout, format, arguments); }

int vdprintf(int file, const char *restrict format, va_list arguments) {
  struct sheaf_open *open = sheaf_opened(file);
  if (open && open->node->stream) {
    struct sheaf_sink sink = {.stream = open->node->stream};
    return sheaf_format(&sink, format, arguments);
  }
  if (!open) return -1;
  char *text;
  int count = vasprintf(&text, format, arguments);
  if (count < 0) return -1;
  if (!count) {
    free(text);
    return 0;
  }
  ssize_t written = write(file, text, (size_t)count);
  free(text);
  return written < 0 ? -1 : count;
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments) {
  struct sheaf_sink sink = {.buffer = buffer, .size = size ? size - 1 : 0};
  int count = sheaf_format(&sink, format, arguments);
  if (size) buffer[sink.count < sink.size ? sink.count : sink.size] = 0;
  return count;
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments) {
  return vsnprintf(buffer, (size_t)-1, format, arguments);
}

int vasprintf(char **restrict result, const char *restrict format, va_list arguments) {
  int count = vsnprintf(NULL, 0, format, arguments);
  char *text = count < 0 ? NULL : malloc((size_t)count + 1);
  if (!text) return -1;
  *result = text;
  return vsnprintf(text, (size_t)count + 1, format, arguments);
}

/* The body of a function that takes its arguments one by one. */
#define FORWARD(last, call)        \
  va_list arguments;               \
  va_start(arguments, last);       \
  int count = call;                \
  va_end(arguments);               \
  return count

int printf(const char *restrict format, ...) { FORWARD(format, vprintf(format, arguments)); }

int fprintf(FILE *restrict stream, const char *restrict format, ...) { FORWARD(format, vfprintf(stream, format, arguments)); }

int dprintf(int file, const char *restrict format, ...) { FORWARD(format, vdprintf(file, format, arguments)); }

int sprintf(char *restrict buffer, const char *restrict format, ...) { FORWARD(format, vsprintf(buffer, format, arguments)); }

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...) {
  FORWARD(format, vsnprintf(buffer, size, format, arguments));
}

int asprintf(char **restrict result, const char *restrict format, ...) { FORWARD(format, vasprintf(result, format, arguments)); }
