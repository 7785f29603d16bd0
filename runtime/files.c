/* Files and the table of open ones. The functions of unistd.h, fcntl.h and sys/stat.h are in
 * files with these names. */
#define _GNU_SOURCE
#include "files.h"
#include "environment.h"
#include "sheaf.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct sheaf_node *sheaf_working;
static struct sheaf_node *nodes;
static unsigned long last_number;

static void prepare(void);
static struct sheaf_node *with_name(const char *plain);
static struct sheaf_open *table[SHEAF_DESCRIPTORS];
static int number_flags[SHEAF_DESCRIPTORS];
static unsigned limit = SHEAF_DESCRIPTORS; /* of descriptors */
static int is_own_limit;

static int is_known(size_t number) { return !__sheaf_is_symbolic(number); }

/* Files. */

struct sheaf_node *sheaf_new_node(mode_t mode) {
  prepare();
  struct sheaf_node *node = __sheaf_model_alloc(sizeof *node);
  *node = (struct sheaf_node){.next = nodes, .mode = mode, .number = ++last_number};
  sheaf_touch(node, SHEAF_ACCESSED | SHEAF_MODIFIED | SHEAF_CHANGED);
  nodes = node;
  return node;
}

static struct sheaf_node *given(const struct sheaf_file *file, const char *name, mode_t mode) {
  struct sheaf_node *node = sheaf_new_node(mode);
  node->name = name;
  node->bytes = (unsigned char *)file->bytes;
  if (!file->bytes) node->input = *file->name ? file->name : "stdin";
  node->size = node->room = file->size;
  return node;
}

static struct sheaf_node *special(const char *name, mode_t mode) {
  struct sheaf_node *node = sheaf_new_node(mode);
  node->name = name;
  return node;
}

/* A file of the superuser. */
static struct sheaf_node *others(const char *name, mode_t mode) {
  struct sheaf_node *node = special(name, mode);
  node->is_others = 1;
  return node;
}

/* Creates the folders on the path of a file. */
static void make_folders(const char *name) {
  for (const char *end = strchr(name, '/'); end; end = strchr(end + 1, '/')) {
    size_t length = (size_t)(end - name);
    char *folder = __sheaf_model_alloc(length + 1);
    __builtin_memcpy(folder, name, length);
    folder[length] = 0;
    if (!with_name(folder)) special(folder, S_IFDIR | 0755);
  }
}

/* The first call creates the files that exist at the start. The standard streams are pipes. */
static void prepare(void) {
  static int is_prepared;
  if (is_prepared) return;
  is_prepared = 1;
  /* They are as old as the program. */
  long long now = sheaf_microseconds;
  sheaf_microseconds = 0;
  sheaf_open_node(given(&__sheaf_files[0], NULL, S_IFIFO | 0600), O_RDONLY);
  for (int stream = 1; stream <= 2; stream++) {
    struct sheaf_node *output = sheaf_new_node(S_IFIFO | 0600);
    output->stream = stream;
    sheaf_open_node(output, O_WRONLY);
  }
  others("", S_IFDIR | 0755);
  others("tmp", S_IFDIR | 01777);
  others("dev", S_IFDIR | 0755);
  others("dev/null", S_IFCHR | 0666)->null = 1;
  sheaf_working = special(SHEAF_WORKING, S_IFDIR | 0755);
  for (size_t i = 1; i < __sheaf_file_count; i++) {
    const char *name = sheaf_new_name(__sheaf_files[i].name);
    make_folders(name);
    given(&__sheaf_files[i], name, S_IFREG | 0644);
  }
  sheaf_microseconds = now;
}

/* What follows slashes and `.` at the start of a name. */
static const char *plain_part(const char *name) {
  for (;;) {
    if (*name == '/') name++;
    else if (*name == '.' && (!name[1] || name[1] == '/')) name++;
    else return name;
  }
}

/* The name of the working directory. */
static const char *working_name(void) {
  if (!sheaf_working->name) __sheaf_unmodelled("a working directory that was removed");
  return sheaf_working->name;
}

void sheaf_assume_working(const struct sheaf_node *node) {
  static const char start[] = SHEAF_WORKING;
  size_t length = sizeof start - 1;
  if (node->name && !strncmp(node->name, start, length) && (!node->name[length] || node->name[length] == '/'))
    __sheaf_assumes("the working directory is /tmp/sheaf");
}

struct sheaf_node *sheaf_next(struct sheaf_node *node) {
  prepare();
  return node ? node->next : nodes;
}

/* The rights of the owner, in three bits, or of everybody. */
int sheaf_may(const struct sheaf_node *node, int access) {
  unsigned rights = (node->is_others ? node->mode : node->mode >> 6) & 7;
  return (rights & (unsigned)access) == (unsigned)access;
}

static struct sheaf_node *with_name(const char *plain) {
  for (struct sheaf_node *node = nodes; node; node = node->next)
    if (node->name && __sheaf_same_text(plain, node->name)) return node;
  return NULL;
}

const char *sheaf_name_in(const struct sheaf_node *node, const char *folder) {
  if (!node->name) return NULL;
  const char *name = node->name;
  size_t length = strlen(folder);
  if (length) {
    if (strncmp(name, folder, length) || name[length] != '/') return NULL;
    name += length + 1;
  }
  return *name && !strchr(name, '/') ? name : NULL;
}

/* The name of a file from the working directory on, or NULL if that has more than one `..`. */
static const char *relative_name(const struct sheaf_node *node) {
  const char *folder = working_name(), *name = node->name;
  size_t length = strlen(folder);
  if (!name) return NULL;
  if (!length) return name;
  if (strncmp(name, folder, length) == 0 && (!name[length] || name[length] == '/')) return name + length + (name[length] == '/');
  return sheaf_name_in(sheaf_working, name) ? ".." : NULL;
}

/* The file with a symbolic name, whose characters do not fork the path. */
static struct sheaf_node *with_symbolic_name(const char *name) {
  const char *plain = plain_part(name);
  if (*name == '/') return with_name(plain);
  for (struct sheaf_node *node = nodes; node; node = node->next) {
    const char *own = relative_name(node);
    if (own && __sheaf_same_text(plain, own)) return node;
  }
  return NULL;
}

/* Whether a name has no slash, without a fork. */
static int is_single(const char *name) {
  int has_slash = 0;
  for (size_t i = 0, length = strlen(name); i < length; i++) has_slash |= name[i] == '/';
  return !has_slash;
}

static int is_concrete(const char *name) {
  while (!__sheaf_is_symbolic((unsigned char)*name) && *name) name++;
  return !__sheaf_is_symbolic((unsigned char)*name);
}

/* The bytes that the form of a concrete name needs in which files store it. */
static size_t normal_bytes(const char *name) { return (*name == '/' ? 0 : strlen(working_name()) + 1) + strlen(name) + 1; }

/* The part of a name up to the next slash. */
struct part {
  const char *start;
  size_t length;
  enum sheaf_part kind;
  const char *rest; /* after the slashes */
};

static struct part first_part(const char *name) {
  size_t length = strcspn(name, "/"), behind = length + strspn(name + length, "/");
  int dots = length <= 2 && !memcmp(name, "..", length) ? (int)length : 0;
  enum sheaf_part kind = dots == 1 ? SHEAF_SAME : dots == 2 ? SHEAF_UP : SHEAF_NAME;
  return (struct part){name, length, kind, name + behind};
}

/* Writes the name of the folder where a concrete name starts, and returns its end. */
static char *start_of(const char *name, char *to) {
  const char *folder = *name == '/' ? "" : working_name();
  size_t length = strlen(folder);
  __builtin_memcpy(to, folder, length);
  to[length] = 0;
  return to + length;
}

/* Appends a part to a plain name that ends at `end`, and returns its new end. */
static char *append(char *plain, char *end, struct part part) {
  if (part.kind == SHEAF_UP) {
    while (end > plain && *--end != '/') {}
  } else if (part.kind == SHEAF_NAME) {
    if (end > plain) *end++ = '/';
    __builtin_memcpy(end, part.start, part.length);
    end += part.length;
  }
  *end = 0;
  return end;
}

/* Writes a concrete name from the root on, without `.`, `..` and redundant slashes. */
static void normalise(const char *name, char *to) {
  char *end = start_of(name, to);
  for (name += strspn(name, "/"); *name;) {
    struct part part = first_part(name);
    end = append(to, end, part);
    name = part.rest;
  }
}

static struct sheaf_place missing_folder(struct sheaf_place place, int error) {
  place.error = place.folder_error = error;
  return place;
}

/* Looks up a concrete name part by part, as Linux does; `plain` has room for its normal form. */
static struct sheaf_place walk(const char *name, char *plain) {
  struct sheaf_place place = {.is_folder = 1, .last = SHEAF_ROOT};
  char *end = start_of(name, plain);
  struct sheaf_node *at = *name == '/' ? with_name("") : sheaf_working;
  for (name += strspn(name, "/"); *name;) {
    struct part part = first_part(name);
    if (!at) return missing_folder(place, ENOENT);
    if (!S_ISDIR(at->mode)) return missing_folder(place, ENOTDIR);
    if (!sheaf_may(at, X_OK)) return missing_folder(place, EACCES);
    if (part.length > NAME_MAX) return missing_folder(place, ENAMETOOLONG);
    place.folder = at;
    place.last = part.kind;
    place.is_folder = part.kind != SHEAF_NAME || name[part.length];
    end = append(plain, end, part);
    if (part.kind != SHEAF_SAME) at = with_name(plain);
    name = part.rest;
  }
  place.named = at;
  place.error = !at ? ENOENT : place.is_folder && !S_ISDIR(at->mode) ? ENOTDIR : 0;
  if (!place.error) place.node = at;
  return place;
}

/* The place of a symbolic name, whose characters do not fork the path. */
static struct sheaf_place symbolic_place(const char *name) {
  struct sheaf_place place = {.error = ENOENT};
  if (strlen(name) > NAME_MAX) __sheaf_unmodelled("a symbolic name that may be too long");
  if (*name != '/' && !sheaf_may(sheaf_working, X_OK)) return missing_folder(place, EACCES);
  place.node = place.named = with_symbolic_name(name);
  if (!place.node) {
    if (*name == '/' || !is_single(name)) return missing_folder(place, ENOENT);
    place.folder = sheaf_working;
    return place;
  }
  place.error = 0;
  place.folder = sheaf_parent(place.node);
  if (place.node == sheaf_working) place.last = SHEAF_SAME;
  else if (place.node->name && !*place.node->name) place.last = SHEAF_ROOT;
  else if (*name != '/' && sheaf_name_in(sheaf_working, place.node->name)) place.last = SHEAF_UP;
  place.is_folder = place.last != SHEAF_NAME;
  return place;
}

/* The empty name is invalid, it is not the working directory. */
struct sheaf_place sheaf_look_up(const char *name) {
  prepare();
  if (!*name) return missing_folder((struct sheaf_place){0}, ENOENT);
  if (!is_concrete(name)) return symbolic_place(name);
  if (strlen(name) >= PATH_MAX) return missing_folder((struct sheaf_place){0}, ENAMETOOLONG);
  char plain[normal_bytes(name)];
  return walk(name, plain);
}

struct sheaf_node *sheaf_find(const char *name) { return sheaf_look_up(name).node; }

/* `folder/name`. */
static char *joined(const char *folder, const char *name) {
  size_t length = strlen(folder), bytes = strlen(name) + 1;
  char *all = __sheaf_model_alloc(length + 1 + bytes);
  __builtin_memcpy(all, folder, length);
  all[length] = '/';
  __builtin_memcpy(all + length + 1, name, bytes);
  return all;
}

const char *sheaf_new_name(const char *name) {
  if (!is_concrete(name)) return *working_name() ? joined(working_name(), name) : joined(name, "");
  char *copy = __sheaf_model_alloc(normal_bytes(name));
  normalise(name, copy);
  return copy;
}

/* Whether the folder of this plain name can be looked up from the root on. */
static int is_reachable(const char *plain) {
  char *name = joined("", plain), copy[strlen(plain) + 2];
  return walk(name, copy).node != NULL;
}

const char *sheaf_name_at(int folder, const char *name) {
  if (folder == AT_FDCWD || *name == '/' || !*name) return name;
  struct sheaf_open *open = sheaf_opened(folder);
  if (!open) return NULL;
  if (!S_ISDIR(open->node->mode)) {
    errno = ENOTDIR;
    return NULL;
  }
  if (!open->node->name) __sheaf_unmodelled("a name in a folder that was removed");
  if (open->node == sheaf_working) return name;
  const char *start = open->node->name;
  if (!is_reachable(start)) __sheaf_unmodelled("a name in a folder whose own name may not be looked up");
  if (strlen(name) >= PATH_MAX) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  if (strlen(start) + strlen(name) + 2 >= PATH_MAX) __sheaf_unmodelled("a long name in a folder");
  return joined(*start ? joined("", start) : "", name);
}

int sheaf_missing(struct sheaf_place place, const char *name) {
  errno = place.error;
  if (place.error == ENOENT && *name) __sheaf_incomplete("a file that is not given by --file", name);
  return -1;
}

struct sheaf_node *sheaf_find_or_note(const char *name) {
  struct sheaf_place place = sheaf_look_up(name);
  if (!place.node) sheaf_missing(place, name);
  return place.node;
}

/* Creates the content of a symbolic file. */
static void make_content(struct sheaf_node *node) {
  if (!node->input) return;
  const char *name = node->input;
  node->input = NULL;
  node->bytes = __sheaf_model_alloc(node->room);
  if (!node->room) return;
  __sheaf_make_input(node->bytes, node->room, name);
  char size_name[80];
  snprintf(size_name, sizeof size_name, "size of %s", name);
  node->size = (size_t)__sheaf_pick(size_name, (int)node->room);
}

int sheaf_has_symbolic_size(struct sheaf_node *node) {
  make_content(node);
  return __sheaf_is_symbolic(node->size);
}

size_t sheaf_size(struct sheaf_node *node) {
  make_content(node);
  if (!__sheaf_is_symbolic(node->size)) return node->size;
  size_t n = 0;
  while (n < node->room && n != node->size) n++;
  return node->size = n;
}

/* Open files. */

/* Counts a descriptor more or less. */
static void count(struct sheaf_open *open, int more) {
  int mode = open->flags & O_ACCMODE;
  open->references += (unsigned)more;
  if (mode != O_WRONLY) open->node->readers += (unsigned)more;
  if (mode != O_RDONLY) open->node->writers += (unsigned)more;
}

void sheaf_assume_limits(void) { __sheaf_assumes("the resources of the process have the usual limits"); }

unsigned sheaf_descriptors(void) {
  if (!is_own_limit) sheaf_assume_limits();
  return limit;
}

void sheaf_limit_descriptors(unsigned new) {
  limit = new;
  is_own_limit = 1;
}

int sheaf_may_be_number(unsigned long number) { return number < limit || number < sheaf_descriptors(); }

/* The lowest free descriptor from this one on; -1 if there is none. */
static int free_number(int least) {
  int end = limit < SHEAF_DESCRIPTORS ? (int)limit : SHEAF_DESCRIPTORS;
  for (int i = least; i < end; i++)
    if (!table[i]) return i;
  if (sheaf_descriptors() > SHEAF_DESCRIPTORS) __sheaf_unmodelled("descriptors from 1024 on");
  errno = EMFILE;
  return -1;
}

int sheaf_has_free_number(void) {
  prepare();
  return free_number(0) >= 0;
}

int sheaf_number(struct sheaf_open *open, int least) {
  int number = free_number(least);
  if (number < 0) return -1;
  table[number] = open;
  number_flags[number] = 0;
  count(open, 1);
  return number;
}

int sheaf_open_node(struct sheaf_node *node, int flags) {
  struct sheaf_open *open = __sheaf_model_alloc(sizeof *open);
  *open = (struct sheaf_open){.node = node, .flags = flags};
  int number = sheaf_number(open, 0);
  if (number >= 0 && flags & O_CLOEXEC) number_flags[number] = FD_CLOEXEC;
  return number;
}

int *sheaf_flags_of_number(int file) { return &number_flags[file]; }

struct sheaf_open *sheaf_opened(int file) {
  prepare();
  if (file >= 0 && file < SHEAF_DESCRIPTORS && table[file]) return table[file];
  errno = EBADF;
  return NULL;
}

int sheaf_close(int file) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  /* A stream keeps what it has read. */
  sheaf_complete_reads(open->node, open);
  if (open->node->ahead.open == open) open->node->ahead.stream = NULL;
  count(open, -1);
  table[file] = NULL;
  sheaf_closed_pipe(open->node);
  return 0;
}

/* Content. */

void sheaf_complete_reads(struct sheaf_node *node, struct sheaf_open *open) {
  if (node->ahead.stream && (!open || node->ahead.open == open)) node->ahead.complete(node->ahead.stream);
}

/* Records on this path that the file has at least this many bytes. */
static void has_bytes(struct sheaf_node *node, size_t bytes) {
  if (is_known(bytes) && bytes > node->least) node->least = bytes;
}

/* Where an open file reads next. */
static size_t *place_of(struct sheaf_open *open) { return open->node->pipe ? &open->node->taken : &open->position; }

static void advance(struct sheaf_open *open, size_t bytes) {
  *place_of(open) += bytes;
  if (open->node->pipe) sheaf_taken(open->node, bytes);
}

int sheaf_has_more(struct sheaf_open *open) {
  make_content(open->node);
  if (open->node->pipe && !sheaf_await_input(open)) __sheaf_unmodelled("a stream that finds its pipe empty");
  size_t at = *place_of(open);
  return (is_known(at) && at < open->node->least) || at < open->node->size;
}

void sheaf_met_end(struct sheaf_open *open) {
  size_t at = *place_of(open);
  if (is_known(at) && at <= open->node->least) open->node->size = at;
}

unsigned char sheaf_byte_ahead(struct sheaf_open *open) {
  size_t at = *place_of(open), room = open->node->room;
  if (!room || (is_known(at) && at >= room)) return 0;
  return open->node->bytes[__builtin_elementwise_min(at, room - 1)];
}

unsigned char sheaf_take_byte(struct sheaf_open *open) {
  size_t at = *place_of(open);
  unsigned char byte = open->node->bytes[at];
  advance(open, 1);
  has_bytes(open->node, at + 1);
  return byte;
}

/* The number of bytes up to the end of the file. Every length becomes a separate path, because
 * computing with a symbolic number of characters is more expensive. */
static size_t rest(struct sheaf_open *open, size_t bytes) {
  struct sheaf_node *node = open->node;
  size_t at = *place_of(open), n = 0;
  while (n < bytes && at + n < node->size) n++;
  /* If only some of the bytes exist, or none from the start on, this is the end of the file. */
  if (n < bytes && (n || !at)) node->size = at + n;
  if (n) has_bytes(node, at + n);
  return n;
}

size_t sheaf_available(struct sheaf_open *open, size_t bytes) {
  struct sheaf_node *node = open->node;
  make_content(node);
  size_t at = *place_of(open);
  if (is_known(node->size)) {
    size_t left = at < node->size ? node->size - at : 0;
    return left < bytes ? left : bytes;
  }
  int is_part = is_known(at) && is_known(bytes) && at <= node->least && bytes < node->room - at;
  if (!is_part || bytes < 2) return rest(open, bytes);
  if (at + bytes > node->least && at + bytes > node->size) return node->size - at;
  has_bytes(node, at + bytes);
  return bytes;
}

size_t sheaf_read(struct sheaf_open *open, void *to, size_t bytes) {
  size_t n = sheaf_available(open, bytes);
  if (!is_known(n) || n) __builtin_memcpy(to, open->node->bytes + *place_of(open), n);
  advance(open, n);
  if (!is_known(bytes) || bytes) sheaf_accessed(open->node);
  return n;
}

/* Called before the content changes, which mappings would show. */
static void changes(struct sheaf_node *node) {
  if (node->mapped) __sheaf_unmodelled("a change of a file that is mapped");
}

/* Reserves space for this many bytes. */
static void grow(struct sheaf_node *node, size_t bytes) {
  size_t size = sheaf_size(node);
  if (bytes <= node->room) return;
  size_t room = node->room * 2 < bytes ? bytes : node->room * 2;
  unsigned char *larger = __sheaf_model_alloc(room);
  if (size) __builtin_memcpy(larger, node->bytes, size);
  node->bytes = larger;
  node->room = room;
}

void sheaf_resize(struct sheaf_node *node, size_t size) {
  changes(node);
  sheaf_complete_reads(node, NULL);
  grow(node, size);
  if (size > node->size) __builtin_memset(node->bytes + node->size, 0, size - node->size);
  node->size = size;
  node->least = 0;
  sheaf_touch(node, SHEAF_MODIFIED | SHEAF_CHANGED);
}

ssize_t sheaf_write(struct sheaf_open *open, const void *from, size_t bytes) {
  struct sheaf_node *node = open->node;
  if (node->pipe) return sheaf_write_pipe(open, from, bytes);
  if (node->stream) __sheaf_write(node->stream, from, bytes);
  if (node->stream || node->null || !bytes) return (ssize_t)bytes;
  changes(node);
  sheaf_complete_reads(node, NULL);
  if (open->flags & O_APPEND) open->position = sheaf_size(node);
  size_t end = open->position + bytes;
  if (end > sheaf_size(node)) sheaf_resize(node, end);
  __builtin_memcpy(node->bytes + open->position, from, bytes);
  open->position = end;
  sheaf_touch(node, SHEAF_MODIFIED | SHEAF_CHANGED);
  return (ssize_t)bytes;
}

/* Times. */

struct sheaf_time sheaf_now(void) {
  return (struct sheaf_time){sheaf_microseconds / 1000000, (int)(sheaf_microseconds % 1000000) * 1000};
}

void sheaf_touch(struct sheaf_node *node, int times) {
  struct sheaf_time now = sheaf_now();
  if (times & SHEAF_ACCESSED) node->accessed = now;
  if (times & SHEAF_MODIFIED) node->modified = now;
  if (times & SHEAF_CHANGED) node->changed = now;
}

static int is_older(const struct sheaf_time *left, const struct sheaf_time *right) {
  return left->seconds < right->seconds || (left->seconds == right->seconds && left->nanoseconds <= right->nanoseconds);
}

void sheaf_accessed(struct sheaf_node *node) {
  struct sheaf_time now = sheaf_now();
  int is_due = !is_known((size_t)sheaf_microseconds) || is_older(&node->accessed, &node->modified) || is_older(&node->accessed, &node->changed);
  if (is_due || now.seconds - node->accessed.seconds >= 24 * 60 * 60) node->accessed = now;
}

struct sheaf_node *sheaf_parent(const struct sheaf_node *node) {
  const char *end = strrchr(node->name, '/');
  size_t length = end ? (size_t)(end - node->name) : 0;
  char plain[length + 1];
  __builtin_memcpy(plain, node->name, length);
  plain[length] = 0;
  return with_name(plain);
}

void sheaf_touch_folder(struct sheaf_place place) {
  if (place.folder) sheaf_touch(place.folder, SHEAF_MODIFIED | SHEAF_CHANGED);
}

int sheaf_may_name(struct sheaf_place place) {
  if (!place.folder || sheaf_may(place.folder, W_OK | X_OK)) return 1;
  errno = EACCES;
  return 0;
}
