// What an async `yield*` waits for when it is left is not modelled.
// expect: incomplete unmodelled-call
async function* g() {
  yield* { [Symbol.asyncIterator]() { return {
    next() { return { value: 1, done: false }; },
    return(v) { sheaf.assert(v === 'R'); return { value: v, done: true }; } }; } };
}
const i = g();
i.next().then(() => i.return(Promise.resolve('R')));
