// A binary search tree: N keys inserted, one removed; the rest stays, in order.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 5
#endif

struct node {
  int key;
  struct node *left, *right;
};

static struct node **find(struct node **place, int key) {
  while (*place && (*place)->key != key) place = key < (*place)->key ? &(*place)->left : &(*place)->right;
  return place;
}

static int insert(struct node **root, int key) {
  struct node **place = find(root, key);
  if (*place) return 0;
  *place = malloc(sizeof **place);
  (*place)->key = key;
  (*place)->left = (*place)->right = NULL;
  return 1;
}

static int erase(struct node **root, int key) {
  struct node **place = find(root, key), *victim = *place;
  if (!victim) return 0;
  if (!victim->left) {
    *place = victim->right;
  } else if (!victim->right) {
    *place = victim->left;
  } else {
    struct node **next = &victim->right;
    while ((*next)->left) next = &(*next)->left;
    struct node *successor = *next;
    *next = successor->right;
    successor->left = victim->left;
    successor->right = victim->right;
    *place = successor;
  }
  free(victim);
  return 1;
}

static int check(const struct node *n, const int **last) {
  if (!n) return 0;
  int left = check(n->left, last);
  assert(!*last || **last < n->key);
  *last = &n->key;
  return left + 1 + check(n->right, last);
}

int main(void) {
  int keys[N], size = 0;
  struct node *root = NULL;
  for (int i = 0; i < N; i++) {
    keys[i] = __VERIFIER_nondet_int();
    size += insert(&root, keys[i]);
  }
  assert(erase(&root, keys[N / 2]));
  assert(!*find(&root, keys[N / 2]));
  const int *last = NULL;
  assert(check(root, &last) == size - 1);
  return 0;
}
