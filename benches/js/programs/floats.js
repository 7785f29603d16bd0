// Doubles: a logistic map.
function run(count) {
  let x = 0.3, sum = 0;
  for (let i = 0; i < count; i++) {
    x = 3.7 * x * (1 - x);
    sum += Math.sqrt(x);
  }
  return sum;
}
console.log(run(2000000).toFixed(6));
