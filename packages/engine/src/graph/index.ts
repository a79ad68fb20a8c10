export { edgeCosts, profileOf } from './edgeCosts.ts';
export { type SearchGraph, searchGraph } from './searchGraph.ts';
