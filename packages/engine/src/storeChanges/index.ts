export { releasedStores } from './releasedStores.ts';
export { storeChanges } from './storeChanges.ts';
export type { ReleaseDifference, ReleasedStore, StoreChange } from './types.ts';
