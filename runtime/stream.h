/* The streams of stdio.h. Not for programs.
 *
 * Nothing is buffered, since the files are in memory: a byte is read from the file and written to
 * it at once. What a program can see of buffers is kept: failures come when a buffer would be
 * filled or emptied, and `__fpending` counts. `_IO_read_ptr` to `_IO_read_end`, which inlined
 * `getc_unlocked` looks at, are the bytes that were pushed back. */
#ifndef SHEAF_STREAM_H
#define SHEAF_STREAM_H

#include <stddef.h>
#include <stdio.h>

enum { SHEAF_EOF = 0x10, SHEAF_ERROR = 0x20 }; /* in `_flags`, as inlined `feof_unlocked` and `ferror_unlocked` have it */

enum { SHEAF_PUSHED = 8 };

struct sheaf_stream {
  FILE file;
  int reads, writes; /* what the mode allows */
  size_t pending;    /* bytes written since the last flush */
  size_t filled;     /* bytes read since the buffer would have been filled */
  char pushed[SHEAF_PUSHED];
  char **text;    /* of `open_memstream`: where what was written is put */
  size_t *length; /* and its length */
};

/* The number of the output stream (1 or 2) that a stream writes to, else 0. */
int sheaf_output_of(FILE *stream);

/* The next character of a line up to `end`, of which the last one was `last`, or EOF at its start.
 * EOF where the line is whole or the file ends: in one branch, so that a symbolic file forks once
 * for each character. */
int sheaf_next_of_line(FILE *stream, int last, int end);

/* Whether there is another character, and which; without a branch on it, and without taking it. */
int sheaf_look(FILE *stream, unsigned char *byte);

/* Takes the character that was looked at, which is there. */
void sheaf_take(FILE *stream);

/* The last look met the end of the file if `ended`, which may be symbolic. */
void sheaf_note_end(FILE *stream, int ended);

/* Writes to a stream; 0 if it cannot. */
int sheaf_put(FILE *stream, const void *data, size_t bytes);

/* Counts bytes that were written to a stream past `sheaf_put`. */
void sheaf_pending(FILE *stream, size_t bytes);

#endif
