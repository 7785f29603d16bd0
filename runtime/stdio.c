/* stdio.h: output to the standard streams, and formatting. What reads, and files, are not modelled. */
#define _GNU_SOURCE
#include "format.h"
#include "sheaf.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE input = {._fileno = 0}, output = {._fileno = 1}, errors = {._fileno = 2};
FILE *stdin = &input, *stdout = &output, *stderr = &errors;

/* Text and bytes. */

static int is_output(FILE *stream) { return stream->_fileno == 1 || stream->_fileno == 2; }

int fputc(int c, FILE *stream) {
  unsigned char byte = (unsigned char)c;
  if (!is_output(stream)) return EOF;
  __sheaf_write(stream->_fileno, &byte, 1);
  return byte;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }
int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, stdout); }
int putchar_unlocked(int c) { return fputc(c, stdout); }

int fputs(const char *restrict text, FILE *restrict stream) {
  size_t bytes = __sheaf_string_length(text, (size_t)-1);
  if (!is_output(stream)) return EOF;
  __sheaf_write(stream->_fileno, text, bytes);
  return 1;
}

int puts(const char *text) {
  fputs(text, stdout);
  return fputc('\n', stdout) == EOF ? EOF : 1;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  if (!size || !count || !is_output(stream)) return 0;
  __sheaf_write(stream->_fileno, data, size * count);
  return count;
}

ssize_t write(int file, const void *data, size_t bytes) {
  if (file != 1 && file != 2) __sheaf_unmodelled("write to a file");
  __sheaf_write(file, data, bytes);
  return (ssize_t)bytes;
}

void perror(const char *prefix) {
  const char *text = strerror(errno);
  if (prefix && *prefix) {
    fputs(prefix, stderr);
    fputs(": ", stderr);
  }
  fputs(text, stderr);
  fputc('\n', stderr);
}

/* State of a stream. Nothing is buffered, and writing succeeds. */

int fflush(FILE *stream) { return 0; }
int fclose(FILE *stream) { return 0; }
int ferror(FILE *stream) { return 0; }
void clearerr(FILE *stream) {}
int fileno(FILE *stream) { return stream->_fileno; }
int isatty(int file) { return 0; }
void setbuf(FILE *restrict stream, char *restrict buffer) {}
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) { return 0; }
void setlinebuf(FILE *stream) {}

/* The printf family. */

/* Formats for a stream's number. */
static int format_to(int file, const char *format, va_list arguments) {
  struct sheaf_sink sink = {.stream = file};
  return sheaf_format(&sink, format, arguments);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  return is_output(stream) ? format_to(stream->_fileno, format, arguments) : -1;
}

int vprintf(const char *restrict format, va_list arguments) { return vfprintf(stdout, format, arguments); }

int vdprintf(int file, const char *restrict format, va_list arguments) {
  if (file != 1 && file != 2) __sheaf_unmodelled("dprintf to a file");
  return format_to(file, format, arguments);
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
  *result = count < 0 ? NULL : malloc((size_t)count + 1);
  return *result ? vsnprintf(*result, (size_t)count + 1, format, arguments) : -1;
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
