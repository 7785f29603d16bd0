/* The streams of stdio.h. Not for programs.
 *
 * A stream has glibc's buffer: bytes are read from and written to the descriptor when a buffer is
 * filled or flushed, by the same calls of `read`, `write` and `lseek`, so that whoever else uses
 * the file sees what it would see natively. The pointers of `FILE` are those of the buffer, which
 * inlined `getc_unlocked` and `putc_unlocked` use. Two buffers are not stored as bytes, because
 * that would fork paths which the program cannot tell apart:
 *
 * - Standard output, if it is what the program prints: only the length of what it writes can
 *   affect the program, and may be symbolic. The engine holds the text (`held` is its length).
 * - The input buffer of a file whose size is symbolic: the bytes are taken from the file one by
 *   one (`taken` of them are consumed while `taking`), and the read that natively filled the buffer is completed
 *   when something else uses the file (`struct sheaf_ahead`). */
#ifndef SHEAF_STREAM_H
#define SHEAF_STREAM_H

#include "sheaf.h"
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

enum { SHEAF_EOF = 0x10, SHEAF_ERROR = 0x20 }; /* in `_flags`, as in inlined `feof_unlocked` and `ferror_unlocked` */

enum { SHEAF_PUSHED = 128 };

struct sheaf_stream {
  FILE file;
  struct sheaf_stream *next;
  int reads, writes, appends; /* allowed, or asked for, by the mode */
  int mode;          /* _IOFBF, _IOLBF or _IONBF */
  int is_own;        /* the buffer is not the program's */
  int writing;       /* the buffer holds what is to be written, if anything */
  /* The position of the descriptor or memory, if `has_position`: a stream that has moved does not
   * ask for it again before `fflush`. */
  int has_position;
  off_t position;
  int taking;
  size_t taken, held;
  /* While characters are pushed back, the pointers of `file` to bytes to read are those of
   * `pushed`, and these are the buffer's. */
  int has_pushed;
  char *read_base, *read_ptr, *read_end;
  char pushed[SHEAF_PUSHED];
  char single[1];              /* the buffer of an unbuffered stream */
  struct sheaf_memory *memory; /* in place of a descriptor: see memstream.c */
};

/* Streams that were opened, the newest first. The standard streams are not in the list. */
extern struct sheaf_stream *sheaf_streams;

/* The first operation decides whether a stream is one of bytes or of wide characters. The errors of
 * others are not modelled. */
enum { SHEAF_BYTES = -1, SHEAF_WIDE = 1 };

static inline void sheaf_orient(FILE *stream, int mode) {
  if (stream->_mode == -mode) __sheaf_unmodelled("bytes and wide characters in one stream");
  stream->_mode = mode;
}

/* The next byte; of a stream of either kind. */
int __uflow(FILE *stream);

/* As `ungetc`, for a stream of either kind. */
int sheaf_unget(int c, FILE *stream);

static inline struct sheaf_stream *sheaf_own(FILE *stream) { return (struct sheaf_stream *)stream; }

/* The target of `struct sheaf_sink` for what a stream writes: 1 or 2 if the bytes are at once the
 * program's output, SHEAF_HELD if the engine holds them; else 0, also if the write may fail. */
int sheaf_output_of(FILE *stream);

/* The next character of a line up to `end`, of which the last one was `last`, or EOF at its
 * start. EOF if the line is complete or the file ends, in one branch, so that a symbolic file
 * forks once per character. */
int sheaf_next_of_line(FILE *stream, int last, int end);

/* Whether there is another character, and its value; without a branch on it, and without
 * consuming it. */
int sheaf_look(FILE *stream, unsigned char *byte);

/* Consumes the character that was peeked at, which must exist. */
void sheaf_take(FILE *stream);

/* Records that the last peek was at the end of the file if `ended`, which may be symbolic. */
void sheaf_note_end(FILE *stream, int ended);

/* The flags of `open` for a mode of `fopen`; -1 if the mode is invalid. */
int sheaf_stream_flags(const char *mode);

/* A new stream for a descriptor, or NULL. */
FILE *sheaf_new_stream(int file, int flags);

/* Writes to a stream; returns the number of bytes that were accepted, fewer on failure. */
size_t sheaf_put(FILE *stream, const void *data, size_t bytes);

/* Writes one byte, and returns it, or EOF on failure. A block is written with fewer calls. */
int sheaf_put_byte(FILE *stream, char byte);

/* Writes to a stream of which `sheaf_output_of` is `output`. */
void sheaf_put_output(FILE *stream, int output, const void *data, size_t bytes);

/* The same for a symbolic value that takes this many bytes, and for this many spaces. */
void sheaf_put_symbolic(FILE *stream, int output, unsigned long long value, size_t bytes);
void sheaf_pad(FILE *stream, int output, size_t bytes);

/* The buffer (buffer.c). */

/* Makes `bytes` bytes at `start` the empty buffer. */
void sheaf_set_buffer(struct sheaf_stream *self, char *start, size_t bytes);

/* Makes the stream one that writes, or returns 0 with the error recorded. */
int sheaf_start_writing(struct sheaf_stream *self);

/* Writes what the buffer holds; EOF on failure. */
int sheaf_flush(struct sheaf_stream *self);

/* Flushes all streams, or only those that flush at the end of a line; EOF if one fails. */
int sheaf_flush_streams(int only_lines);

/* The number of bytes to read in the buffer, or of those that are pushed back. */
size_t sheaf_buffered(struct sheaf_stream *self);

/* The same; the buffer is filled if it is empty. 0 at the end and on failure, which is recorded. */
size_t sheaf_fill(struct sheaf_stream *self);

/* Whether the buffer, from which a byte was consumed last, has more of them, as far as is known. */
int sheaf_has_ahead(FILE *stream);

/* Reads bytes; returns their number, which is smaller at the end and on failure. */
size_t sheaf_get(struct sheaf_stream *self, char *to, size_t bytes);

/* The open file from which bytes are taken one by one, or NULL if they are in the buffer. */
struct sheaf_open *sheaf_taken_from(struct sheaf_stream *self);

/* Records that the end of the file was met if `ended`, which may be symbolic. */
void sheaf_meet_end(struct sheaf_stream *self, int ended);

/* Records that the buffer was filled from the file that `sheaf_taken_from` returned. */
void sheaf_start_taking(struct sheaf_stream *self, struct sheaf_open *open);

/* Consumes the next byte of the file that `sheaf_taken_from` returned, which must exist. */
int sheaf_take_next(struct sheaf_stream *self, struct sheaf_open *open);

/* Reads from this file as one block; returns the number of bytes, as `sheaf_available`. */
size_t sheaf_take_block(struct sheaf_stream *self, struct sheaf_open *open, void *to, size_t bytes);

/* Makes the descriptor's position that of the stream, and forgets bytes that were read ahead; EOF on
 * failure. */
int sheaf_unread(struct sheaf_stream *self);

/* Ends the use of the descriptor. */
void sheaf_leave(struct sheaf_stream *self);

/* The position of the next byte to read or write; -1 on failure. */
off_t sheaf_tell(struct sheaf_stream *self);

/* Moves to a position, as `lseek` does; -1 on failure. */
int sheaf_move(struct sheaf_stream *self, off_t distance, int from);

/* Records a failure; returns EOF. */
int sheaf_stream_fails(struct sheaf_stream *self, int error);

/* `read`, `write` and `lseek` on the descriptor or the memory of a stream. */
ssize_t sheaf_pull(struct sheaf_stream *self, void *to, size_t bytes);
ssize_t sheaf_push(struct sheaf_stream *self, const void *from, size_t bytes);
off_t sheaf_seek(struct sheaf_stream *self, off_t distance, int from);

/* The same for streams in memory (memstream.c). */
ssize_t sheaf_memory_read(struct sheaf_memory *memory, void *to, size_t bytes);
int sheaf_memory_grows(const struct sheaf_memory *memory);
ssize_t sheaf_memory_write(struct sheaf_memory *memory, const void *from, size_t bytes);
off_t sheaf_memory_seek(struct sheaf_memory *memory, off_t distance, int from);

/* Makes the content of a stream of `open_memstream` visible to the program; it ends at the position
 * if the stream is closed. */
void sheaf_memory_publish(struct sheaf_memory *memory, int closes);

#endif
