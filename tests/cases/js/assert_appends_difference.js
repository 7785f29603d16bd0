// The message of a failed `strictEqual` says what differs, behind the one that is given.
// expect: incomplete unmodelled-call
try {
  require('assert').strictEqual(1, 2, 'text');
} catch (error) {
  sheaf.assert(error.message === 'text');
}
