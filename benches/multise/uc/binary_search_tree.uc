// A binary search tree of size() keys, each looked up again; the tree is in order. A link is a place that holds a node or null.
size() { return 5; }
cells() { return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; }
holds(condition) { return 1 / condition; }

node(key) { return alloc {key: key, left: alloc null, right: alloc null}; }

insert(root, key) {
  var place, n, searching, added;
  place = root;
  searching = 1;
  added = 1;
  while (searching) {
    if (*place == null) {
      *place = node(key);
      searching = 0;
    } else {
      n = **place;
      if (n.key == key) {
        searching = 0;
        added = 0;
      } else if (key < n.key) place = n.left;
      else place = n.right;
    }
  }
  return added;
}

contains(root, key) {
  var at, n, found;
  at = *root;
  found = 0;
  while (at != null) {
    n = *at;
    if (key == n.key) {
      found = 1;
      at = null;
    } else if (key < n.key) at = *n.left;
    else at = *n.right;
  }
  return found;
}

// Counts the nodes below one; their keys are in order behind the last one seen.
check(at, last) {
  var n, count, ok;
  count = 0;
  if (at != null) {
    n = *at;
    count = check(*n.left, last);
    if (last.some) ok = holds(last.key < n.key);
    last.some = 1;
    last.key = n.key;
    count = count + 1 + check(*n.right, last);
  }
  return count;
}

main() {
  var root, keys, i, n, count, last, ok;
  root = alloc null;
  keys = cells();
  n = size();
  count = 0;
  i = 0;
  while (i < n) {
    keys[i] = input;
    count = count + insert(root, keys[i]);
    i = i + 1;
  }
  i = 0;
  while (i < n) {
    ok = holds(contains(root, keys[i]));
    i = i + 1;
  }
  last = {some: 0, key: 0};
  return holds(check(*root, last) == count) - 1;
}
