// A search tree of symbolic keys: order, size and search agree whatever the shape.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
struct node { signed char key; struct node *left, *right; };
static int size;
static void insert(struct node **place, signed char key) {
  while (*place) {
    if (key == (*place)->key) return;
    place = key < (*place)->key ? &(*place)->left : &(*place)->right;
  }
  *place = calloc(1, sizeof **place);
  (*place)->key = key;
  size++;
}
static int walk(struct node *n, int *last) {
  if (!n) return 0;
  int count = walk(n->left, last);
  assert(*last < n->key);
  *last = n->key;
  return count + 1 + walk(n->right, last);
}
static void drop(struct node *n) {
  if (!n) return;
  drop(n->left);
  drop(n->right);
  free(n);
}
int main(void) {
  signed char keys[3];
  klee_make_symbolic(keys, sizeof keys, "keys");
  struct node *root = NULL;
  for (int i = 0; i < 3; i++) insert(&root, keys[i]);
  int last = -1000;
  assert(walk(root, &last) == size);
  assert(last == (keys[0] > keys[1] ? keys[0] > keys[2] ? keys[0] : keys[2] : keys[1] > keys[2] ? keys[1] : keys[2]));
  drop(root);
  return 0;
}
