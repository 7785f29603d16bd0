// N keys into a red-black tree: insertion with recolouring and rotations, links to parents.
const N = 4;
const RED = 0, BLACK = 1;
let root = null, size = 0;

function replace(x, y) {
  y.parent = x.parent;
  if (x.parent === null) root = y;
  else if (x === x.parent.left) x.parent.left = y;
  else x.parent.right = y;
  x.parent = y;
}

function rotateLeft(x) {
  const y = x.right;
  x.right = y.left;
  if (y.left !== null) y.left.parent = x;
  y.left = x;
  replace(x, y);
}

function rotateRight(x) {
  const y = x.left;
  x.left = y.right;
  if (y.right !== null) y.right.parent = x;
  y.right = x;
  replace(x, y);
}

function repair(z) {
  while (z.parent !== null && z.parent.colour === RED) {
    const grand = z.parent.parent;
    const onLeft = z.parent === grand.left;
    const uncle = onLeft ? grand.right : grand.left;
    if (uncle !== null && uncle.colour === RED) {
      z.parent.colour = BLACK;
      uncle.colour = BLACK;
      grand.colour = RED;
      z = grand;
    } else if (onLeft) {
      if (z === z.parent.right) {
        z = z.parent;
        rotateLeft(z);
      }
      z.parent.colour = BLACK;
      grand.colour = RED;
      rotateRight(grand);
    } else {
      if (z === z.parent.left) {
        z = z.parent;
        rotateRight(z);
      }
      z.parent.colour = BLACK;
      grand.colour = RED;
      rotateLeft(grand);
    }
  }
  root.colour = BLACK;
}

function insert(key) {
  let parent = null, at = root;
  while (at !== null) {
    if (key === at.key) return;
    parent = at;
    at = key < at.key ? at.left : at.right;
  }
  const z = { key, colour: RED, parent, left: null, right: null };
  if (parent === null) root = z;
  else if (key < parent.key) parent.left = z;
  else parent.right = z;
  size++;
  repair(z);
}

// Checks order, colours and links below a node; the number of black nodes on each way down.
let last = null, count = 0;
function check(n) {
  if (n === null) return 0;
  sheaf.assert(n.left === null || n.left.parent === n);
  sheaf.assert(n.right === null || n.right.parent === n);
  if (n.colour === RED) {
    sheaf.assert(n.left === null || n.left.colour === BLACK);
    sheaf.assert(n.right === null || n.right.colour === BLACK);
  }
  const left = check(n.left);
  sheaf.assert(last === null || last < n.key);
  last = n.key;
  count++;
  const right = check(n.right);
  sheaf.assert(left === right);
  return left + (n.colour === BLACK ? 1 : 0);
}

for (let i = 0; i < N; i++) insert(sheaf.integer('key'));
sheaf.assert(root.colour === BLACK && root.parent === null);
check(root);
sheaf.assert(count === size);
