export { releasedStores } from './releasedStores.ts';
export { storeChanges } from './storeChanges.ts';
export type { StoreChange } from './types.ts';
