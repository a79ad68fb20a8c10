export * from './descriptor.ts';
export * from './tables.ts';
export * from './territory.ts';
export * from './topics.ts';
