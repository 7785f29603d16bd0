// Two loops that do one of four things for each element.
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
  for (let i = 0; i < N; i++) {
    const element = sheaf.integer('element');
    if (element === x) y++;
    else if (element < 0) z++;
    else if (element > 9) x--;
  }
  if (x > N / 2 && x + y === N + 5 && z > N / 2) target();
}
main();
