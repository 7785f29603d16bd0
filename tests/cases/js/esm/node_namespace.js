// The namespaces of node's own modules and of CommonJS modules; what ES modules lack.
// expect: safe
import * as path from 'path';
import * as again from 'node:path';
import * as util from 'util';
import * as old from './parts/marked.cjs';
import main from 'path';
function is(found, wanted) { sheaf.assert(found === wanted); }
is(path.default, main);
is(path, again);
is(path.join, main.join);
is('default' in path, true);
is(Object.getPrototypeOf(path), null);
is(Object.isExtensible(path), false);
is(String(Object.prototype.toString.call(path)), '[object Module]');
is(Object.keys(path).join(' '), '_makeLong basename default delimiter dirname extname format ' +
  'isAbsolute join matchesGlob normalize parse posix relative resolve sep toNamespacedPath win32');
is(Object.keys(util).length, 45);
is(util.format('%s', 1), '1');
var failed = 0;
try { path.join = 1; } catch (e) { failed += e instanceof TypeError; }
try { path.more = 1; } catch (e) { failed += e instanceof TypeError; }
is(failed, 2);
is(Object.keys(old).join(' '), '__esModule default hidden shown');
is(old.__esModule && old.hidden, 2);
is(typeof module + typeof exports + typeof require + typeof __filename,
  'undefined'.repeat(4));
