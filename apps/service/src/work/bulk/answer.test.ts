import { enrichRows } from '@hinterland/actions';
import { expect, it } from 'vitest';
import { Engine } from '../../engine/engine.ts';
import { drawn } from '../../testing/service.ts';
import { answerPart, type PartQuestion } from './answer.ts';

it('each row has the time of a run: chunks of many jobs wait for one another', async () => {
  const limits: [string, number, number][] = [];
  const pool = {
    batchThreads: 1,
    async perform(
      { actionId, input }: { actionId: string; input: { points?: readonly unknown[] } },
      { timeLimitMilliseconds }: { timeLimitMilliseconds: number },
    ) {
      const { points = [] } = input;
      limits.push([actionId, points.length, timeLimitMilliseconds]);
      const answer = {
        columns: [],
        metadata: [],
        rows: points.map(() => ({ status: 'done', creditsDue: 1 })),
        values: [],
        more: points.map(() => null),
      };
      return { outcome: { kind: 'run', resultJson: new TextEncoder().encode(JSON.stringify(answer)) } };
    },
  };
  const settings = { pool, territories: {}, timeLimitMilliseconds: 60_000, keptBytes: 0 };
  const engine = new Engine(settings as unknown as ConstructorParameters<typeof Engine>[0]);
  const answers = await answerPart({
    engine,
    organizationId: 1,
    lease: { generation: { key: 'town 1', territory: drawn() }, verified: async () => {} },
    options: {},
    points: Array.from({ length: 60 }, () => ({ lat: 40, lng: 10 })),
    signal: new AbortController().signal,
  } as unknown as PartQuestion);
  expect(answers.rows.length).toBe(60);
  expect(limits.filter(([id]) => id === enrichRows.id).map(([, ...rest]) => rest)).toEqual([
    [25, 25 * 60_000],
    [25, 25 * 60_000],
    [10, 10 * 60_000],
  ]);
  expect(Math.min(...limits.map(([, , limit]) => limit))).toBeGreaterThanOrEqual(600_000);
});
