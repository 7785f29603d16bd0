/* The table of open files, all in memory. Not for programs. */
#ifndef SHEAF_FILES_H
#define SHEAF_FILES_H

#include <stddef.h>
#include <sys/types.h>

/* A file. */
struct sheaf_node {
  struct sheaf_node *next;
  const char *name; /* NULL: it has none, or none any more */
  unsigned char *bytes;
  size_t size;  /* symbolic until it is needed */
  size_t least; /* what a symbolic size is at least, as far as this path decided */
  size_t room;  /* bytes that there are at `bytes` */
  mode_t mode; /* with the type */
  unsigned long number;
  int input;  /* its content is symbolic and was not made yet; `room` is the largest size */
  int stream; /* 1 or 2: what is written is the program's output */
  int null;   /* what is written is lost */
};

/* An open file, which several numbers may stand for. */
struct sheaf_open {
  struct sheaf_node *node;
  size_t position;
  int flags; /* as `open` takes them */
  unsigned references;
};

/* The open file of this number, or NULL, and `errno` says so. */
struct sheaf_open *sheaf_opened(int file);

/* What a name names. */
struct sheaf_place {
  struct sheaf_node *node; /* or NULL */
  int error;               /* what a call fails with that needs the file; 0 if it is there */
  int can_create;          /* there is no file, but the folder that it would be in */
  int is_folder;           /* only a folder can have the name: it ends in `/` or `.` */
};

struct sheaf_place sheaf_look_up(const char *name);

/* The file of this name, or NULL. */
struct sheaf_node *sheaf_find(const char *name);

/* A copy of a name in the form in which files keep it. */
const char *sheaf_new_name(const char *name);

/* The name that a name stands for in the folder with this number, as `openat` takes it, or NULL,
 * and `errno` says why. */
const char *sheaf_name_at(int folder, const char *name);

/* Fails for want of a file, and the verdict says so. */
int sheaf_missing(struct sheaf_place place, const char *name);

/* The file behind one in the list of all, some of which have no name; the first one behind NULL. */
struct sheaf_node *sheaf_next(struct sheaf_node *node);

/* The name as files are known by: the working directory is the root. */
const char *sheaf_plain(const char *name);

/* The file of this name, or NULL, and `errno` and the verdict say so. */
struct sheaf_node *sheaf_find_or_note(const char *name);

/* A new empty file without a name. */
struct sheaf_node *sheaf_new_node(mode_t mode);

/* A new number for a file; -1 if there is none. */
int sheaf_open_node(struct sheaf_node *node, int flags);

/* The lowest free number from this one on for an open file; -1 if there is none. */
int sheaf_number(struct sheaf_open *open, int least);

/* Frees a number; -1 if it stands for nothing. */
int sheaf_close(int file);

/* The flags of a number: FD_CLOEXEC or 0. */
int *sheaf_flags_of_number(int file);

/* The size of a file: concrete from here on, unless paths meet. */
size_t sheaf_size(struct sheaf_node *node);

/* How many of this many bytes there are to read. A symbolic size is decided here as far as a read
 * needs it: byte by byte where all that is left is asked for. Else only whether all bytes are
 * there; if not, the number is symbolic. */
size_t sheaf_available(struct sheaf_open *open, size_t bytes);

/* Whether there is another byte to read; symbolic if the size is. */
int sheaf_has_more(struct sheaf_open *open);

/* The path found that there is none: so much is then known of a symbolic size. */
void sheaf_met_end(struct sheaf_open *open);

/* The next byte; anything at the end. It is not taken. */
unsigned char sheaf_byte_ahead(struct sheaf_open *open);

/* Takes the next byte, which is there. */
unsigned char sheaf_take_byte(struct sheaf_open *open);

/* Reads at most this many bytes and moves on; returns how many, as `sheaf_available` does. */
size_t sheaf_read(struct sheaf_open *open, void *to, size_t bytes);

/* Writes and moves on. */
void sheaf_write(struct sheaf_open *open, const void *from, size_t bytes);

/* Cuts or fills up with zeros. */
void sheaf_resize(struct sheaf_node *node, size_t size);

#endif
