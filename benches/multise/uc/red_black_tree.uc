// size() keys into a red-black tree: insertion with recolouring and rotations, links to parents.
size() { return 3; }
holds(condition) { return 1 / condition; }

is_red(n) {
  var red;
  red = 0;
  if (n != null) red = (*n).red;
  return red;
}

// Puts y where x hangs.
replace(tree, x, y) {
  var parent;
  parent = (*x).parent;
  if (y != null) (*y).parent = parent;
  if (parent == null) tree.root = y;
  else if ((*parent).left == x) (*parent).left = y;
  else (*parent).right = y;
  return 0;
}

rotate_left(tree, x) {
  var y, done;
  y = (*x).right;
  done = replace(tree, x, y);
  (*x).right = (*y).left;
  if ((*y).left != null) (*(*y).left).parent = x;
  (*y).left = x;
  (*x).parent = y;
  return 0;
}

rotate_right(tree, x) {
  var y, done;
  y = (*x).left;
  done = replace(tree, x, y);
  (*x).left = (*y).right;
  if ((*y).right != null) (*(*y).right).parent = x;
  (*y).right = x;
  (*x).parent = y;
  return 0;
}

repair(tree, new) {
  var z, parent, grand, uncle, on_left, done;
  z = new;
  while (is_red((*z).parent)) {
    parent = (*z).parent;
    grand = (*parent).parent;
    on_left = (*grand).left == parent;
    if (on_left) uncle = (*grand).right;
    else uncle = (*grand).left;
    if (is_red(uncle)) {
      (*parent).red = 0;
      (*uncle).red = 0;
      (*grand).red = 1;
      z = grand;
    } else if (on_left) {
      if ((*parent).right == z) {
        z = parent;
        done = rotate_left(tree, z);
      }
      (*(*z).parent).red = 0;
      (*grand).red = 1;
      done = rotate_right(tree, grand);
    } else {
      if ((*parent).left == z) {
        z = parent;
        done = rotate_right(tree, z);
      }
      (*(*z).parent).red = 0;
      (*grand).red = 1;
      done = rotate_left(tree, grand);
    }
  }
  (*tree.root).red = 0;
  return 0;
}

insert(tree, key) {
  var parent, at, known, n, done;
  parent = null;
  at = tree.root;
  known = 0;
  while (at != null) {
    parent = at;
    if (key == (*at).key) {
      known = 1;
      at = null;
    } else if (key < (*at).key) at = (*at).left;
    else at = (*at).right;
  }
  if (known == 0) {
    n = alloc {key: key, red: 1, parent: parent, left: null, right: null};
    if (parent == null) tree.root = n;
    else if (key < (*parent).key) (*parent).left = n;
    else (*parent).right = n;
    tree.size = tree.size + 1;
    done = repair(tree, n);
  }
  return 0;
}

// Checks order, colours and links below a node; the number of black nodes on each way down.
check(n, seen) {
  var left, right, blacks, ok;
  blacks = 0;
  if (n != null) {
    if ((*n).left != null) ok = holds((*(*n).left).parent == n);
    if ((*n).right != null) ok = holds((*(*n).right).parent == n);
    if ((*n).red) {
      ok = holds(is_red((*n).left) == 0);
      ok = holds(is_red((*n).right) == 0);
    }
    left = check((*n).left, seen);
    if (seen.count > 0) ok = holds(seen.last < (*n).key);
    seen.last = (*n).key;
    seen.count = seen.count + 1;
    right = check((*n).right, seen);
    ok = holds(left == right);
    blacks = left + 1 - (*n).red;
  }
  return blacks;
}

main() {
  var tree, i, n, key, seen, done;
  tree = {root: null, size: 0};
  n = size();
  i = 0;
  while (i < n) {
    key = input;
    done = insert(tree, key);
    i = i + 1;
  }
  seen = {count: 0, last: 0};
  done = holds(is_red(tree.root) == 0);
  done = check(tree.root, seen);
  return holds(seen.count == tree.size) - 1;
}
