// The shortest digits of a number are rounded and grouped, as in node.
// expect: safe
sheaf.assert((40028543351218.1).toLocaleString() === '40,028,543,351,218.1');
sheaf.assert((2730690920725464576).toLocaleString() === '2,730,690,920,725,464,600');
sheaf.assert((1234.5678).toLocaleString() === '1,234.568' && (0.0005).toLocaleString() === '0.001');
sheaf.assert((-1e15 - 0.5).toLocaleString() === '-1,000,000,000,000,000.5' && (0.9999).toLocaleString() === '1');
sheaf.assert((1e-7).toLocaleString() === '0' && (999.9996).toLocaleString() === '1,000');
