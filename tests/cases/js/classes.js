// Classes: fields, private names, accessors, static members, inheritance and `super`.
// expect: bug uncaught-exception @12
var n = sheaf.integer('n', 0, 3);
class Account {
  #balance = 0;
  owner = 'nobody';
  static count = 0;
  static #secret = 42;
  constructor(owner) { if (owner) this.owner = owner; Account.count++; }
  get balance() { return this.#balance; }
  set balance(value) { this.#check(value); this.#balance = value; }
  #check(value) { if (value < 0) throw new RangeError('no credit'); }
  describe() { return this.owner + ':' + this.#balance; }
  static isAccount(value) { return #balance in value; }
  static get secret() { return Account.#secret; }
}
class Savings extends Account {
  rate = n;
  constructor(owner, start) { super(owner); this.balance = start; }
  describe() { return super.describe() + '@' + this.rate; }
  static isAccount(value) { return super.isAccount(value) && value.rate >= 0; }
}
class Plain extends Savings {}
var a = new Account(), s = new Savings('ann', n), p = new Plain('bob', 1);
sheaf.assert(a.describe() === 'nobody:0' && s.describe() === 'ann:' + n + '@' + n);
sheaf.assert(Account.count === 3 && Account.secret === 42 && Savings.count === 3);
sheaf.assert(Savings.isAccount(s) && !Account.isAccount({}) && p instanceof Account);
sheaf.assert(typeof Account === 'function' && Plain.name === 'Plain' && p.constructor === Plain);
sheaf.assert(Object.keys(s).join() === 'owner,rate' && Object.keys(Account.prototype).length === 0);
class Failure extends Error {
  constructor(code) { super('code ' + code); this.code = code; }
  get name() { return 'Failure'; }
}
try { throw new Failure(n); } catch (e) {
  sheaf.assert(e instanceof Failure && e instanceof Error && e.message === 'code ' + n);
  sheaf.assert(`${e}` === 'Failure: code ' + n);
}
var failed = false;
try { Account(); } catch (e) { failed = e instanceof TypeError; }
sheaf.assert(failed);
function Old() { return new.target === Old; }
sheaf.assert(!Old() && new Old() instanceof Old);
sheaf.assert((class { static [n === 0 ? 'x' : 'y']() { return 1; } })[n ? 'y' : 'x']() === 1);
// An arrow function of the script, with a class in it.
const own = () => new (class extends Failure { constructor() { super(n); } })();
sheaf.assert(own().message === 'code ' + n);
s.balance = 2 - n;
