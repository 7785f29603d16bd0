/* The formatter of the printf family. Not for programs. */
#ifndef SHEAF_FORMAT_H
#define SHEAF_FORMAT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* The target of formatted output: what `sheaf_output_of` is for a file, if it is not 0; else the
 * file; or, if that is NULL, `size` bytes at `buffer`. `count` is the full length so far, whether or not it
 * fits. */
struct sheaf_sink {
  int stream;
  FILE *file;
  char *buffer;
  size_t size;
  size_t count;
};

/* Formats as C's vfprintf does; returns the full length. */
int sheaf_format(struct sheaf_sink *sink, const char *format, va_list arguments);

#endif
