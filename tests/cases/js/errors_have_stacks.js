// Each error has a hidden property `stack` of its own, whose text is not modelled.
// expect: safe
function names(error) { return Object.getOwnPropertyNames(error).join(); }
function thrown(body) { try { body(); } catch (error) { return error; } }
var made = new RangeError('m', { cause: 1 }), n = sheaf.integer('n', 0, 1), nothing = n ? null : undefined;
sheaf.assert(names(made) === 'stack,message,cause');
sheaf.assert(names(new Error()) === 'stack');
sheaf.assert(names(thrown(() => nothing.x)) === 'stack,message');
sheaf.assert(names(thrown(() => undeclared)) === 'stack,message');
sheaf.assert(!('stack' in Error.prototype) && made.hasOwnProperty('stack'));
sheaf.assert(JSON.stringify(made) === '{}' && Object.keys({ ...made }).length === 0);
made.stack = 'written';
sheaf.assert(made.stack === 'written' && JSON.stringify(made) === '{}');
class Special extends Error { constructor() { super('s'); this.n = n; } }
sheaf.assert(names(new Special()) === 'stack,message,n');
sheaf.assert(Object.create(Error.prototype).stack === undefined);
var plain = {};
Error.captureStackTrace(plain);
sheaf.assert(Object.keys(plain).length === 0 && 'stack' in plain);
sheaf.assert(thrown(() => Error.captureStackTrace(Object.freeze({}))).message ===
  'Cannot define property stack, object is not extensible');
var { message, ...rest } = new Special();
sheaf.assert(message === 's' && Object.keys(rest).join() === 'n');
