// A queue as a list with two ends: N operations; what leaves it comes in the order in which it
// entered.
const N = 10;
let front = null, back = null;

function enqueue(value) {
  const node = { value, next: null };
  if (back !== null) back.next = node;
  else front = node;
  back = node;
}

function dequeue() {
  const { value, next } = front;
  front = next;
  if (front === null) back = null;
  return value;
}

const entered = [];
let out = 0;
for (let i = 0; i < N; i++) {
  if (sheaf.boolean('enters')) {
    const value = sheaf.integer('value');
    entered.push(value);
    enqueue(value);
  } else if (front !== null) {
    sheaf.assert(dequeue() === entered[out++]);
  }
}
while (front !== null) sheaf.assert(dequeue() === entered[out++]);
sheaf.assert(entered.length === out);
