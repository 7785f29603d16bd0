// The core of the language: what each line prints is what node prints.
console.log('a', 1, -0, 0.1 + 0.2, 1e21, 1 / 3, true, null, undefined, 'ü😀');
console.log(1 / 0, -1 / 0, 0 / 0, 2147483647 + 1, -2147483648 - 1, 2147483647 * 2, 5 / 2, 4 / 2, -4 % 2, 5 % -3);
console.log(typeof 1, typeof 'a', typeof undefined, typeof null, typeof function () {}, typeof {}, typeof true, typeof zzz);
console.log(1 + '2', '3' * '4', true + 1, null + 1, undefined + 1, '5' - 2, +'0x10', +' 12 ', +'x', -'3');
console.log(1 < 2, 'a' < 'b', '10' < '9', 10 < '9', null >= 0, undefined == null, NaN == NaN, 1 === 1.0, '1' == 1);
console.log(7 & 3, 7 | 8, 7 ^ 2, ~7, 1 << 31, 1 << 32, -1 >>> 0, -1 >> 1, 1e10 | 0, 4294967295 | 0, -1 >>> 28);
var s = 0; for (var i = 0; i < 100; i++) { if (i % 3 === 0) continue; if (i > 50) break; s += i; } console.log(s);
function F(a) { this.a = a; } F.prototype.get = function () { return this.a; }; var f = new F(7);
console.log(f.get(), f instanceof F, f.b, 'a' in f, 'get' in f, delete f.a, f.a, F.length, F.name);
try { null.x } catch (e) { console.log(e.name, e.message, e instanceof TypeError); }
try { undefined.foo() } catch (e) { console.log(e.message); }
try { f.nope() } catch (e) { console.log(e.message); }
try { q } catch (e) { console.log(e.name, e.message); }
try { new 5() } catch (e) { console.log(e.message); }
try { throw 42 } catch (e) { console.log(e); } finally { console.log('fin'); }
function fin() { try { return 'try'; } finally { console.log('f'); } } console.log(fin());
function fin2() { try { throw 1; } catch (e) { return 'c' + e; } finally { console.log('f2'); } } console.log(fin2());
function fin3() { for (;;) { try { break; } finally { console.log('f3'); } } return 'out'; } console.log(fin3());
var arr = [1, , 3]; console.log(arr.length, arr[1], arr[0] + arr[2], arr.push(4), arr.length, arr.pop(), arr.length);
arr[5] = 9; console.log(arr.length, arr[4]); arr.length = 1; console.log(arr.length, arr[2]);
console.log('abc'.length, 'abc'[1], 'abc'.charCodeAt(1), 'abc'.charAt(2), 'abc'[9], 'abc'.charCodeAt(9));
var o = { a: 1, 'b c': 2, 3: 'three', f() { return this.a; }, ['x' + 1]: 5 }; console.log(o.a, o['b c'], o[3], o['3'], o.f(), o.x1);
var i2 = 5; console.log(i2++, ++i2, i2--, --i2, i2 += 2, i2 -= 1, i2 *= 3, i2 /= 2, i2 %= 4, i2 <<= 1);
var c = (1, 2, 3); console.log(c, void 0, !0, !'', !!'a', 0 || 'x', 1 && 2, null ?? 'd');
sum = 0; function add(a, b = 10) { return a + b; } console.log(add(1), add(1, 2), add('x', undefined)); console.log(sum);
label: { console.log('in'); break label; console.log('never'); } console.log(`t ${1 + 1} ${'u'}`);
let x = 1; { let x = 2; console.log(x); } console.log(x); const fs = []; for (let k = 0; k < 3; k++) { fs.push(() => k); } console.log(fs[0](), fs[1](), fs[2]());
switch (3) { case 1: console.log('1'); case 3: console.log('3'); case 4: console.log('4'); break; default: console.log('d'); }
console.log(0.000001, 1e-7, 123456789012345680000, 1.5e300, 5e-324, 100, -1.25e-9);
(function () { 'use strict'; try { undeclared = 1; } catch (e) { console.log(e.name); } })();
var self = { v: 1, m: function () { return (() => this.v)(); } }; console.log(self.m());
console.log(hoisted()); function hoisted() { return 'h'; } var e1 = new Error('boom'); console.log(e1.message, e1.name, e1 instanceof Error);
var w = 0; do { w++; if (w == 2) continue; } while (w < 4); console.log(w); while (w) { w--; } console.log(w);
