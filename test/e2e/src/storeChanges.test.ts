import { describe, expect, it } from 'vitest';
import { bundleWith } from '../../../packages/territory/src/testing/changedBundle.ts';
import { drawnManifest, playersContent } from '../../../packages/territory/src/testing/drawnBundle.ts';
import { putInForce } from '../../../packages/territory/src/write/putInForce.ts';
import { writeFamily } from '../../../packages/territory/src/write/writeFamily.ts';
import { run } from './hinterland.ts';

/** Tables of stores are texts and numbers by columns. */
type Columns = Record<string, (string | number)[]>;

describe('territory changes', () => {
  it('tells which stores opened, closed and were renamed between two releases, not that an id is another', async () => {
    const folder = await bundleWith(({ players }) => {
      players.stores!.state = [0, 0, 0];
    });
    const content = structuredClone(playersContent());
    const stores = content.tables.stores as unknown as Columns;
    // The first has another id, the second another name; the third is gone, and one is new a hundred meters away.
    Object.assign(stores, {
      id: ['x/9', 'w/2', 'w/4'],
      name: ['Brotgut', 'Sonnenstein', 'Neubrot'],
      lngMicrodegrees: [10_000_100, 10_000_200, 10_000_600],
      brand: [1, -1, -1],
      state: [0, 0, 0],
      floorAreaSquareMeters: [80.5, Number.NaN, 60],
    });
    await writeFamily(folder, { ...content, version: '2026-12' });
    await putInForce(folder, {
      ...drawnManifest,
      families: { ...drawnManifest.families, players: { version: '2026-12' } },
    });
    const { code, stdout, stderr } = await run(['territory', 'changes', folder, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const { from, to, changes } = JSON.parse(stdout);
    expect([from, to]).toEqual(['2026-11', '2026-12']);
    expect(
      changes.map((one: { kind: string; before?: { id: string }; after?: { id: string } }) => [
        one.kind,
        one.before?.id ?? one.after?.id,
      ]),
    ).toMatchInlineSnapshot(`
      [
        [
          "renamed",
          "w/2",
        ],
        [
          "closed",
          "w/3",
        ],
        [
          "opened",
          "w/4",
        ],
      ]
    `);
    const told = await run(['territory', 'changes', folder]);
    expect(told.stdout).toMatchInlineSnapshot(`
      "Stores of Aland, 2026-11 to 2026-12
      renamed to Sonnenstein: Mondstein (home.moonstones, 50.00010,10.00020), confidence 0.90
      closed: Brotgut (food.bakery, 50.00100,10.00200), confidence 0.48
      opened: Neubrot (food.bakery, 50.00100,10.00060), confidence 0.85
      1 opened, 1 closed, 0 moved, 1 were renamed.
      "
    `);
  });

  it('says what there is to compare with', async () => {
    const folder = await bundleWith(() => {});
    expect(await run(['territory', 'changes', folder])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has one release of its stores, 2026-11: there is nothing to compare it with.'),
    });
    expect(await run(['territory', 'changes', `${folder}-nowhere`])).toMatchObject({
      code: expect.any(Number),
      stdout: '',
    });
  });
});
