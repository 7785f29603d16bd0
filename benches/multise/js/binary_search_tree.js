// A binary search tree: N keys inserted, one removed; the rest stays, in order.
const N = 5;
// The root is the right child of a node without a key.
const top = { left: null, right: null };

// The parent of the node with a key, or of its place, and the side.
function find(key) {
  let parent = top, side = 'right';
  while (parent[side] !== null && parent[side].key !== key) {
    parent = parent[side];
    side = key < parent.key ? 'left' : 'right';
  }
  return { parent, side };
}

function insert(key) {
  const { parent, side } = find(key);
  if (parent[side] !== null) return false;
  parent[side] = { key, left: null, right: null };
  return true;
}

function erase(key) {
  const { parent, side } = find(key), victim = parent[side];
  if (victim === null) return false;
  if (victim.left === null) {
    parent[side] = victim.right;
  } else if (victim.right === null) {
    parent[side] = victim.left;
  } else {
    let above = victim, way = 'right';
    while (above[way].left !== null) {
      above = above[way];
      way = 'left';
    }
    const successor = above[way];
    above[way] = successor.right;
    successor.left = victim.left;
    successor.right = victim.right;
    parent[side] = successor;
  }
  return true;
}

let last = null;
function check(n) {
  if (n === null) return 0;
  const left = check(n.left);
  sheaf.assert(last === null || last < n.key);
  last = n.key;
  return left + 1 + check(n.right);
}

const keys = [];
let size = 0;
for (let i = 0; i < N; i++) {
  keys.push(sheaf.integer('key'));
  if (insert(keys[i])) size++;
}
const gone = keys[N >> 1];
sheaf.assert(erase(gone));
const { parent, side } = find(gone);
sheaf.assert(parent[side] === null);
sheaf.assert(check(top.right) === size - 1);
