// A list of many small objects, and a walk along it.
function run(count) {
  let list = null;
  for (let i = 0; i < count; i++) list = { value: i & 255, next: list };
  let sum = 0;
  for (let node = list; node !== null; node = node.next) sum += node.value;
  return sum;
}
console.log(run(300000));
