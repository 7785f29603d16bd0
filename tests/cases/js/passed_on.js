// Built-ins that are not modelled can be passed on and told apart; using them ends the path.
// expect: incomplete unmodelled-call
const n = sheaf.integer('n', 0, 4);
const all = [Atomics, Proxy, SharedArrayBuffer];
sheaf.assert(typeof Atomics === 'object' && typeof Proxy === 'function');
sheaf.assert(new Set(all).size === 3 && `${Atomics}` === '[object Atomics]');
sheaf.assert(!({} instanceof SharedArrayBuffer));
if (n === 0) new Proxy({}, {});
if (n === 1) Atomics.add;
if (n === 2) new SharedArrayBuffer(8);
if (n === 3) ({}) instanceof Proxy;
