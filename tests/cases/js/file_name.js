// A file that only asks for its name is a CommonJS module, too.
// expect: safe
sheaf.assert(typeof __filename === 'string' && __filename.endsWith('.js'));
sheaf.assert(typeof global === 'object' && global === globalThis && this !== global);
