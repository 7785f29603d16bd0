// A sorted linked list: N numbers inserted, those equal to one more number removed.
const N = 5;
// The list follows a node without a value.
const head = { next: null };

function insert(value) {
  let node = head;
  while (node.next !== null && node.next.value < value) node = node.next;
  node.next = { value, next: node.next };
}

function erase(value) {
  let erased = 0, node = head;
  while (node.next !== null) {
    if (node.next.value === value) {
      node.next = node.next.next;
      erased++;
    } else {
      node = node.next;
    }
  }
  return erased;
}

for (let i = 0; i < N; i++) insert(sheaf.integer('value'));
const gone = sheaf.integer('gone'), erased = erase(gone);
let length = 0;
for (let node = head.next; node !== null; node = node.next) {
  sheaf.assert(node.value !== gone);
  sheaf.assert(node.next === null || node.value <= node.next.value);
  length++;
}
sheaf.assert(length + erased === N);
