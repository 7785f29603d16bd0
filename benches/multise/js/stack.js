// A stack as a list: N operations; what leaves it is what entered it last, and its height is always
// known.
const N = 10;
let top = null;

function push(value) {
  top = { value, below: top };
}

function pop() {
  const { value, below } = top;
  top = below;
  return value;
}

const pushed = [];
for (let i = 0; i < N; i++) {
  if (sheaf.boolean('enters')) {
    const value = sheaf.integer('value');
    pushed.push(value);
    push(value);
  } else if (top !== null) {
    sheaf.assert(pop() === pushed.pop());
  }
}
while (top !== null) sheaf.assert(pop() === pushed.pop());
sheaf.assert(pushed.length === 0);
