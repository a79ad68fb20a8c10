/** The search by itself, for benches that measure it alone. */
export { edgeCosts, profileOf } from '../graph/edgeCosts.ts';
export { type SearchGraph, searchGraph } from '../graph/searchGraph.ts';
export { bucketSearch, type Seeds } from '../search/bucketSearch.ts';
export { originSeeds } from '../search/seeds.ts';
export { SearchWorkspace, UNREACHED } from '../search/workspace.ts';
export { snapOrigins } from '../snap/snapOrigins.ts';
