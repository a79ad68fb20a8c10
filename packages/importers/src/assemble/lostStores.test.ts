import { describe, expect, it } from 'vitest';
import { bundleWith } from '../../../territory/src/testing/changedBundle.ts';
import { drawnManifest, playersContent } from '../../../territory/src/testing/drawnBundle.ts';
import { putInForce } from '../../../territory/src/write/putInForce.ts';
import { writeFamily } from '../../../territory/src/write/writeFamily.ts';
import { requireStoresKept } from './lostStores.ts';

const { bbox } = drawnManifest;
const supply = (stores: Record<string, number>, lists?: Record<string, number>) => ({
  stores,
  floorAreas: {},
  completeness: { estimate: null, note: 'Not known.' },
  ...(lists === undefined
    ? {}
    : { lists: Object.entries(lists).map(([name, count]) => ({ name, kind: 'osm' as const, stores: count })) }),
});

describe('a list that lost a third of its stores', () => {
  const kept = async (before: ReturnType<typeof supply>, now: ReturnType<typeof supply>, box = bbox) => {
    const folder = await bundleWith(() => {});
    await writeFamily(folder, { ...playersContent(), version: '2026-12', supply: before });
    await putInForce(folder, {
      ...drawnManifest,
      families: { ...drawnManifest.families, players: { version: '2026-12' } },
    });
    return requireStoresKept(folder, { version: '2027-01', supply: now }, box);
  };

  it('is refused with the figures of both, and the old one stays; what grew or lost less is not', async () => {
    await expect(kept(supply({ osm: 900 }), supply({ osm: 599 }))).rejects.toThrow(
      /osm: 900 stores in 2026-12, 599 in 2027-01\n.*--accept-losses/,
    );
    await kept(supply({ osm: 900 }), supply({ osm: 600 }));
    await kept(supply({ osm: 900 }), supply({ osm: 2000 }));
    // Few stores, and another map.
    await kept(supply({ osm: 20 }), supply({ osm: 2 }));
    await kept(supply({ osm: 900 }), supply({ osm: 9 }), { ...bbox, east: bbox.east + 5 });
  });

  it('is told by name where they are several, also where the sum grew or the list is gone', async () => {
    const before = supply({ osm: 500 }, { OpenStreetMap: 400, AllThePlaces: 100 });
    await expect(kept(before, supply({ osm: 600 }, { OpenStreetMap: 580, AllThePlaces: 40 }))).rejects.toThrow(
      /AllThePlaces: 100 stores in 2026-12, 40 in 2027-01/,
    );
    await expect(kept(before, supply({ osm: 600 }, { OpenStreetMap: 580 }))).rejects.toThrow(
      /AllThePlaces: 100 .* 0 in/,
    );
  });
});
