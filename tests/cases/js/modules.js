// Files that are required: modules, JSON, packages, and modules that require each other.
// expect: bug assertion @14
var n = sheaf.integer('n', 0, 3);
var shapes = require('./parts/shapes.cjs'), settings = require('./parts/settings.json');
sheaf.assert(shapes.area(n) === n * n && shapes === require('./parts/../parts/shapes.cjs'));
sheaf.assert(settings.scale === 2 && settings.names[1] === 'b');
sheaf.assert(shapes.clamp(n) === (n > 2 ? 2 : n), 'a package that a module requires');
sheaf.assert(shapes.partial === 'started' && shapes.done, 'a cycle sees what is there so far');
var failed = '';
try { require('./parts/nothing'); } catch (e) { failed = e.code; }
sheaf.assert(failed === 'MODULE_NOT_FOUND' && typeof require === 'function');
exports.n = n;
sheaf.assert(module.exports.n === n && this === exports && shapes.counted() === 1);
sheaf.assert(shapes.counted() === n);
