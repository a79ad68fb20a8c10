import { expect, it } from 'vitest';
import { exportBytes } from './write.ts';

it('a table that the answer does not have is not found, and its tables are named', async () => {
  const results = JSON.stringify({
    bands: [
      { label: 'a', residents: 1 },
      { label: 'b', residents: 2 },
    ],
  });
  const source = { results, input: '{}', area: null, format: 'csv' } as const;
  await expect(exportBytes({ ...source, table: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
  expect((await exportBytes(source)).length).toBeGreaterThan(3);
});
