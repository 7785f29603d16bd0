// What a program assigns to the names of errors, or to members that the library uses, does not
// change the library.
// expect: bug assertion @13
// expect: bug assertion @18
const replaced = sheaf.boolean('replaced'), n = sheaf.integer('n', 0, 4);
const originalType = TypeError, originalRange = RangeError;
const {join} = Array.prototype, P = Promise;
TypeError = class Fake extends Error {};
RangeError = function (message) { return {message, name: 'R'}; };
Object.prototype.toString = () => 'replaced';
let name = 'none';
try { 'ab'.repeat(n - 1); } catch (error) { name = error.name; }
sheaf.assert(name === 'none' || name === 'R', 'n = 0');
let caught;
try { Reflect.ownKeys(1); } catch (error) { caught = error; }
sheaf.assert(caught instanceof originalType && !(caught instanceof TypeError));
if (replaced) Array.prototype.join = undefined;
sheaf.assert('' + [1, 2] !== '[object Array]', 'replaced');
Array.prototype.join = join;
require('assert').deepEqual([1], [1]);
AggregateError = function () { this.mine = 1; };
P.any([P.reject(1)]).catch((error) => sheaf.assert(!error.mine));
