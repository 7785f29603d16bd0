import { ready } from '../early_bug.js';
export function set() { return ready; }
