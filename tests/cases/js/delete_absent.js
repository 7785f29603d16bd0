// Deleting a property that is not there succeeds, whatever other properties may be meant.
// expect: safe
'use strict';
var i = sheaf.integer('i', 0, 2), b = sheaf.boolean('b'), o = {};
Object.defineProperty(o, 1, { value: 7, configurable: false });
var r = 'deleted';
try { delete o[i]; } catch (e) { r = 'thrown'; }
sheaf.assert((i === 1) === (r === 'thrown'));
var a = Object.freeze([1, 2]);
r = 'deleted';
try { delete a[i]; } catch (e) { r = 'thrown'; }
sheaf.assert((i < 2) === (r === 'thrown'));
var p = { x: 1 };
if (b) delete p.x; else Object.freeze(p);
r = 'deleted';
try { delete p.x; } catch (e) { r = 'thrown'; }
sheaf.assert(b === (r === 'deleted'));
