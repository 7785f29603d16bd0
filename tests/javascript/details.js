// Scopes, closures, finally, numbers, strings, objects: what each line prints is what node prints.
// scoping, closures in loops, hoisting, shadowing
var out = '';
function a() { return b(); function b() { return 'inner'; } }
console.log(a());
for (let i = 0, f = []; i < 2; i++) { f.push(function () { return i; }); i += 0; if (i === 1) console.log(f[0](), f[1]()); }
var fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i++); } console.log(fs[0](), fs[0](), fs[1]());
try { (function () { x1; let x1 = 1; })(); } catch (e) { console.log(e.name, e.message); }
var x = 'g'; (function () { console.log(x); var x = 'l'; console.log(x); })();
console.log(typeof undefinedVar, typeof x, (function () { return typeof this; })(), (function () { 'use strict'; return typeof this; })());
// labels and finally
function lf() { var s = ''; a: for (var i = 0; i < 3; i++) { for (;;) { try { s += i; if (i == 1) continue a; if (i == 2) break a; break; } finally { s += 'f'; } } s += 'e'; } return s; }
console.log(lf());
function nested() { try { try { throw new Error('1'); } finally { console.log('in'); } } catch (e) { console.log('out', e.message); } return 5; } console.log(nested());
function rethrow() { try { try { throw 'a'; } catch (e) { throw e + 'b'; } finally { console.log('fin'); } } catch (e) { return e; } } console.log(rethrow());
function override() { try { return 'a'; } finally { return 'b'; } } console.log(override());
function sw(x) { var r = ''; switch (x) { default: r += 'd'; case 1: r += '1'; break; case 2: { r += '2'; } case 3: r += '3'; } return r; } console.log(sw(0), sw(1), sw(2), sw(3));
// numbers
console.log(2147483647 + 1, -2147483648 - 1, 65536 * 65536, 46341 * 46341, -0 + 0, 0 * -1, -(0), 5 % 0, -5 % 5, 1 / (-5 % 5), 7.5 % 2, -7 % 3);
console.log(1e3, 1e-5, 123.456, 0.1 * 3, 1 / 3, 100 / 3, 1e16 + 1, 9007199254740993);
console.log(-1 >>> 0, (-1 >>> 0) + 1, 1 << 30 << 1, 1 << -1, 2.7 | 0, -2.7 | 0, '12' & 13, null | 1, NaN | 0, 1e20 | 0, ~~3.9, -1 >>> 31, 3000000000 >> 1);
console.log(1 < '2', 'b' > 'a', 'a' <= 'a', undefined < 1, null < 1, NaN <= NaN, '10' > 9, 2 >= 2, 'A' < 'a', '' < 'a', 'abc' < 'abd');
console.log(0 == '', null == 0, null == null, '1' == true, 'true' == true, 0 == false, '0' == false, NaN != NaN, '1.0' == 1, undefined == 0, 1 == 1.5);
console.log(0 === -0, 'a' === 'a', 1 === '1', null === undefined, NaN === NaN, 1.5 === 1.5, true === 1);
console.log(!NaN, !0.5, !'0', !null, !undefined, !{}, !-0);
// objects
var o = {}; o[1] = 'a'; o['1'] += 'b'; o[-1] = 'm'; o['-1'] += 'n'; o[1.5] = 'f'; o[true] = 't'; o[null] = 'n'; o[undefined] = 'u'; console.log(o[1], o['-1'], o['1.5'], o['true'], o['null'], o['undefined'], o['01']);
function Animal(n) { this.n = n; } Animal.prototype.hi = function () { return 'hi ' + this.n; };
function Dog(n) { this.n = n; } 
Dog.prototype = new Animal('proto'); Dog.prototype.bark = function () { return this.n + '!'; };
var d = new Dog('rex'); console.log(d.hi(), d.bark(), d instanceof Dog, d instanceof Animal, d.constructor === Animal, new Animal('q') instanceof Dog);
function Ret() { this.a = 1; return { a: 2 }; } function Prim() { this.a = 3; return 5; } console.log(new Ret().a, new Prim().a);
delete d.n; console.log(d.n, 'n' in d, 'hi' in d, 'zz' in d);
var arr = []; arr[3] = 'x'; console.log(arr.length, arr[0], 0 in arr, 3 in arr, delete arr[3], arr.length, arr[3]);
arr[100000] = 1; console.log(arr.length); arr.length = 0; console.log(arr.length, arr[100000], arr.pop(), arr.push(1, 2, 3), arr[2]);
var m = [[1, 2], [3, 4]]; console.log(m[1][0] + m[0][1]); m[1][1]++; console.log(m[1][1], m[0].length);
var s = 'héllo😀'; console.log(s.length, s[1], s.charCodeAt(5), s.charCodeAt(6), s[99]);
var str = ''; for (var i = 0; i < 5; i++) str += i + ','; console.log(str);
console.log((function (a, b, c) { return [a, b, c].length + (c === undefined ? 'u' : 'd'); })(1, 2), (function (a) { return a; })(1, 2, 3));
var count = 0; function side() { count++; return true; } false && side(); true || side(); side() ? 1 : side(); console.log(count);
var e = new TypeError('bad'); console.log(e.name, e.message, e instanceof Error, e instanceof TypeError, e instanceof RangeError, e.constructor === TypeError);
function thrower(v) { try { throw v; } catch (err) { return typeof err + ':' + err; } } console.log(thrower(1), thrower('s'), thrower(null), thrower(undefined), thrower(true));
try { o.f(); } catch (err) { console.log(err.message); } try { o.a.b.c; } catch (err) { console.log(err.message); } try { null[1] = 2; } catch (err) { console.log(err.message); }
try { undefined.x = 1; } catch (err) { console.log(err.message); } try { (void 0)(); } catch (err) { console.log(err.name); } try { ({}) instanceof 5; } catch (err) { console.log(err.name, err.message); }
var fib = function (n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }; console.log(fib(15));
var compose = f => g => x => f(g(x)); console.log(compose(x => x + 1)(x => x * 2)(5));
var obj = { v: 1, get2: function () { var self = this; return function () { return self.v; }; }, arrow() { return () => this.v; } }; console.log(obj.get2()(), obj.arrow()());
var z = 10; z += z++ + ++z; console.log(z); var q = [1, 2, 3], k = 0; q[k++] = k; q[k++] += 10; console.log(q[0], q[1], q[2], k);
if (true) { var hoistedVar = 1; } console.log(hoistedVar); console.log(`a${1}b${'c'}d${null}e${undefined}f${1.5}`);
do { var once = 1; } while (false); console.log(once); while (true) { if (once++ > 3) break; } console.log(once);
g1 = 5; console.log(g1); console.log(typeof console.log, typeof Error, 1, 'x', -1.5e-7, 1e21 + 1);
console.log(0x10, 0b11, 0o17, .5, 5., 'a\tb\u0041\x41', "it's", 'multi\
line');
console.log(+true, +null, +undefined, +'  ', +'1e3', +'-Infinity', +'1_0', -'-5', - -1, +'0b101', +'.5');
