// The sieve of Eratosthenes.
function run(count) {
  const composite = [];
  for (let i = 0; i < count; i++) composite.push(false);
  let primes = 0;
  for (let i = 2; i < count; i++) {
    if (composite[i]) continue;
    primes++;
    for (let k = i * 2; k < count; k += i) composite[k] = true;
  }
  return primes;
}
console.log(run(1000000));
