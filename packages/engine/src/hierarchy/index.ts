export type { Hierarchy } from './hierarchy.ts';
