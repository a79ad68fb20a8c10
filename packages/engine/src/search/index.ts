export { bucketSearch, type Seeds } from './bucketSearch.ts';
export { originSeeds } from './seeds.ts';
export { SearchWorkspace } from './workspace.ts';
