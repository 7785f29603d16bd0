// Of two shortest decimals that are equally near, the text of a number is the one that is even.
// expect: safe
sheaf.assert(String(2097152.00048828125) === '2097152.0004882812');
sheaf.assert(String(2 ** -25) === '2.9802322387695312e-8');
sheaf.assert(String(900719925474099.25) === '900719925474099.2');
sheaf.assert(String(900719925474099.75) === '900719925474099.8');
sheaf.assert((2 ** -25).toExponential() === '2.9802322387695312e-8');
sheaf.assert(String(5e-324) === '5e-324' && String(0.5) === '0.5' && String(2.5) === '2.5');
