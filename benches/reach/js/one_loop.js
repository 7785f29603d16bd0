// A multiple of four is not 15.
function target() {}

function main() {
  const n = sheaf.integer('n');
  let i = 0;
  while (i < n) i += 4;
  if (i === 15) target();
}
main();
