// What is not known of node's process ends a path that uses it.
// expect: incomplete unmodelled-call
const n = sheaf.integer('n', 0, 2);
sheaf.assert(process.env.SETTING === undefined && process.platform === 'linux');
if (n === 1) process.cwd();
