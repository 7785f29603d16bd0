// A loop that does one of four things for each element.
const N = 30;
function target() {}

function main() {
  let x = 0, y = 0, z = 0;
  for (let i = 0; i < N; i++) {
    const element = sheaf.integer('element');
    if (element === 1) x++;
    else if (element === 2) y++;
    else if (element > 5) z += 2;
  }
  if (x > N / 3 && x + y === N - N / 6 && z === N / 15 * 2) target();
}
main();
