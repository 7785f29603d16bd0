/* search.h: arrays, queues, hash tables and trees. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <limits.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int compare_items(const void *, const void *);

/* Arrays. */

void *lfind(const void *key, const void *start, size_t *count, size_t size, compare_items *compare) {
  for (size_t i = 0; i < *count; i++) {
    const char *item = (const char *)start + i * size;
    if (compare(key, item) == 0) return (void *)item;
  }
  return NULL;
}

void *lsearch(const void *key, void *start, size_t *count, size_t size, compare_items *compare) {
  void *found = lfind(key, start, count, size, compare);
  return found ? found : memcpy((char *)start + (*count)++ * size, key, size);
}

/* Queues. */

struct element {
  struct element *next, *previous;
};

void insque(void *element, void *previous) {
  struct element *new = element, *before = previous;
  *new = (struct element){before ? before->next : NULL, before};
  if (!before) return;
  if (before->next) before->next->previous = new;
  before->next = new;
}

void remque(void *element) {
  struct element *old = element;
  if (old->next) old->next->previous = old->previous;
  if (old->previous) old->previous->next = old->next;
}

/* Hash tables: arrays with linear search for the keys. */

struct _ENTRY {
  ENTRY entry;
  unsigned hash;
};

/* As in glibc, which compares keys of the same hash. */
static unsigned hash_of(const char *key) {
  size_t length = strlen(key);
  unsigned hash = (unsigned)length;
  while (length--) hash = (hash << 4) + (unsigned)key[length];
  return hash ? hash : 1;
}

static int is_prime(size_t odd) {
  for (size_t divisor = 3; divisor <= odd / divisor; divisor += 2)
    if (odd % divisor == 0) return 0;
  return 1;
}

/* As in glibc, there is room for a prime number of entries. */
int hcreate_r(size_t count, struct hsearch_data *table) {
  if (!table) {
    errno = EINVAL;
    return 0;
  }
  if (count >= SIZE_MAX / (3 * sizeof(void *))) {
    errno = ENOMEM;
    return 0;
  }
  if (table->table) return 0;
  count = count < 3 ? 3 : count | 1;
  while (count <= UINT_MAX - 2 && !is_prime(count)) count += 2;
  if (count > UINT_MAX - 2) {
    errno = ENOMEM;
    return 0;
  }
  table->table = calloc(count + 1, sizeof *table->table);
  table->size = (unsigned)count;
  table->filled = 0;
  return table->table != NULL;
}

void hdestroy_r(struct hsearch_data *table) {
  if (!table) {
    errno = EINVAL;
    return;
  }
  free(table->table);
  table->table = NULL;
}

int hsearch_r(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *table) {
  unsigned hash = hash_of(item.key);
  __sheaf_check(table->size != 0, "division-by-zero", "a search in a hash table that was not created");
  __sheaf_check(table->table != NULL, "null-dereference", "a search in a hash table that was destroyed");
  for (unsigned i = 0; i < table->filled; i++) {
    *result = &table->table[i].entry;
    if (table->table[i].hash == hash && strcmp((*result)->key, item.key) == 0) return 1;
  }
  *result = NULL;
  if (action == FIND || table->filled == table->size) {
    errno = action == FIND ? ESRCH : ENOMEM;
    return 0;
  }
  struct _ENTRY *new = &table->table[table->filled++];
  *new = (struct _ENTRY){item, hash};
  *result = &new->entry;
  return 1;
}

static struct hsearch_data own_table;

int hcreate(size_t count) { return hcreate_r(count, &own_table); }
void hdestroy(void) { hdestroy_r(&own_table); }

ENTRY *hsearch(ENTRY item, ACTION action) {
  ENTRY *result;
  hsearch_r(item, action, &result, &own_table);
  return result;
}

/* Red-black trees, of the same shape as glibc's: `twalk` shows it. */

struct node {
  const void *key;
  struct node *side[2]; /* left and right */
  int is_red;
};

static int is_red(const struct node *node) { return node && node->is_red; }

/* Puts the child on one side of the node at a link in its place. */
static void rotate(struct node **link, int side) {
  struct node *node = *link, *child = node->side[side];
  node->side[side] = child->side[!side];
  child->side[!side] = node;
  *link = child;
}

void *tfind(const void *key, void *const *root, compare_items *compare) {
  if (!root) return NULL;
  struct node *at = *root;
  for (int order; at && (order = compare(key, at->key)) != 0;) at = at->side[order > 0];
  return at;
}

/* The links on the way down an insertion: `at`, the one above, and the one above that. */
struct way {
  struct node **at, **parent, **grandparent;
  int side, parent_side;
};

/* A node with two red children, or a new one, becomes red and its children black. Two red nodes in
 * a row are rotated apart. */
static void split(const struct way *way, int is_new) {
  struct node *node = *way->at;
  if (!is_new && !(is_red(node->side[0]) && is_red(node->side[1]))) return;
  node->is_red = 1;
  for (int side = 0; side < 2; side++)
    if (node->side[side]) node->side[side]->is_red = 0;
  if (!way->parent || !is_red(*way->parent)) return;
  struct node *grandparent = *way->grandparent;
  if (way->side != way->parent_side) rotate(way->parent, way->side);
  grandparent->is_red = 1;
  grandparent->side[way->parent_side]->is_red = 0;
  grandparent->side[way->parent_side]->side[way->parent_side]->is_red = 1;
  rotate(way->grandparent, way->parent_side);
}

void *tsearch(const void *key, void **root, compare_items *compare) {
  if (!root) return NULL;
  struct way way = {(struct node **)root, NULL, NULL, 0, 0};
  if (*root) (*way.at)->is_red = 0;
  while (*way.at) {
    struct node *node = *way.at;
    int order = compare(key, node->key);
    if (order == 0) return node;
    split(&way, 0);
    /* Where this has rotated, the links above do not matter any more: the next node is black. */
    way = (struct way){&node->side[order > 0], way.at, way.parent, order > 0, way.side};
  }
  struct node *new = malloc(sizeof *new);
  if (!new) return NULL;
  *new = (struct node){key, {NULL, NULL}, 1};
  *way.at = new;
  if (way.parent) split(&way, 1);
  return new;
}

/* Below the node at a link, the side `side` has a black node less than the other. Makes them even,
 * and returns whether all below the link has a black node less then. */
static int even(struct node **link, int side) {
  struct node *node = *link, *other = node->side[!side];
  if (other->is_red) {
    other->is_red = 0;
    node->is_red = 1;
    rotate(link, !side);
    link = &other->side[side];
    other = node->side[!side];
  }
  if (!is_red(other->side[0]) && !is_red(other->side[1])) {
    int was_red = node->is_red;
    other->is_red = 1;
    node->is_red = 0;
    return !was_red;
  }
  if (!is_red(other->side[!side])) {
    rotate(&node->side[!side], side);
    other = node->side[!side];
  } else {
    other->side[!side]->is_red = 0;
  }
  other->is_red = node->is_red;
  node->is_red = 0;
  rotate(link, !side);
  return 0;
}

enum { DEEPEST = 128 };

void *tdelete(const void *restrict key, void **restrict root, compare_items *compare) {
  struct node **links[DEEPEST], **at = (struct node **)root;
  int sides[DEEPEST], depth = 0;
  if (!root || !*root) return NULL;
  struct node *parent = *at;
  for (int order; (order = compare(key, (*at)->key)) != 0;) {
    links[depth] = at;
    sides[depth++] = order > 0;
    parent = *at;
    at = &parent->side[order > 0];
    if (!*at) return NULL;
  }
  struct node *found = *at;
  if (found->side[0] && found->side[1]) {
    /* The node of the next key goes instead. */
    for (int side = 1; (*at)->side[side]; side = 0) {
      links[depth] = at;
      sides[depth++] = side;
      at = &(*at)->side[side];
    }
    found->key = (*at)->key;
  }
  struct node *old = *at, *child = old->side[0] ? old->side[0] : old->side[1];
  *at = child;
  int lacks = !old->is_red;
  if (lacks && is_red(child)) child->is_red = lacks = 0;
  while (lacks && depth--) lacks = even(links[depth], sides[depth]);
  free(old);
  return parent;
}

static void walk(const struct node *node, int level, void (*action)(const void *, VISIT, void *), void *closure, int *levels) {
  if (!node) return;
  if (levels) *levels = level;
  if (!node->side[0] && !node->side[1]) {
    action(node, leaf, closure);
    return;
  }
  action(node, preorder, closure);
  walk(node->side[0], level + 1, action, closure, levels);
  if (levels) *levels = level;
  action(node, postorder, closure);
  walk(node->side[1], level + 1, action, closure, levels);
  if (levels) *levels = level;
  action(node, endorder, closure);
}

static void assume_shape(void) { __sheaf_assumes("the trees of tsearch are not balanced"); }

void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *closure) {
  if (!action) return;
  assume_shape();
  walk(root, 0, action, closure, NULL);
}

/* The visitor receives the level. */
struct with_level {
  void (*action)(const void *, VISIT, int);
  int level;
};

static void call_with_level(const void *node, VISIT visit, void *closure) {
  struct with_level *with = closure;
  with->action(node, visit, with->level);
}

void twalk(const void *root, void (*action)(const void *, VISIT, int)) {
  if (!action) return;
  struct with_level with = {action, 0};
  assume_shape();
  walk(root, 0, call_with_level, &with, &with.level);
}

void tdestroy(void *root, void (*release)(void *)) {
  struct node *node = root;
  if (!node) return;
  tdestroy(node->side[0], release);
  tdestroy(node->side[1], release);
  release((void *)node->key);
  free(node);
}
