import old, { limit } from './old.cjs';
export const ten = old.limit;
export default limit;
export const strict = (function () { return this; })() === undefined;
