// A message that shows a symbolic value cannot be read; an exception whose message is not read can
// be caught and found.
// expect: bug uncaught-exception @12
// expect: incomplete unmodelled-call
var n = sheaf.integer('n'), caught = false;
try {
  null[n];
} catch (error) {
  caught = error instanceof TypeError;
}
sheaf.assert(caught);
if (n === 3) undefined[n];
if (n === 5) try {
  null[n + 1] = 1;
} catch (error) {
  sheaf.assert(error.message.includes('6'));
}
try {
  null[n];
} catch (error) {
  sheaf.assert(error.message.includes('null'));
}
