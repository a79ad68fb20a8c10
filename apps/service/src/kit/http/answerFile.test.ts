import type { Origin } from '@hinterland/answers';
import { describe, expect, it } from 'vitest';
import { exportBytes } from '../../surface/pages/exports/write.ts';
import { asAccepted } from './answerFile.ts';

const offload = {
  perform: (task: { source?: object }) => exportBytes(task.source as Parameters<typeof exportBytes>[0]),
};
const RESULT = { bands: [{ limitSeconds: 300, residents: 8, cumulativeResidents: 8 }], residents: 8, dataVersion: {} };
const FIGURES = 'application/vnd.hinterland.figures+json';

const answered = async (accept: string) => {
  const { body } = await asAccepted(offload as never, accept, {
    result: Buffer.from(JSON.stringify(RESULT)),
    origin: () => ({ action: 'analysis.isochrone', sources: [] }) as unknown as Origin,
    json: () => ({ headers: {}, body: '' }) as never,
  });
  return JSON.parse(Buffer.from(body as Uint8Array).toString());
};

describe('figures as JSON', () => {
  it('come with what is known of them, or without it where the caller asks for that', async () => {
    const { about, ...values } = await answered(FIGURES);
    expect(values.figures).toMatchObject({ residents_5min: 8 });
    expect(about.residents_5min).toMatchObject({ unit: 'persons' });
    expect(await answered(`${FIGURES}; about=none`)).toEqual(values);
  });
});
