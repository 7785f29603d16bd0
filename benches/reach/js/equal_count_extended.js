// Two of them in sequence, of a given length: the counts cannot be that large.
const N = 5;
function target() {}

function main() {
  const a = [], b = [];
  for (let i = 0; i < N; i++) {
    a[i] = sheaf.integer('a');
    b[i] = sheaf.integer('b');
  }
  let count = 0, other = 0;
  for (let i = 0; i < N; i++)
    for (let j = 0; j < N; j++)
      if (a[i] === b[j]) count++;
  for (let i = 0; i < N; i++)
    for (let j = 0; j < N; j++)
      if (a[i] > b[j]) other++;
  if (count + other > N * N) target();
}
main();
