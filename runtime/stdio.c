/* stdio.h: streams. Opening them is in fopen.c, formatting in printf.c, scanning in scan.c, lines
 * in getline.c. */
#define _GNU_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include "stream.h"
#include <errno.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct sheaf_stream input = {.file._fileno = 0, .reads = 1}, output = {.file._fileno = 1, .writes = 1},
                           errors = {.file._fileno = 2, .writes = 1};
FILE *stdin = &input.file, *stdout = &output.file, *stderr = &errors.file;

/* Size of a buffer in bytes. */
enum { BUFFER = 4096 };

static const int read_errors[] = {EIO, EINTR, 0}, write_errors[] = {ENOSPC, EIO, 0};

static struct sheaf_stream *own(FILE *stream) { return (struct sheaf_stream *)stream; }

static int failed(FILE *stream, int error) {
  if (error) errno = error;
  stream->_flags |= SHEAF_ERROR;
  return EOF;
}

/* Writing. */

int sheaf_output_of(FILE *stream) {
  struct sheaf_open *open = own(stream)->writes ? sheaf_opened(stream->_fileno) : NULL;
  return open ? open->node->stream : 0;
}

void sheaf_pending(FILE *stream, size_t bytes) {
  if (stream->_fileno != 2) own(stream)->pending += bytes;
}

int sheaf_put(FILE *stream, const void *data, size_t bytes) {
  struct sheaf_open *open = own(stream)->writes ? sheaf_opened(stream->_fileno) : NULL;
  if (!open) {
    failed(stream, EBADF);
    return 0;
  }
  sheaf_write(open, data, bytes);
  sheaf_pending(stream, bytes);
  return 1;
}

int fputc(int c, FILE *stream) {
  unsigned char byte = (unsigned char)c;
  return sheaf_put(stream, &byte, 1) ? byte : EOF;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }
int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, stdout); }
int putchar_unlocked(int c) { return fputc(c, stdout); }
int __overflow(FILE *stream, int c) { return fputc(c, stream); }

int fputs(const char *restrict text, FILE *restrict stream) {
  size_t bytes = __sheaf_string_length(text, (size_t)-1);
  return sheaf_put(stream, text, bytes) ? 1 : EOF;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream) { return fputs(text, stream); }

int puts(const char *text) {
  if (fputs(text, stdout) == EOF) return EOF;
  return fputc('\n', stdout) == EOF ? EOF : 1;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  if (!size || !count) return 0;
  return sheaf_put(stream, data, size * count) ? count : 0;
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(data, size, count, stream);
}

/* Flushes to the file, which may fail. */
static int flush(FILE *stream) {
  struct sheaf_stream *self = own(stream);
  if (!self->pending) return 0;
  self->pending = 0;
  return sheaf_call_fails("write", write_errors) ? failed(stream, 0) : 0;
}

/* Makes the contents of a memory stream visible to the program. */
static void publish(struct sheaf_stream *self) {
  struct sheaf_open *open = sheaf_opened(self->file._fileno);
  size_t length = sheaf_size(open->node);
  char *text = realloc(*self->text, length + 1);
  if (!text) return;
  if (length) __builtin_memcpy(text, open->node->bytes, length);
  text[length] = 0;
  *self->text = text;
  *self->length = open->position < length ? open->position : length;
}

int fflush(FILE *stream) {
  if (!stream) stream = stdout;
  if (own(stream)->text) publish(own(stream));
  return flush(stream);
}

int fflush_unlocked(FILE *stream) { return fflush(stream); }

/* Reading. */

/* The file to read the next character from; NULL if it cannot be read. */
static struct sheaf_open *source_of(FILE *stream) {
  struct sheaf_stream *self = own(stream);
  struct sheaf_open *open = self->reads ? sheaf_opened(stream->_fileno) : NULL;
  int is_folder = open && S_ISDIR(open->node->mode);
  if (open && !is_folder && (self->filled || !sheaf_call_fails("read", read_errors))) return open;
  failed(stream, !open ? EBADF : is_folder ? EISDIR : 0);
  return NULL;
}

static int has_pushed(FILE *stream) { return stream->_IO_read_ptr < stream->_IO_read_end; }

/* Consumes the next byte of a stream's file, which must exist. */
static int take_byte(FILE *stream, struct sheaf_open *open) {
  own(stream)->filled = (own(stream)->filled + 1) % BUFFER;
  return sheaf_take_byte(open);
}

int __uflow(FILE *stream) {
  if (has_pushed(stream)) return (unsigned char)*stream->_IO_read_ptr++;
  struct sheaf_open *open = source_of(stream);
  if (!open) return EOF;
  if (sheaf_has_more(open)) return take_byte(stream, open);
  sheaf_met_end(open);
  stream->_flags |= SHEAF_EOF;
  own(stream)->filled = 0;
  return EOF;
}

int sheaf_next_of_line(FILE *stream, int last, int end) {
  struct sheaf_stream *self = own(stream);
  int is_file = last != EOF && self->filled && !has_pushed(stream);
  struct sheaf_open *open = is_file ? sheaf_opened(stream->_fileno) : NULL;
  if (!open) return last == end ? EOF : __uflow(stream);
  int is_whole = last == end;
  if (!is_whole & sheaf_has_more(open)) return take_byte(stream, open);
  stream->_flags |= !is_whole * SHEAF_EOF;
  return EOF;
}

int sheaf_look(FILE *stream, unsigned char *byte) {
  if (!has_pushed(stream) && __sheaf_failing_calls) ungetc(__uflow(stream), stream);
  if (has_pushed(stream)) {
    *byte = (unsigned char)*stream->_IO_read_ptr;
    return 1;
  }
  struct sheaf_open *open = __sheaf_failing_calls ? NULL : source_of(stream);
  if (!open) return 0;
  int more = sheaf_has_more(open);
  *byte = sheaf_byte_ahead(open);
  return more;
}

void sheaf_take(FILE *stream) {
  if (has_pushed(stream)) {
    stream->_IO_read_ptr++;
    return;
  }
  take_byte(stream, sheaf_opened(stream->_fileno));
}

void sheaf_note_end(FILE *stream, int ended) { stream->_flags |= ended * SHEAF_EOF; }

int fgetc(FILE *stream) { return __uflow(stream); }
int getc(FILE *stream) { return __uflow(stream); }
int _IO_getc(FILE *stream) { return __uflow(stream); }
int getc_unlocked(FILE *stream) { return __uflow(stream); }
int fgetc_unlocked(FILE *stream) { return __uflow(stream); }
int getchar(void) { return __uflow(stdin); }
int getchar_unlocked(void) { return __uflow(stdin); }

int ungetc(int c, FILE *stream) {
  struct sheaf_stream *self = own(stream);
  if (c == EOF) return EOF;
  if (stream->_IO_read_ptr == stream->_IO_read_end) stream->_IO_read_ptr = stream->_IO_read_end = self->pushed + SHEAF_PUSHED;
  if (stream->_IO_read_ptr == self->pushed) return EOF;
  *--stream->_IO_read_ptr = (char)c;
  stream->_flags &= ~SHEAF_EOF;
  return (unsigned char)c;
}

int __underflow(FILE *stream) {
  int c = __uflow(stream);
  return ungetc(c, stream);
}

/* Reads bytes one by one, each of which may be missing. */
static size_t read_singly(unsigned char *to, size_t bytes, FILE *stream) {
  size_t n = 0;
  for (int c; n < bytes && (c = __uflow(stream)) != EOF; n++) to[n] = (unsigned char)c;
  return n;
}

/* Reads bytes as one block. */
static size_t read_together(unsigned char *to, size_t bytes, FILE *stream) {
  if (!__sheaf_is_symbolic(bytes) && !bytes) return 0;
  struct sheaf_open *open = source_of(stream);
  if (!open) return 0;
  size_t n = sheaf_read(open, to, bytes);
  stream->_flags |= (n < bytes) * SHEAF_EOF;
  own(stream)->filled = 1;
  return n;
}

static int is_one(size_t number) { return !__sheaf_is_symbolic(number) && number == 1; }

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
  size_t bytes = size * count, n = 0;
  if (!__sheaf_is_symbolic(bytes) && !bytes) return 0;
  if (__sheaf_failing_calls) {
    n = read_singly(to, bytes, stream);
  } else {
    for (; has_pushed(stream) && n < bytes; n++) ((char *)to)[n] = *stream->_IO_read_ptr++;
    n += read_together((unsigned char *)to + n, bytes - n, stream);
  }
  if (is_one(size)) return n;
  if (is_one(count)) return (n == bytes) & (bytes != 0);
  return size ? n / size : 0;
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
  return fread(to, size, count, stream);
}

char *fgets(char *restrict text, int size, FILE *restrict stream) {
  int n = 0, c = EOF, failed_before = stream->_flags & SHEAF_ERROR;
  if (size <= 0) return NULL;
  while (n + 1 < size && (c = sheaf_next_of_line(stream, c, '\n')) != EOF) text[n++] = (char)c;
  if (c == EOF && n + 1 < size && (!n || (stream->_flags & SHEAF_ERROR) > failed_before)) return NULL;
  text[n] = 0;
  return text;
}

char *fgets_unlocked(char *restrict text, int size, FILE *restrict stream) { return fgets(text, size, stream); }

char *gets(char *text) {
  int n = 0, c = EOF;
  while ((c = sheaf_next_of_line(stdin, c, '\n')) != EOF) text[n++] = (char)c;
  if (!n) return NULL;
  text[n - (text[n - 1] == '\n')] = 0;
  return text;
}

int getw(FILE *stream) {
  int word;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}

int putw(int word, FILE *stream) { return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EOF; }

/* Positions. */

static void forget_pushed(FILE *stream) { stream->_IO_read_ptr = stream->_IO_read_end; }

off_t ftello(FILE *stream) {
  off_t at = lseek(stream->_fileno, 0, SEEK_CUR);
  return at < 0 ? at : at - (stream->_IO_read_end - stream->_IO_read_ptr);
}

int fseeko(FILE *stream, off_t distance, int from) {
  if (from == SEEK_CUR) distance -= stream->_IO_read_end - stream->_IO_read_ptr;
  if (flush(stream) || lseek(stream->_fileno, distance, from) < 0) return -1;
  forget_pushed(stream);
  stream->_flags &= ~SHEAF_EOF;
  return 0;
}

long ftell(FILE *stream) { return ftello(stream); }
off64_t ftello64(FILE *stream) { return ftello(stream); }
int fseek(FILE *stream, long distance, int from) { return fseeko(stream, distance, from); }
int fseeko64(FILE *stream, off64_t distance, int from) { return fseeko(stream, (off_t)distance, from); }

void rewind(FILE *stream) {
  fseeko(stream, 0, SEEK_SET);
  stream->_flags &= ~SHEAF_ERROR;
}

int fgetpos(FILE *restrict stream, fpos_t *restrict place) {
  off_t at = ftello(stream);
  if (at < 0) return -1;
  place->__pos = at;
  return 0;
}

int fsetpos(FILE *stream, const fpos_t *place) { return fseeko(stream, place->__pos, SEEK_SET); }
int fgetpos64(FILE *restrict stream, fpos64_t *restrict place) { return fgetpos(stream, (fpos_t *)place); }
int fsetpos64(FILE *stream, const fpos64_t *place) { return fsetpos(stream, (const fpos_t *)place); }

/* State. */

int feof(FILE *stream) { return (stream->_flags & SHEAF_EOF) != 0; }
int ferror(FILE *stream) { return (stream->_flags & SHEAF_ERROR) != 0; }
int feof_unlocked(FILE *stream) { return feof(stream); }
int ferror_unlocked(FILE *stream) { return ferror(stream); }
void clearerr(FILE *stream) { stream->_flags &= ~(SHEAF_EOF | SHEAF_ERROR); }
void clearerr_unlocked(FILE *stream) { clearerr(stream); }
int fileno(FILE *stream) { return stream->_fileno; }
int fileno_unlocked(FILE *stream) { return stream->_fileno; }
void setbuf(FILE *restrict stream, char *restrict buffer) {}
void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) {}
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : EOF;
}
void setlinebuf(FILE *stream) {}
void flockfile(FILE *stream) {}
void funlockfile(FILE *stream) {}
int ftrylockfile(FILE *stream) { return 0; }

/* stdio_ext.h. */

size_t __fpending(FILE *stream) { return own(stream)->pending; }
size_t __fbufsize(FILE *stream) { return BUFFER; }
int __freading(FILE *stream) { return !own(stream)->writes; }
int __fwriting(FILE *stream) { return !own(stream)->reads; }
int __freadable(FILE *stream) { return own(stream)->reads; }
int __fwritable(FILE *stream) { return own(stream)->writes; }
int __flbf(FILE *stream) { return 0; }
int __fsetlocking(FILE *stream, int type) { return FSETLOCKING_INTERNAL; }
void _flushlbf(void) {}

void __fpurge(FILE *stream) {
  forget_pushed(stream);
  own(stream)->pending = 0;
}
