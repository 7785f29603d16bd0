// Integers: remainders, bit operations, and a sum that stays within 32 bits.
function run(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum = (sum * 31 + (i % 7) ^ (i >> 3)) | 0;
  return sum;
}
console.log(run(3000000));
