// The order of small effects in patterns, errors, private calls and conversions.
// expect: safe
function f(it){var a=0,b=0; try{[a,b]=it}catch(e){} return a} function* g(){yield 1; throw 2} sheaf.assert(f(g())===1)
class E extends Error{constructor(m){super(m);Error.captureStackTrace(this,E)}} try{throw new E('x')}catch(e){sheaf.assert(e.message==='x')}
class A{#m(){return this} static t(o){return (o?.#m)()}} var a=new A(); sheaf.assert(A.t(a)===a)
function F(){ return (() => new . target)(); } sheaf.assert(F()===undefined);
function first(){ return (() => \u0061rguments[0])(); } sheaf.assert(first(4)===4);
function count(){ return \u0061rguments.length; } sheaf.assert(count(1,2)===2);
sheaf.assert('ab'.padStart(1, Symbol())==='ab');
var n=0; 'aba'.lastIndexOf('a',{valueOf(){return n++}}); sheaf.assert(n===1)
var r=Array.from.call(function(n){this.n=n},{length:2}).n; sheaf.assert(r===2)
sheaf.assert(Number.isNaN(Date.parse('2020-01-01T00:00:00+24:00')));
sheaf.assert(Number.isNaN(Date.parse('Thu Jan 32 1970')));
sheaf.assert(Number.isNaN(Date.parse('Thu Jan 01 1970 25:00:00 GMT+0000')));
sheaf.assert(new Date(500000,0,-82000000).getTime()===8631508694400000);
sheaf.assert(Array.from({length:2}, (_, k) => k).length === 2);
sheaf.assert(typeof arguments === 'undefined');
