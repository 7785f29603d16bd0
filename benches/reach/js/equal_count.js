// Nested loops that count equal pairs; how far they go is an input.
const N = 10;
function target() {}

function main() {
  const a = [], b = [];
  for (let i = 0; i < N; i++) {
    a[i] = sheaf.integer('a');
    b[i] = sheaf.integer('b');
  }
  let n = sheaf.integer('n');
  let count = 0;
  if (n > N) n = N;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      if (a[i] === b[j]) count++;
  if (count === 2 * N + 5) target();
}
main();
