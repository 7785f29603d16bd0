// Generators: what is sent to them, how they end, and `yield*`.
// expect: safe
function* count(low, high) {
  let sum = 0;
  try {
    for (let i = low; i < high; i++) {
      const sent = yield i;
      if (sent !== undefined) sum += sent;
    }
    return sum;
  } finally {
    closed++;
  }
}
var closed = 0;
var n = sheaf.integer('n', 1, 2), k = sheaf.integer('k', -5, 5);
var it = count(0, n), seen = 0, sum = 0;
for (var step = it.next(); !step.done; step = it.next(k)) {
  seen++;
  sum += k;
}
sheaf.assert(seen === n && closed === 1);
sheaf.assert(step.value === sum);
sheaf.assert(it.next().done && it.next().value === undefined);

// `yield*` yields the values of another iterator, and then what that one returns.
function* both() {
  var a = yield* count(0, n);
  var b = yield* [7];
  yield [a, b];
}
var all = [...both()];
sheaf.assert(all.length === n + 2 && all[n] === 7 && all[n + 1][0] === 0);
