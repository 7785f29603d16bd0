// What a CommonJS module knows of itself.
// expect: safe
function is(found, wanted) { sheaf.assert(found === wanted); }
is(Object.keys(module).join(' '), 'id path exports filename loaded children paths');
is(module.id, '.');
is(module.filename, __filename);
is(module.path, __dirname);
is(module.parent, null);
is('parent' in module && !module.hasOwnProperty('parent'), true);
is('children' in module && 'paths' in module, true);
is(require.main, module);
is(require.main === module && module.loaded, false);
is(typeof __filename + typeof __dirname + typeof module + typeof exports, 'stringstringobjectobject');
is(global.global, globalThis);
var part = require('./parts/asked.cjs');
is(part.isMain, false);
is(part.id, part.filename);
is(__dirname + '/parts', part.folder);
// Texts that are evaluated in the global scope see none of it.
is(new Function('return typeof require + typeof module')(), 'undefinedundefined');
try { new Function('return require("path")')(); } catch (error) { part = error; }
is(String(part), 'ReferenceError: require is not defined');
