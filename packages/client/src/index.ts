export { Analyses } from './analyses.ts';
export { Hinterland, type RunOptions } from './client.ts';
export { Webhooks } from './endpoints.ts';
export { ConnectionError, HinterlandError, PriceError } from './errors.ts';
export type {
  ActionAnswer,
  ActionId,
  ActionInput,
  ActionResult,
  Analysis,
  Problem,
  Quote,
  Schemas,
} from './interface.ts';
export { type Job, type JobRow, Jobs, type WaitOptions } from './jobs.ts';
export type { TransportOptions } from './transport.ts';
