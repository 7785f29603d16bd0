// No loop counts further than there are elements.
const N = 30;
function target() {}

function main() {
  let x = 0, y = 0;
  for (let i = 0; i < N; i++)
    if (sheaf.integer('a') === 1) x++;
  for (let i = 0; i < N; i++)
    if (sheaf.integer('b') === 2) y++;
  if (x > N && x + y === N + N / 3 + 1) target();
}
main();
