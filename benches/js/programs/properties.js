// Reads and writes of properties of one object.
function run(count) {
  const point = { x: 1, y: 2, z: 3 };
  for (let i = 0; i < count; i++) {
    point.x = point.y + point.z;
    point.y = point.x - i;
    point.z = point.z + 1 & 1023;
  }
  return point.x;
}
console.log(run(1500000));
