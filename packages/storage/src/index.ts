export { openStore } from './address.ts';
export { type Published, publishTerritory } from './publish.ts';
export { type Pulled, type PullOptions, pullTerritory } from './pull.ts';
export { PulledFolders } from './pulledFolders.ts';
export { onFullDisk, StorageError } from './storageError.ts';
export type { WritableStore } from './store.ts';
