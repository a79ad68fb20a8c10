import type { Territory } from '@hinterland/territory';
import { ActionProblem } from '../action/action.ts';
import { networkCoverage } from '../network.coverage/index.ts';
import { input, type Output } from '../network.coverage/schema.ts';
import { BLOCK_SECONDS, contextOf, island } from './island.ts';

/** A network of three stores on the island, and calls of network.coverage about it. */

export const { town, territory } = island();
const minutesOf = (blocks: number) => (blocks * BLOCK_SECONDS) / 60;
export const run = (given: object, on: Territory = territory): Output =>
  networkCoverage.run(contextOf(on), input.parse(given)).result;
export const quote = (given: object, on: Territory = territory) =>
  networkCoverage.quote(contextOf(on), input.parse(given));
export const at = (id: string, right: number, up: number) => ({ id, ...town.at(right, up) });
export const stores = [at('a', 0, 0), at('b', 2, 0), at('c', -5, 3)];
export const network = { stores, minutes: minutesOf(2) };

/** What a refusal says, and where. */
export function refusal(given: object): string {
  const parsed = input.safeParse({ ...network, ...given });
  if (parsed.success) return 'accepted';
  return `#/${parsed.error.issues[0]!.path.map(String).join('/')} ${parsed.error.issues[0]!.message}`;
}

export function problem(work: () => unknown): ActionProblem {
  try {
    work();
  } catch (error) {
    if (error instanceof ActionProblem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Any number of stores on crossings of the island, several at one crossing. */
export const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => at(`${prefix}${i}`, (i % 13) - 6, (Math.floor(i / 13) % 13) - 6));
