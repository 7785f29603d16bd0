// A pattern takes nothing behind the end of an array, whatever its prototype has; and it reads what
// it skips. An iteration that ends early tells its iterator.
// expect: safe
const n = sheaf.integer('n');
Array.prototype[1] = 'p';
const [first, second] = [n];
sheaf.assert(second === undefined, 'behind the end');
let assigned;
[, assigned] = [n];
sheaf.assert(assigned === undefined, 'assigned');
let read = 0;
const counted = [1, 2];
Object.defineProperty(counted, 0, {get() { read++; return 1; }});
const [, other] = counted;
sheaf.assert(read === 1 && other === 2, 'skipped');
let closed = 0;
Object.prototype.return = function () { closed++; return {}; };
const [taken] = [n, n];
for (const unit of 'ab') break;
sheaf.assert(closed === 2 && taken === n, 'closed');
