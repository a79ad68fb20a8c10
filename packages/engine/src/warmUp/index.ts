export { sharedBytes } from '../memory/sharedPerTerritory.ts';
export { warmUp } from './warmUp.ts';
