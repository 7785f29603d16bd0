Object.defineProperty(exports, '__esModule', { value: true });
Object.defineProperty(exports, 'hidden', { value: 2 });
exports.shown = 1;
