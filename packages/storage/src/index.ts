export { type Published, publishTerritory } from './publish.ts';
export { type Pulled, type PullOptions, pullTerritory } from './pull.ts';
export { keepFresh, removeOlder } from './stale.ts';
export { StorageError } from './storageError.ts';
