exports.seen = require('./shapes.cjs').state;
