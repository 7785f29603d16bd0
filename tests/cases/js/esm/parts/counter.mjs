import { half } from '../linked.js';
export let count = 0;
export function add(k) {
  count += k;
  return half(count);
}
export class Step {
  constructor(k) { this.k = k; }
}
export { count as default, add as 'more' };
export * from './other.mjs';
