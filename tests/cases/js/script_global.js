// The global object is `global`, in scripts as well.
// expect: safe
var root = typeof global == 'object' && global && global.Object === Object && global;
sheaf.assert(root === globalThis && typeof require === 'function');
