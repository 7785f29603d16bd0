// A typed array with elements cannot be frozen, but takes no further properties then.
// expect: safe
var array = new Int8Array(2), error = null;
try {
  Object.freeze(array);
} catch (thrown) {
  error = thrown;
}
sheaf.assert(error instanceof TypeError && !Object.isExtensible(array) && !Object.isFrozen(array));
array[0] = 3;
array.more = 1;
sheaf.assert(array[0] === 3 && array.more === undefined);
