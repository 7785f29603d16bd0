/* search.h: arrays, queues, hash tables and trees. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <limits.h>
#include <search.h>
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
};

static int is_prime(size_t odd) {
  for (size_t divisor = 3; divisor <= odd / divisor; divisor += 2)
    if (odd % divisor == 0) return 0;
  return 1;
}

/* As in glibc, there is room for a prime number of entries. */
int hcreate_r(size_t count, struct hsearch_data *table) {
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
  free(table->table);
  table->table = NULL;
}

int hsearch_r(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *table) {
  __sheaf_check(table->size != 0, "division-by-zero", "a search in a hash table that was not created");
  __sheaf_check(table->table != NULL, "null-dereference", "a search in a hash table that was destroyed");
  for (unsigned i = 0; i < table->filled; i++) {
    *result = &table->table[i].entry;
    if (strcmp((*result)->key, item.key) == 0) return 1;
  }
  *result = NULL;
  if (action == FIND || table->filled == table->size) {
    errno = action == FIND ? ESRCH : ENOMEM;
    return 0;
  }
  *result = &table->table[table->filled++].entry;
  **result = item;
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

/* Unbalanced binary trees. */

struct node {
  const void *key;
  struct node *left, *right;
};

/* The link to the node of a key, or where it would be inserted. */
static struct node **find(const void *key, void *const *root, compare_items *compare) {
  struct node **at = (struct node **)root;
  while (*at) {
    int order = compare(key, (*at)->key);
    if (order == 0) break;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  return at;
}

void *tfind(const void *key, void *const *root, compare_items *compare) { return root ? *find(key, root, compare) : NULL; }

void *tsearch(const void *key, void **root, compare_items *compare) {
  if (!root) return NULL;
  struct node **at = find(key, root, compare);
  if (*at) return *at;
  struct node *new = malloc(sizeof *new);
  if (new) *new = (struct node){key, NULL, NULL};
  return *at = new;
}

void *tdelete(const void *restrict key, void **restrict root, compare_items *compare) {
  struct node **at = (struct node **)root, *parent = NULL;
  if (!root) return NULL;
  while (*at) {
    int order = compare(key, (*at)->key);
    if (order == 0) break;
    parent = *at;
    at = order < 0 ? &parent->left : &parent->right;
  }
  struct node *old = *at;
  if (!old) return NULL;
  if (old->left && old->right) {
    /* The next larger key replaces it. */
    struct node **next = &old->right;
    while ((*next)->left) next = &(*next)->left;
    struct node *moved = *next;
    *next = moved->right;
    moved->left = old->left;
    moved->right = old->right;
    *at = moved;
  } else {
    *at = old->left ? old->left : old->right;
  }
  free(old);
  return parent ? parent : (void *)at; /* of the root, anything but NULL */
}

static void walk(const struct node *node, int level, void (*action)(const void *, VISIT, void *), void *closure, int *levels) {
  if (!node) return;
  if (levels) *levels = level;
  if (!node->left && !node->right) {
    action(node, leaf, closure);
    return;
  }
  action(node, preorder, closure);
  walk(node->left, level + 1, action, closure, levels);
  if (levels) *levels = level;
  action(node, postorder, closure);
  walk(node->right, level + 1, action, closure, levels);
  if (levels) *levels = level;
  action(node, endorder, closure);
}

void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *closure) { walk(root, 0, action, closure, NULL); }

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
  struct with_level with = {action, 0};
  walk(root, 0, call_with_level, &with, &with.level);
}

void tdestroy(void *root, void (*release)(void *)) {
  struct node *node = root;
  if (!node) return;
  tdestroy(node->left, release);
  tdestroy(node->right, release);
  release((void *)node->key);
  free(node);
}
