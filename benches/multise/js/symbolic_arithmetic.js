// Arithmetic by cases on N pairs of numbers: sign, absolute value, minimum and maximum, with the
// laws that connect them.
const N = 3;

function sign(x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  return 0;
}

function absolute(x) {
  return x < 0 ? -x : x;
}

function maximum(x, y) {
  return x > y ? x : y;
}

function minimum(x, y) {
  return x < y ? x : y;
}

let agree = 0, differ = 0, balance = 0;
for (let i = 0; i < N; i++) {
  const x = sheaf.integer('x', -32768, 32767), y = sheaf.integer('y', -32768, 32767);
  const least = minimum(x, y), greatest = maximum(x, y);
  sheaf.assert(least <= greatest && least + greatest === x + y);
  sheaf.assert(greatest - least === absolute(x - y));
  sheaf.assert(absolute(x) === maximum(x, -x));
  if (sign(x) === sign(y)) agree++;
  else differ++;
  balance += sign(x - y);
}
sheaf.assert(agree + differ === N);
sheaf.assert(balance >= -N && balance <= N);
