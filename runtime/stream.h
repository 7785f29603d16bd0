/* The streams of stdio.h. Not for programs.
 *
 * Nothing is buffered, since the files are in memory: each byte is read from or written to the
 * file at once. The observable effects of buffers are kept: failures occur when a buffer would
 * be filled or flushed, and `__fpending` counts. The bytes from `_IO_read_ptr` to
 * `_IO_read_end`, which inlined `getc_unlocked` reads, are those pushed back. */
#ifndef SHEAF_STREAM_H
#define SHEAF_STREAM_H

#include <stddef.h>
#include <stdio.h>

enum { SHEAF_EOF = 0x10, SHEAF_ERROR = 0x20 }; /* in `_flags`, as in inlined `feof_unlocked` and `ferror_unlocked` */

enum { SHEAF_PUSHED = 8 };

struct sheaf_stream {
  FILE file;
  int reads, writes; /* allowed by the mode */
  size_t pending;    /* bytes written since the last flush */
  size_t filled;     /* bytes read since the buffer would have been filled */
  char pushed[SHEAF_PUSHED];
  char **text;    /* of `open_memstream`: where the content is stored */
  size_t *length; /* and its length */
};

/* The number of the output stream (1 or 2) that a stream writes to, else 0. */
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

/* Writes to a stream; returns 0 on failure. */
int sheaf_put(FILE *stream, const void *data, size_t bytes);

/* Counts bytes that were written to a stream without `sheaf_put`. */
void sheaf_pending(FILE *stream, size_t bytes);

#endif
