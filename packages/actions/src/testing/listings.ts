import { inMemoryTerritory, type Territory } from '@hinterland/territory';
import { HALF, type Island } from './island.ts';

const day = (iso: string) => Date.parse(iso) / 86_400_000;

/** Price per m² of the flats at a crossing so many blocks from the middle one. */
export const pricePerSquareMeter = (blocks: number) => 1000 + 100 * blocks;

/**
 * The island with offers whose figures can be told in the head: at every crossing, in June 2026, a flat of 100 m² for
 * sale at `pricePerSquareMeter` and, a month later, a flat of 50 m² for rent at a 240th of that per m² and month (5% a
 * year). Days on the market are ten times the blocks, and ten. The four crossings next to the middle sold a house in
 * May 2026, of which only figures may be shown; in January 2020 there was one more offer in the middle.
 */
export function withListings({ town, territory }: Island): Territory {
  const rows: {
    pole: number;
    kind: number;
    state: number;
    type: number;
    price: number;
    area: number;
    day: number;
    days: number;
    id: string;
  }[] = [];
  for (let up = -HALF; up <= HALF; up++) {
    for (let right = -HALF; right <= HALF; right++) {
      const pole = town.poleRow[(up + HALF) * (2 * HALF + 1) + right + HALF]!;
      const blocks = Math.abs(right) + Math.abs(up);
      const price = pricePerSquareMeter(blocks);
      const flat = { pole, state: 0, type: 1, days: 10 * blocks + 10 };
      rows.push({ ...flat, kind: 0, price: 100 * price, area: 100, day: day('2026-06-15'), id: `s${right},${up}` });
      rows.push({
        ...flat,
        kind: 1,
        price: (50 * price) / 240,
        area: 50,
        day: day('2026-07-15'),
        id: `r${right},${up}`,
      });
      const house = { pole, kind: 0, type: 0, area: 200, days: -1 };
      if (blocks === 1) rows.push({ ...house, state: 1, price: 1e6, day: day('2026-05-31'), id: `d${right},${up}` });
      if (blocks === 0) rows.push({ ...house, state: 0, price: 9e6, day: day('2020-01-01'), id: 'old' });
    }
  }
  rows.sort((a, b) => a.pole - b.pole || a.day - b.day);
  const { realestate, descriptors } = inMemoryTerritory({
    realestate: {
      currency: 'XDD',
      listings: {
        pole: rows.map((row) => row.pole),
        kind: rows.map((row) => row.kind),
        state: rows.map((row) => row.state),
        type: rows.map((row) => row.type),
        price: rows.map((row) => row.price),
        floorAreaSquareMeters: rows.map((row) => row.area),
        rooms: rows.map(() => Number.NaN),
        day: rows.map((row) => row.day),
        daysOnMarket: rows.map((row) => row.days),
        open: rows.map(() => 0),
        source: rows.map(({ state }) => state),
        id: rows.map(({ id }) => id),
      },
      sources: [
        { name: 'Windows', firstDay: '2020-01-01', lastDay: '2026-07-15', rows: 400, matched: 339, showsRows: true },
        { name: 'Deeds', firstDay: '2026-05-31', lastDay: '2026-05-31', rows: 4, matched: 4, showsRows: false },
      ],
    },
    versions: { realestate: '2026-08' },
  });
  return {
    ...territory,
    realestate,
    descriptors: { ...territory.descriptors, realestate: descriptors.realestate! },
    dataVersion: { ...territory.dataVersion, realestate: '2026-08' },
  };
}
