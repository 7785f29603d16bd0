/* stdio.h: streams. Their buffers are in buffer.c, opening them is in fopen.c, formatting in
 * printf.c, scanning in scan.c, lines in getline.c. */
#define _GNU_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include "stream.h"
#include <errno.h>
#include <stdlib.h>

static struct sheaf_stream input = {.file._fileno = 0, .reads = 1}, output = {.file._fileno = 1, .writes = 1},
                           errors = {.file._fileno = 2, .writes = 1, .mode = _IONBF};
FILE *stdin = &input.file, *stdout = &output.file, *stderr = &errors.file;

static const int read_errors[] = {EIO, EINTR, 0};

/* Writing. */

int fputc(int c, FILE *stream) {
  sheaf_orient(stream, SHEAF_BYTES);
  return sheaf_put_byte(stream, (char)c);
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
  sheaf_orient(stream, SHEAF_BYTES);
  return sheaf_put(stream, text, bytes) == bytes ? 1 : EOF;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream) { return fputs(text, stream); }

/* The number of bytes, as glibc returns it. */
int puts(const char *text) {
  size_t bytes = __sheaf_string_length(text, (size_t)-1);
  sheaf_orient(stdout, SHEAF_BYTES);
  if (sheaf_put(stdout, text, bytes) < bytes || fputc('\n', stdout) == EOF) return EOF;
  return (int)bytes + 1;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  if (!size || !count) return 0;
  sheaf_orient(stream, SHEAF_BYTES);
  size_t done = sheaf_put(stream, data, size * count);
  return done == size * count ? count : done / size;
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(data, size, count, stream);
}

int fflush(FILE *stream) {
  if (!stream) return sheaf_flush_streams(0);
  struct sheaf_stream *self = sheaf_own(stream);
  int failed = sheaf_flush(self);
  failed |= sheaf_unread(self);
  if (self->memory) sheaf_memory_publish(self->memory, 0);
  return failed;
}

int fflush_unlocked(FILE *stream) { return fflush(stream); }

/* Reading. */

/* The end of a file whose bytes are taken one by one. */
static int take_end(struct sheaf_stream *self, struct sheaf_open *open) {
  sheaf_met_end(open);
  self->taking = 0;
  sheaf_meet_end(self, 1);
  return EOF;
}

int __uflow(FILE *stream) {
  if (stream->_IO_read_ptr < stream->_IO_read_end) return (unsigned char)*stream->_IO_read_ptr++;
  struct sheaf_stream *self = sheaf_own(stream);
  struct sheaf_open *open = sheaf_taken_from(self);
  if (!open) return sheaf_fill(self) ? (unsigned char)*stream->_IO_read_ptr++ : EOF;
  return sheaf_has_more(open) ? sheaf_take_next(self, open) : take_end(self, open);
}

int sheaf_next_of_line(FILE *stream, int last, int end) {
  struct sheaf_stream *self = sheaf_own(stream);
  struct sheaf_open *open = last != EOF && self->taking ? sheaf_taken_from(self) : NULL;
  if (!open) return last == end ? EOF : __uflow(stream);
  int is_whole = last == end;
  if (!is_whole & sheaf_has_more(open)) return sheaf_take_next(self, open);
  sheaf_meet_end(self, !is_whole);
  return EOF;
}

int sheaf_look(FILE *stream, unsigned char *byte) {
  struct sheaf_stream *self = sheaf_own(stream);
  struct sheaf_open *open = sheaf_taken_from(self);
  if (!open) {
    int there = sheaf_fill(self) != 0;
    *byte = there ? (unsigned char)*stream->_IO_read_ptr : 0;
    return there;
  }
  sheaf_start_taking(self, open);
  int more = sheaf_has_more(open);
  *byte = sheaf_byte_ahead(open);
  return more;
}

void sheaf_take(FILE *stream) {
  struct sheaf_open *open = sheaf_taken_from(sheaf_own(stream));
  if (open) sheaf_take_next(sheaf_own(stream), open);
  else stream->_IO_read_ptr++;
}

/* Whether bytes can be scanned; sets `errno` if not. */
int sheaf_starts_scan(FILE *stream) {
  sheaf_orient(stream, SHEAF_BYTES);
  if (!sheaf_own(stream)->reads) errno = EBADF;
  return sheaf_own(stream)->reads;
}

void sheaf_note_end(FILE *stream, int ended) {
  if (sheaf_own(stream)->taking) sheaf_meet_end(sheaf_own(stream), ended);
}

int fgetc(FILE *stream) {
  sheaf_orient(stream, SHEAF_BYTES);
  return __uflow(stream);
}

int getc(FILE *stream) { return fgetc(stream); }
int _IO_getc(FILE *stream) { return fgetc(stream); }
int getc_unlocked(FILE *stream) { return fgetc(stream); }
int fgetc_unlocked(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int getchar_unlocked(void) { return fgetc(stdin); }

/* Goes back by one byte of the buffer if that is the byte to push back. */
static int goes_back(struct sheaf_stream *self, unsigned char c) {
  FILE *file = &self->file;
  struct sheaf_open *open = self->taking ? sheaf_taken_from(self) : NULL;
  int has_last = open ? self->taken != 0 : file->_IO_read_ptr > file->_IO_read_base;
  if (!has_last) return 0;
  unsigned char last = open ? open->node->bytes[open->position - 1] : (unsigned char)file->_IO_read_ptr[-1];
  if (last != c) return 0;
  if (open) open->position--, self->taken--;
  else file->_IO_read_ptr--;
  return 1;
}

int sheaf_unget(int c, FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  if (c == EOF) return EOF;
  if (self->writing) {
    if (sheaf_flush(self)) return EOF;
    self->writing = 0;
    stream->_IO_write_end = stream->_IO_write_ptr;
  }
  if (goes_back(self, (unsigned char)c)) {
    stream->_flags &= ~SHEAF_EOF;
    return (unsigned char)c;
  }
  if (!self->has_pushed) {
    self->has_pushed = 1;
    self->read_base = stream->_IO_read_base;
    self->read_ptr = stream->_IO_read_ptr;
    self->read_end = stream->_IO_read_end;
    stream->_IO_read_base = self->pushed;
    stream->_IO_read_ptr = stream->_IO_read_end = self->pushed + SHEAF_PUSHED;
  }
  if (stream->_IO_read_ptr == self->pushed) __sheaf_unmodelled("so many characters that are pushed back");
  *--stream->_IO_read_ptr = (char)c;
  stream->_flags &= ~SHEAF_EOF;
  return (unsigned char)c;
}

int ungetc(int c, FILE *stream) {
  sheaf_orient(stream, SHEAF_BYTES);
  return sheaf_unget(c, stream);
}

int __underflow(FILE *stream) { return ungetc(__uflow(stream), stream); }

/* Reads bytes as one block. */
static size_t read_together(char *to, size_t bytes, FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  struct sheaf_open *open = sheaf_taken_from(self);
  if (open) return sheaf_take_block(self, open, to, bytes);
  if (__sheaf_is_symbolic(bytes)) bytes = __sheaf_concrete_size(bytes);
  return sheaf_get(self, to, bytes);
}

static int is_one(size_t number) { return !__sheaf_is_symbolic(number) && number == 1; }

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
  size_t bytes = size * count, n = 0;
  if (!__sheaf_is_symbolic(bytes) && !bytes) return 0;
  sheaf_orient(stream, SHEAF_BYTES);
  /* Bytes that are pushed back come before those of the file. */
  for (; sheaf_own(stream)->has_pushed && n < bytes && sheaf_buffered(sheaf_own(stream)); n++)
    ((char *)to)[n] = *stream->_IO_read_ptr++;
  if (__sheaf_is_symbolic(bytes) || n < bytes) n += read_together((char *)to + n, bytes - n, stream);
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
  sheaf_orient(stream, SHEAF_BYTES);
  while (n + 1 < size && (c = sheaf_next_of_line(stream, c, '\n')) != EOF) text[n++] = (char)c;
  /* As in glibc, what was read before there was nothing to read is a line. */
  int failed = (stream->_flags & SHEAF_ERROR) > failed_before && errno != EAGAIN;
  if (c == EOF && n + 1 < size && (!n || failed)) return NULL;
  text[n] = 0;
  return text;
}

char *fgets_unlocked(char *restrict text, int size, FILE *restrict stream) { return fgets(text, size, stream); }

char *gets(char *text) {
  int n = 0, c = EOF;
  sheaf_orient(stdin, SHEAF_BYTES);
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

off_t ftello(FILE *stream) { return sheaf_tell(sheaf_own(stream)); }

int fseeko(FILE *stream, off_t distance, int from) { return sheaf_move(sheaf_own(stream), distance, from); }

long ftell(FILE *stream) { return ftello(stream); }
off64_t ftello64(FILE *stream) { return ftello(stream); }
int fseek(FILE *stream, long distance, int from) { return fseeko(stream, distance, from); }
int fseeko64(FILE *stream, off64_t distance, int from) { return fseeko(stream, sheaf_offset(distance), from); }

void rewind(FILE *stream) {
  fseeko(stream, 0, SEEK_SET);
  clearerr(stream);
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

int fileno(FILE *stream) {
  if (stream->_fileno < 0) errno = EBADF;
  return stream->_fileno;
}

int fileno_unlocked(FILE *stream) { return fileno(stream); }
void flockfile(FILE *stream) {}
void funlockfile(FILE *stream) {}
int ftrylockfile(FILE *stream) { return 0; }
