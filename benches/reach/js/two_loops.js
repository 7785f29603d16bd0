// The second loop goes as far as the first has counted.
function target() {}

function main() {
  const n = sheaf.integer('n');
  let i = 0, j = 0;
  while (i < n) i += 4;
  while (j < i) j += 2;
  if (j === 15) target();
}
main();
