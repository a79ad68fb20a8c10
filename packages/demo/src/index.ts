export { buildDemo } from './buildDemo.ts';
