import { readFileSync } from 'node:fs';
import { actions } from '@hinterland/actions';

export type Result = Record<string, any>;

/** An answer of the demo, and the question that it answers. */
export interface Worked {
  readonly actionId: string;
  readonly actionTitle: string;
  readonly input: unknown;
  readonly result: Result;
}

const worked: Record<string, { execute: { result: Result } }> = JSON.parse(
  readFileSync(new URL('../../../../apps/service/examples/worked-answers.json', import.meta.url), 'utf8'),
);

/** A batch as it is stored once its job has ended. */
const BATCH = { charged: true, creditsCharged: 30, done: 3, skipped: 1, failed: 0, stopReason: null, rows: [] };

const answerOf = (actionId: string, change: (result: Result) => Result = (result) => result): Worked => {
  const { title: actionTitle, example: input } = actions.find(({ id }) => id === actionId)!;
  const result = actionId === 'enrich.points' ? BATCH : worked[actionId]!.execute.result;
  return { actionId, actionTitle, input, result: change(structuredClone(result)) };
};

const limited = (bands: readonly Result[], limits: object): Result[] =>
  bands.map(({ limitSeconds, limitMeters, ...band }, i) => ({
    ...band,
    ...(i === bands.length - 1 ? limits : { limitSeconds }),
  }));

/** Every charged action by its id, and limits that are no whole minutes or kilometers. */
export const WORKED: ReadonlyMap<string, Worked> = new Map([
  ...actions.filter(({ tariff }) => tariff !== null).map(({ id }) => [id, answerOf(id)] as const),
  [
    'band of 400 s',
    answerOf('analysis.isochrone', (one) => ({ ...one, bands: limited(one.bands, { limitSeconds: 400 }) })),
  ],
  [
    'band of 1234 m',
    answerOf('analysis.isochrone', (one) => ({ ...one, bands: limited(one.bands, { limitMeters: 1234 }) })),
  ],
]);
