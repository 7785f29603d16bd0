// Closures with a variable that they share, and callbacks of arrays.
function counter() {
  let value = 0;
  return { add: (n) => { value = value + n & 65535; }, get: () => value };
}
function run(count) {
  const { add, get } = counter(), steps = [1, 2, 3, 4, 5, 6, 7, 8];
  for (let i = 0; i < count; i++) {
    steps.forEach((step) => add(step + i));
    add(steps.map((step) => step * 2).filter((step) => step > 8).reduce((a, b) => a + b));
  }
  return get();
}
console.log(run(40000));
