export { Analyses } from './analyses.ts';
export { Hinterland, type RunOptions } from './client.ts';
export { ConnectionError, HinterlandError, PriceError } from './errors.ts';
export type { ActionAnswer, ActionId, ActionInput, Analysis, Problem, Quote, Schemas } from './interface.ts';
export type { TransportOptions } from './transport.ts';
