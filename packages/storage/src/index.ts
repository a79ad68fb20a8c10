export { openStore } from './address.ts';
export { type Published, publishTerritory } from './publish.ts';
export { type Pulled, type PullOptions, pullTerritory } from './pull.ts';
export { keepFresh, removeOlder } from './stale.ts';
export { StorageError } from './storageError.ts';
export type { WritableStore } from './store.ts';
