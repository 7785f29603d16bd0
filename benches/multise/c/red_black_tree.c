// N keys into a red-black tree: insertion with recolouring and rotations, links to parents.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 4
#endif

enum colour { RED, BLACK };
struct node {
  int key;
  enum colour colour;
  struct node *parent, *left, *right;
};
static struct node *root;
static int size;

static void rotate_left(struct node *x) {
  struct node *y = x->right;
  x->right = y->left;
  if (y->left) y->left->parent = x;
  y->parent = x->parent;
  if (!x->parent) root = y;
  else if (x == x->parent->left) x->parent->left = y;
  else x->parent->right = y;
  y->left = x;
  x->parent = y;
}

static void rotate_right(struct node *x) {
  struct node *y = x->left;
  x->left = y->right;
  if (y->right) y->right->parent = x;
  y->parent = x->parent;
  if (!x->parent) root = y;
  else if (x == x->parent->right) x->parent->right = y;
  else x->parent->left = y;
  y->right = x;
  x->parent = y;
}

static void repair(struct node *z) {
  while (z->parent && z->parent->colour == RED) {
    struct node *grand = z->parent->parent;
    int on_left = z->parent == grand->left;
    struct node *uncle = on_left ? grand->right : grand->left;
    if (uncle && uncle->colour == RED) {
      z->parent->colour = BLACK;
      uncle->colour = BLACK;
      grand->colour = RED;
      z = grand;
    } else if (on_left) {
      if (z == z->parent->right) {
        z = z->parent;
        rotate_left(z);
      }
      z->parent->colour = BLACK;
      grand->colour = RED;
      rotate_right(grand);
    } else {
      if (z == z->parent->left) {
        z = z->parent;
        rotate_right(z);
      }
      z->parent->colour = BLACK;
      grand->colour = RED;
      rotate_left(grand);
    }
  }
  root->colour = BLACK;
}

static void insert(int key) {
  struct node *parent = NULL, *at = root;
  while (at) {
    if (key == at->key) return;
    parent = at;
    at = key < at->key ? at->left : at->right;
  }
  struct node *z = malloc(sizeof *z);
  z->key = key;
  z->colour = RED;
  z->parent = parent;
  z->left = z->right = NULL;
  if (!parent) root = z;
  else if (key < parent->key) parent->left = z;
  else parent->right = z;
  size++;
  repair(z);
}

// Checks order, colours and links below a node; the number of black nodes on each way down.
static int check(const struct node *n, const int **last, int *count) {
  if (!n) return 0;
  assert(!n->left || n->left->parent == n);
  assert(!n->right || n->right->parent == n);
  if (n->colour == RED) {
    assert(!n->left || n->left->colour == BLACK);
    assert(!n->right || n->right->colour == BLACK);
  }
  int left = check(n->left, last, count);
  assert(!*last || **last < n->key);
  *last = &n->key;
  *count += 1;
  int right = check(n->right, last, count);
  assert(left == right);
  return left + (n->colour == BLACK);
}

int main(void) {
  for (int i = 0; i < N; i++) insert(__VERIFIER_nondet_int());
  const int *last = NULL;
  int count = 0;
  assert(root->colour == BLACK && !root->parent);
  check(root, &last, &count);
  assert(count == size);
  return 0;
}
