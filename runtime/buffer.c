/* stdio.h: the buffers of streams, and when they are filled and flushed: as by glibc. */
#define _GNU_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

/* Size of a buffer in bytes: the size of blocks that `stat` names for files and pipes. */
enum { BUFFER = 4096 };

struct sheaf_stream *sheaf_streams;

int sheaf_stream_fails(struct sheaf_stream *self, int error) {
  if (error) errno = error;
  self->file._flags |= SHEAF_ERROR;
  return EOF;
}

/* The open file of a stream, or NULL; `errno` stays. */
static struct sheaf_open *opened(struct sheaf_stream *self) {
  int old = errno;
  struct sheaf_open *open = self->memory ? NULL : sheaf_opened(self->file._fileno);
  errno = old;
  return open;
}

ssize_t sheaf_pull(struct sheaf_stream *self, void *to, size_t bytes) {
  return self->memory ? sheaf_memory_read(self->memory, to, bytes) : read(self->file._fileno, to, bytes);
}

ssize_t sheaf_push(struct sheaf_stream *self, const void *from, size_t bytes) {
  return self->memory ? sheaf_memory_write(self->memory, from, bytes) : write(self->file._fileno, from, bytes);
}

off_t sheaf_seek(struct sheaf_stream *self, off_t distance, int from) {
  return self->memory ? sheaf_memory_seek(self->memory, distance, from) : lseek(self->file._fileno, distance, from);
}

static size_t known(size_t bytes) { return __sheaf_is_symbolic(bytes) ? __sheaf_concrete_size(bytes) : bytes; }

/* The buffer. */

static size_t size_of(struct sheaf_stream *self) { return (size_t)(self->file._IO_buf_end - self->file._IO_buf_base); }

static void reset_reading(struct sheaf_stream *self) {
  self->has_pushed = 0;
  self->taking = 0;
  self->file._IO_read_base = self->file._IO_read_ptr = self->file._IO_read_end = self->file._IO_buf_base;
}

/* Inlined `putc_unlocked` may fill the buffer of a stream that flushes only when it is full. */
static void reset_writing(struct sheaf_stream *self) {
  self->file._IO_write_base = self->file._IO_write_ptr = self->file._IO_buf_base;
  self->file._IO_write_end = self->writing && self->mode == _IOFBF ? self->file._IO_buf_end : self->file._IO_buf_base;
}

void sheaf_set_buffer(struct sheaf_stream *self, char *start, size_t bytes) {
  self->file._IO_buf_base = start;
  self->file._IO_buf_end = start + bytes;
  reset_reading(self);
  reset_writing(self);
}

static void allocate(struct sheaf_stream *self) {
  if (self->file._IO_buf_base) return;
  self->is_own = 1;
  if (self->mode == _IONBF) sheaf_set_buffer(self, self->single, 1);
  else if (self->memory) sheaf_set_buffer(self, __sheaf_model_alloc(BUFSIZ), BUFSIZ);
  else sheaf_set_buffer(self, __sheaf_model_alloc(BUFFER), BUFFER);
}

/* Completes the read that natively filled the buffer. */
static void complete(struct sheaf_stream *self);

/* Writing. */

int sheaf_output_of(FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  struct sheaf_open *open = self->writes ? opened(self) : NULL;
  /* A write that may fail is that of a full buffer, or of the flush at the end. */
  if (!open || !open->node->stream || __sheaf_failing_calls || self->has_pushed) return 0;
  if (self->file._IO_buf_base && (!self->is_own || self->file._IO_write_ptr > self->file._IO_write_base)) return 0;
  if (self->mode == _IONBF || self->mode == _IOLBF) return open->node->stream;
  return stream == stdout ? SHEAF_HELD : 0;
}

/* Lets the engine write what it holds. */
static int flush_held(struct sheaf_stream *self) {
  struct sheaf_open *open = opened(self);
  size_t held = self->held;
  self->held = 0;
  if (open && open->node->stream) {
    __sheaf_write_held(open->node->stream);
    return 0;
  }
  if (!held) return 0;
  if (open) __sheaf_unmodelled("output that is buffered when the descriptor of standard output becomes another file");
  __sheaf_write_held(0);
  return sheaf_stream_fails(self, EBADF);
}

/* Holds bytes, of which as many are written as the buffer would be flushed for. */
static void hold(struct sheaf_stream *self, const char *data, size_t bytes) {
  size_t room = BUFFER - self->held, tail = 0;
  if (__sheaf_is_symbolic(self->held) || __sheaf_is_symbolic(bytes) || bytes <= room) {
    __sheaf_write(SHEAF_HELD, data, bytes);
    self->held += bytes;
    return;
  }
  __sheaf_write(SHEAF_HELD, data, room);
  self->held = BUFFER;
  flush_held(self);
  tail = (bytes - room) % BUFFER;
  if (bytes - room > tail) {
    self->held = bytes - room - tail;
    __sheaf_write(SHEAF_HELD, data + room, self->held);
    flush_held(self);
  }
  __sheaf_write(SHEAF_HELD, data + bytes - tail, tail);
  self->held += tail;
}

void sheaf_put_output(FILE *stream, int output, const void *data, size_t bytes) {
  if (output == SHEAF_HELD) hold(sheaf_own(stream), data, bytes);
  else __sheaf_write(output, data, bytes);
}

void sheaf_pad(FILE *stream, int output, size_t bytes) {
  if (output == SHEAF_HELD) sheaf_own(stream)->held += bytes;
}

void sheaf_put_symbolic(FILE *stream, int output, unsigned long long value, size_t bytes) {
  __sheaf_write_symbolic(output, value);
  sheaf_pad(stream, output, bytes);
}

static void set_position(struct sheaf_stream *self, off_t at) {
  self->has_position = at >= 0;
  self->position = at;
}

/* Records that the position has advanced. */
static void advance(struct sheaf_stream *self, ssize_t bytes) {
  if (bytes > 0 && self->has_position) self->position += bytes;
}

/* Moves to where the buffer's content belongs, if more was read; 0 on failure. */
static int go_to_content(struct sheaf_stream *self) {
  off_t ahead = self->file._IO_read_end - self->file._IO_write_base;
  if (self->appends) {
    self->has_position = 0;
  } else if (ahead) {
    off_t at = sheaf_seek(self, -ahead, SEEK_CUR);
    if (at < 0) return 0;
    set_position(self, at);
  }
  return 1;
}

/* Writes the bytes of the buffer, or bytes that take its place; returns how many were written, fewer
 * on failure. */
static size_t push_all(struct sheaf_stream *self, const char *from, size_t bytes) {
  size_t done = 0;
  if (!bytes || !go_to_content(self)) return 0;
  reset_reading(self);
  reset_writing(self);
  while (done < bytes) {
    ssize_t n = sheaf_push(self, from + done, bytes - done);
    if (n <= 0) break;
    advance(self, n);
    done += (size_t)n;
    /* What does not fit into an array is lost without another try. */
    if (!self->memory || done == bytes) continue;
    if (self->mode == _IOLBF) __sheaf_unmodelled("a full array of fmemopen with a buffer of lines");
    break;
  }
  if (done < bytes) sheaf_stream_fails(self, 0);
  return done;
}

int sheaf_flush(struct sheaf_stream *self) {
  int failed = self == sheaf_own(stdout) ? flush_held(self) : 0;
  char *from = self->file._IO_write_base;
  size_t bytes = (size_t)(self->file._IO_write_ptr - from);
  return bytes && push_all(self, from, bytes) < bytes ? EOF : failed;
}

int sheaf_flush_streams(int only_lines) {
  struct sheaf_stream *standard[] = {sheaf_own(stderr), sheaf_own(stdout)};
  int failed = 0;
  for (struct sheaf_stream *self = sheaf_streams; self; self = self->next)
    if (!only_lines || self->mode == _IOLBF) failed |= sheaf_flush(self);
  for (int i = 0; i < 2; i++)
    if (!only_lines || standard[i]->mode == _IOLBF) failed |= sheaf_flush(standard[i]);
  return failed;
}

/* Drops what is pushed back. */
static void drop_pushed(struct sheaf_stream *self) {
  if (self->has_pushed) self->file._IO_read_ptr = self->file._IO_read_end;
  sheaf_buffered(self);
}

int sheaf_start_writing(struct sheaf_stream *self) {
  if (!self->writes) return sheaf_stream_fails(self, EBADF), 0;
  if (self->has_pushed && self->file._IO_read_ptr < self->file._IO_read_end) __sheaf_unmodelled("a write where characters are pushed back");
  allocate(self);
  if (self->writing) return 1;
  /* What is written first goes to the rest of the buffer after what was read. */
  if (self->taking) complete(self);
  drop_pushed(self);
  FILE *file = &self->file;
  if (file->_IO_read_ptr == file->_IO_buf_end) reset_reading(self);
  self->writing = 1;
  file->_IO_write_base = file->_IO_write_ptr = file->_IO_read_ptr;
  file->_IO_write_end = self->mode == _IOFBF ? file->_IO_buf_end : file->_IO_write_ptr;
  file->_IO_read_base = file->_IO_read_ptr = file->_IO_read_end;
  return 1;
}

/* The bytes up to the last end of a line, or 0. */
static size_t whole_lines(const char *from, size_t bytes) {
  while (bytes && from[bytes - 1] != '\n') bytes--;
  return bytes;
}

/* Adds bytes to the buffer one by one, and flushes it before a byte that has no room, after the end
 * of a line if it is flushed then, or after each byte if nothing is buffered. */
static size_t put_singly(struct sheaf_stream *self, const char *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) {
    if (self->file._IO_write_ptr == self->file._IO_buf_end && sheaf_flush(self)) return i;
    *self->file._IO_write_ptr++ = from[i];
    int ends = self->mode == _IONBF || (self->mode == _IOLBF && from[i] == '\n');
    if (ends && sheaf_flush(self)) return i;
  }
  return bytes;
}

static size_t put_block(struct sheaf_stream *self, const char *from, size_t bytes) {
  int was_writing = self->writing;
  if (!sheaf_start_writing(self)) return 0;
  FILE *file = &self->file;
  char *end = self->mode == _IOLBF ? file->_IO_buf_end : file->_IO_write_end;
  size_t room = was_writing ? (size_t)(end - file->_IO_write_ptr) : 0, lines = 0;
  if (self->mode == _IOLBF && bytes <= room && (lines = whole_lines(from, bytes))) room = lines;
  size_t done = room < bytes ? room : bytes;
  if (done) __builtin_memcpy(file->_IO_write_ptr, from, done);
  file->_IO_write_ptr += done;
  if (done == bytes && !lines) return bytes;
  if (sheaf_flush(self)) return done;
  /* Whole buffers are written at once; a tiny buffer counts as none. */
  size_t rest = bytes - done, tail = size_of(self) < 128 ? 0 : rest % size_of(self);
  size_t written = push_all(self, from + done, rest - tail);
  if (written < rest - tail) return done + written;
  return bytes - tail + put_singly(self, from + bytes - tail, tail);
}

int sheaf_put_byte(FILE *stream, char byte) {
  struct sheaf_stream *self = sheaf_own(stream);
  if (stream->_IO_write_ptr < stream->_IO_write_end) return (unsigned char)(*stream->_IO_write_ptr++ = byte);
  int output = sheaf_output_of(stream);
  if (output) sheaf_put_output(stream, output, &byte, 1);
  else if (!sheaf_start_writing(self) || !put_singly(self, &byte, 1)) return EOF;
  return (unsigned char)byte;
}

size_t sheaf_put(FILE *stream, const void *data, size_t bytes) {
  int output = sheaf_output_of(stream);
  if (output) {
    sheaf_put_output(stream, output, data, bytes);
    return bytes;
  }
  bytes = known(bytes);
  return bytes ? put_block(sheaf_own(stream), data, bytes) : 0;
}

/* Reading. */

/* A file whose size is symbolic, of which no other stream is the reader. Not where reads fail or are short: these are the reads of a buffer, up to the one that meets the end. */
static int is_taken_singly(struct sheaf_stream *self, struct sheaf_node *node) {
  if (__sheaf_failing_calls | __sheaf_short_calls) return 0;
  return sheaf_has_symbolic_size(node) && (!self->file._IO_buf_base || self->is_own) && (!node->ahead.stream || node->ahead.stream == self);
}

struct sheaf_open *sheaf_taken_from(struct sheaf_stream *self) {
  struct sheaf_open *open = opened(self);
  if (!open || self->writing || self->has_pushed) return NULL;
  if (self->taking) return open;
  if (self->file._IO_read_ptr < self->file._IO_read_end || self->file._flags & SHEAF_EOF) return NULL;
  return self->reads && is_taken_singly(self, open->node) ? open : NULL;
}

static void complete(struct sheaf_stream *self) {
  struct sheaf_open *open = opened(self);
  if (!open || !self->taking) return;
  size_t taken = known(self->taken % size_of(self)), at = known(open->position);
  self->taking = 0;
  if (at > sheaf_size(open->node)) return;
  open->position = at - taken;
  size_t bytes = known(sheaf_available(open, size_of(self)));
  char *base = self->file._IO_buf_base;
  sheaf_read(open, base, bytes);
  *(self->has_pushed ? &self->read_ptr : &self->file._IO_read_ptr) = base + taken;
  *(self->has_pushed ? &self->read_end : &self->file._IO_read_end) = base + bytes;
  if (self->has_position) self->position = (off_t)open->position;
}

void sheaf_meet_end(struct sheaf_stream *self, int ended) {
  self->file._flags |= ended * SHEAF_EOF;
  /* Others may go on with the descriptor. */
  if (self->has_position) self->has_position = !ended;
}

void sheaf_start_taking(struct sheaf_stream *self, struct sheaf_open *open) {
  if (self->taking) return;
  allocate(self);
  self->taking = 1;
  self->taken = 0;
  open->node->ahead = (struct sheaf_ahead){open, self, complete};
}

/* Records that bytes were consumed. After the last one of a buffer, nothing is read ahead. */
static void took(struct sheaf_stream *self, struct sheaf_open *open, size_t bytes) {
  sheaf_start_taking(self, open);
  self->taken += bytes;
  size_t size = size_of(self);
  int is_symbolic = __sheaf_is_symbolic(self->taken);
  if (is_symbolic && size > 1 && self->taken >= size)
    __sheaf_unmodelled("an unknown number of bytes is read that may be more than a stream's buffer");
  int is_at_end = size == 1 || (!is_symbolic && self->taken % size == 0);
  if (is_at_end) self->taking = 0;
}

int sheaf_take_next(struct sheaf_stream *self, struct sheaf_open *open) {
  took(self, open, 1);
  return sheaf_take_byte(open);
}

size_t sheaf_take_block(struct sheaf_stream *self, struct sheaf_open *open, void *to, size_t bytes) {
  size_t n = sheaf_read(open, to, bytes);
  sheaf_meet_end(self, n < bytes);
  took(self, open, n);
  return n;
}

size_t sheaf_buffered(struct sheaf_stream *self) {
  if (self->file._IO_read_ptr == self->file._IO_read_end && self->has_pushed) {
    self->has_pushed = 0;
    self->file._IO_read_base = self->read_base;
    self->file._IO_read_ptr = self->read_ptr;
    self->file._IO_read_end = self->read_end;
  }
  return (size_t)(self->file._IO_read_end - self->file._IO_read_ptr);
}

static int start_reading(struct sheaf_stream *self) {
  if (self->memory && sheaf_memory_grows(self->memory)) __sheaf_unmodelled("a read of a stream of open_memstream");
  if (self->writing) {
    if (sheaf_flush(self)) return 0;
    self->writing = 0;
    reset_writing(self);
  }
  if (!self->reads) return sheaf_stream_fails(self, EBADF), 0;
  allocate(self);
  return 1;
}

/* Reads into the empty buffer or past it. */
static size_t pull(struct sheaf_stream *self, char *to, size_t bytes) {
  /* What was asked for should be read before the answer. */
  if (self->mode != _IOFBF && sheaf_own(stdout)->mode == _IOLBF) sheaf_flush(sheaf_own(stdout));
  reset_reading(self);
  ssize_t n = sheaf_pull(self, to, bytes);
  advance(self, n);
  if (n > 0) return (size_t)n;
  if (n) sheaf_stream_fails(self, 0);
  else self->file._flags |= SHEAF_EOF;
  return 0;
}

int sheaf_has_ahead(FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  return self->taking || self->file._IO_read_ptr < self->file._IO_read_end;
}

size_t sheaf_fill(struct sheaf_stream *self) {
  size_t there = sheaf_buffered(self);
  if (there || !start_reading(self) || self->file._flags & SHEAF_EOF) return there;
  there = pull(self, self->file._IO_buf_base, size_of(self));
  self->file._IO_read_end += there;
  /* At the end of a file, others may go on with the descriptor. */
  if (!there) self->has_position = 0;
  return there;
}

size_t sheaf_get(struct sheaf_stream *self, char *to, size_t bytes) {
  size_t done = 0;
  allocate(self);
  while (done < bytes) {
    size_t rest = bytes - done, there = sheaf_buffered(self);
    int is_direct = !there && start_reading(self) && rest >= size_of(self);
    /* Whole buffers are read at once; a tiny buffer counts as none. */
    size_t tail = is_direct && size_of(self) >= 128 ? rest % size_of(self) : 0;
    if (is_direct) {
      there = pull(self, to + done, rest - tail);
    } else if ((there = sheaf_fill(self))) {
      if (there > rest) there = rest;
      __builtin_memcpy(to + done, self->file._IO_read_ptr, there);
      self->file._IO_read_ptr += there;
    }
    if (!there) break;
    done += there;
  }
  return done;
}

/* The number of bytes that were read or pushed back, but not consumed. */
static off_t unread(struct sheaf_stream *self) {
  off_t pushed = self->has_pushed ? self->read_end - self->read_ptr : 0;
  return pushed + (self->file._IO_read_end - self->file._IO_read_ptr);
}

int sheaf_unread(struct sheaf_stream *self) {
  struct sheaf_open *open = self->taking ? opened(self) : NULL;
  /* The position of a file whose bytes are taken one by one is that of the stream. What was read
   * of a pipe stays in the buffer. */
  if (open && self->has_pushed) complete(self);
  else if (open && !S_ISFIFO(open->node->mode)) self->taking = 0;
  FILE *file = &self->file;
  off_t ahead = file->_IO_read_end - file->_IO_read_ptr;
  if (ahead && sheaf_seek(self, -ahead, SEEK_CUR) >= 0) file->_IO_read_end = file->_IO_read_ptr;
  else if (ahead && errno != ESPIPE) return EOF;
  self->has_position = 0;
  return 0;
}

/* The position of the descriptor, as the stream knows it or as it is. */
static off_t descriptor(struct sheaf_stream *self) {
  int taking = self->taking;
  if (self->has_position && !taking) return self->position;
  /* The position of a file whose bytes are taken one by one is that of the stream. */
  self->taking = 0;
  off_t at = sheaf_seek(self, 0, SEEK_CUR);
  self->taking = taking;
  return at;
}

off_t sheaf_tell(struct sheaf_stream *self) {
  FILE *file = &self->file;
  off_t pending = file->_IO_write_ptr - file->_IO_write_base;
  if (self->memory) self->has_position = 0;
  if (pending && self->appends) set_position(self, sheaf_seek(self, 0, SEEK_END));
  else if (pending) pending = file->_IO_write_ptr - file->_IO_read_end;
  else pending = (off_t)self->held - unread(self);
  off_t at = descriptor(self);
  if (at < 0) return at;
  if (at + pending >= 0) return at + pending;
  if (self->has_pushed && file->_IO_read_end - file->_IO_read_ptr > 1) __sheaf_unmodelled("a position before the start of a file, to which characters were pushed back");
  errno = EINVAL;
  return -1;
}

/* Moves without reading. */
static int move_exactly(struct sheaf_stream *self, off_t to, int from) {
  int taking = self->taking;
  self->taking = 0;
  off_t at = sheaf_seek(self, to, from);
  if (at < 0) {
    self->taking = taking;
    return -1;
  }
  set_position(self, at);
  reset_reading(self);
  return 0;
}

/* Moves in a file whose bytes are taken one by one: to the buffer that natively has the byte, or to
 * an empty one behind the end of the file. */
static int move_in_taken(struct sheaf_stream *self, struct sheaf_open *open, size_t to) {
  size_t start = open->position - self->taken, size = size_of(self);
  int is_inside = self->has_position && to >= start && to - start < size;
  int is_behind = to > sheaf_size(open->node);
  open->position = to;
  self->taken = is_behind ? 0 : is_inside ? to - start : to % size;
  self->taking = self->taken || (is_inside && !is_behind);
  self->has_position = 1;
  return 0;
}

/* Moves in the buffer of a stream that reads, if it has the byte at this position. */
static int move_in_buffer(struct sheaf_stream *self, off_t to) {
  FILE *file = &self->file;
  off_t start = self->position - (file->_IO_read_end - file->_IO_buf_base);
  if (!self->has_position || to < start || to >= self->position) return 0;
  file->_IO_read_base = file->_IO_buf_base;
  file->_IO_read_ptr = file->_IO_buf_base + (to - start);
  sheaf_seek(self, self->position, SEEK_SET);
  return 1;
}

/* Moves to a position by reading the block of the file that has it, or only the part of the block
 * before it. */
static int move_to_block(struct sheaf_stream *self, off_t to, int only_before) {
  size_t size = size_of(self);
  off_t start = to & ~(off_t)(size - 1);
  if (to - start > (off_t)size) start = to;
  if (sheaf_seek(self, start, SEEK_SET) < 0) return -1;
  ssize_t n = to == start ? 0 : sheaf_pull(self, self->file._IO_buf_base, only_before ? (size_t)(to - start) : size);
  if (n < to - start) return move_exactly(self, n < 0 ? to - start : to - start - n, SEEK_CUR);
  reset_reading(self);
  self->file._IO_read_ptr += to - start;
  self->file._IO_read_end += n;
  set_position(self, start + n);
  return 0;
}

/* Moves to where reading goes on. */
static int move_to(struct sheaf_stream *self, off_t to, int only_before) {
  struct sheaf_open *open = opened(self);
  if (self->taking) return move_in_taken(self, open, (size_t)to);
  if (!self->reads || (open && is_taken_singly(self, open->node))) return move_exactly(self, to, SEEK_SET);
  return move_in_buffer(self, to) ? 0 : move_to_block(self, to, only_before);
}

/* Moves by a distance from the start, from here or from the end. */
static int move_from(struct sheaf_stream *self, off_t distance, int from, int only_before) {
  struct sheaf_open *open = opened(self);
  off_t start = 0;
  if (open && S_ISFIFO(open->node->mode)) {
    errno = ESPIPE;
    return -1;
  }
  if (from == SEEK_CUR) {
    distance -= unread(self);
    if (!self->has_position) return move_exactly(self, distance, SEEK_CUR);
    start = descriptor(self);
  } else if (from == SEEK_END) {
    if (!open || !S_ISREG(open->node->mode)) return move_exactly(self, distance, SEEK_END);
    start = (off_t)sheaf_size(open->node);
  }
  if (!__builtin_add_overflow(start, distance, &distance) && distance >= 0) return move_to(self, distance, only_before);
  errno = EINVAL;
  return -1;
}

int sheaf_move(struct sheaf_stream *self, off_t distance, int from) {
  FILE *file = &self->file;
  if (from != SEEK_SET && from != SEEK_CUR && from != SEEK_END) {
    errno = EINVAL;
    return -1;
  }
  /* At the end of the file, the buffer is empty. */
  if (self->taking && file->_flags & SHEAF_EOF) self->taking = 0;
  int only_before = !self->taking && file->_IO_read_base == file->_IO_read_end && file->_IO_write_base == file->_IO_write_ptr;
  if (sheaf_flush(self)) return -1;
  allocate(self);
  self->writing = 0;
  reset_writing(self);
  if (self->memory) self->has_position = 0;
  /* What was pushed back is lost, even if the move fails. */
  if (from == SEEK_CUR && self->has_pushed) distance -= file->_IO_read_end - file->_IO_read_ptr;
  drop_pushed(self);
  if (move_from(self, distance, from, only_before)) return -1;
  file->_flags &= ~SHEAF_EOF;
  return 0;
}

void sheaf_leave(struct sheaf_stream *self) {
  struct sheaf_open *open = opened(self);
  if (!open || open->node->ahead.stream != self) return;
  if (open->references > 1) complete(self);
  open->node->ahead.stream = NULL;
}

/* The kind of buffer. */

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  struct sheaf_stream *self = sheaf_own(stream);
  if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF) return EOF;
  int keeps = mode != _IONBF && !buffer;
  if (self->memory && sheaf_memory_grows(self->memory)) {
    if (!keeps) __sheaf_unmodelled("another buffer of a stream of open_memstream");
    return 0;
  }
  if ((!keeps || self->held) && sheaf_flush(self)) return EOF;
  if (!keeps && sheaf_unread(self)) return EOF;
  self->mode = mode == _IONBF || (buffer && !size) ? _IONBF : mode;
  if (keeps) {
    if (mode == _IOFBF) allocate(self);
    if (self->writing && self->file._IO_write_ptr == self->file._IO_write_base) reset_writing(self);
  } else if (self->mode == _IONBF) {
    self->is_own = 1;
    sheaf_set_buffer(self, self->single, 1);
  } else {
    self->is_own = 0;
    sheaf_set_buffer(self, buffer, size);
  }
  return 0;
}

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) {
  setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size);
}

void setbuf(FILE *restrict stream, char *restrict buffer) { setbuffer(stream, buffer, BUFSIZ); }
void setlinebuf(FILE *stream) { setvbuf(stream, NULL, _IOLBF, 0); }

/* stdio_ext.h. */

size_t __fpending(FILE *stream) {
  return sheaf_own(stream)->held + (size_t)(stream->_IO_write_ptr - stream->_IO_write_base);
}

size_t __fbufsize(FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  return self->held && !stream->_IO_buf_base ? BUFFER : size_of(self);
}

int __freading(FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  return !self->writes || (!self->writing && self->reads && stream->_IO_read_base);
}

int __fwriting(FILE *stream) { return !sheaf_own(stream)->reads || sheaf_own(stream)->writing; }
int __freadable(FILE *stream) { return sheaf_own(stream)->reads; }
int __fwritable(FILE *stream) { return sheaf_own(stream)->writes; }
int __flbf(FILE *stream) { return sheaf_own(stream)->mode == _IOLBF; }
int __fsetlocking(FILE *stream, int type) { return FSETLOCKING_INTERNAL; }
void _flushlbf(void) { sheaf_flush_streams(1); }

void __fpurge(FILE *stream) {
  struct sheaf_stream *self = sheaf_own(stream);
  if (self->held) {
    self->held = 0;
    __sheaf_write_held(0);
  }
  /* Bytes that were read ahead are lost. */
  if (self->taken) complete(self);
  reset_reading(self);
  reset_writing(self);
}
