var o = { get x() { return 5; }, set x(v) { this.y = v; }, valueOf() { return 42; } };
console.log(o.x, (o.x = 3, o.y), o + 1, o * 2, o > 41, `${{toString() { return 'str'; }}}`);
class A { #p = 1; q = 2; static s = 3; constructor(a) { this.a = a; } get p() { return this.#p; } m() { return 'A.m'; } static sm() { return 'sm'; } }
class B extends A { constructor() { super(7); this.b = 1; } m() { return super.m() + 'B'; } }
class C extends B {}
var b = new B(), c = new C();
console.log(b.p, b.q, A.s, b.a, b.b, b.m(), c.m(), c instanceof A, B.sm(), B.name, b.constructor.name);
class E extends Error { constructor(m) { super(m); this.name = 'E'; } }
try { throw new E('boom'); } catch (e) { console.log(`${e}`, e instanceof Error, e instanceof E, e.message); }
function f(a, b) { arguments[0] = 9; return a + arguments.length; }
console.log(f(1, 2, 3), f.length, f.name);
var {a, ...rest} = {a: 1, b: 2, c: 3}; console.log(a, Object.keys(rest).join());
[a, [rest = 7] = []] = [5]; console.log(a, rest);
console.log(b?.zzz?.y.z, b?.m(), null ?? 4, 2 ** 10);
let x = null; x ??= 5; x ||= 6; x &&= 7; console.log(x);
for (const [k, v] of Object.entries({p: 1, q: 2})) console.log(k, v);
for (const ch of 'ab') console.log(ch);
for (const [i, v] of ['x', 'y'].entries()) console.log(i, v);
