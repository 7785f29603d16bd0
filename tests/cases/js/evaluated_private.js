// A text of `eval` may use the private names, `super` and `new.target` of the code around it.
// expect: bug assertion @22
const n = sheaf.integer('n', 0, 9);
class Holder {
  #held = n;
  get twice() { return 2 * n; }
  read() { return eval('this.#held'); }
  has(other) { return eval('#held in other'); }
  wrong() { return eval('this.#missing'); }
}
class Inner extends Holder {
  made = eval('this.constructor === Inner && super.twice');
  constructor() {
    eval('super()');
    this.target = eval('() => new.target')();
  }
}
class Early { field = eval('arguments'); }
function target() { return eval('new.target === undefined'); }
const holder = new Holder(), inner = new Inner();
sheaf.assert(holder.read() === n && holder.has(inner) && !holder.has({}));
sheaf.assert(inner.made !== 14, 'seven');
sheaf.assert(inner.target === Inner && target() && eval('({m() { return super.toString; }}).m() !== n'));
let rejected = 0;
for (const f of [() => holder.wrong(), () => new Early(), () => eval('super.x'), () => eval('new.target')]) {
  try { f(); } catch (error) { rejected += error instanceof SyntaxError; }
}
sheaf.assert(rejected === 4);
