export { type Published, publishTerritory } from './publish.ts';
export { type Pulled, type PullOptions, pullTerritory } from './pull.ts';
export { StorageError } from './storageError.ts';
