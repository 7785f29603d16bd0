exports.isMain = require.main === module;
exports.id = module.id;
exports.filename = __filename;
exports.folder = __dirname;
