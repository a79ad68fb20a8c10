import type { ComparableSectors, SectorCode } from '@hinterland/catalogue';
import { PolygonIndex } from '@hinterland/geo';
import type { MeasuredCompleteness } from '@hinterland/territory';
import { REGISTER_PARAMETERS } from './parameters.ts';
import { shareRange } from './range.ts';
import type { ReferenceCounts } from './referenceCounts.ts';

/** A store in business. */
export interface ComparedStore {
  readonly sector: SectorCode;
  readonly lng: number;
  readonly lat: number;
}

/**
 * Returns, for each sum of sectors, the share of the stores of registers that the map holds. Each sector is measured once, by
 * the first of the references that counts it; a sector that none counts is not there, and its completeness not known.
 * `year`: that of the stores.
 */
export function measureCompleteness(
  references: readonly ReferenceCounts[],
  stores: readonly ComparedStore[],
  year: number | null,
): MeasuredCompleteness[] {
  const measured: MeasuredCompleteness[] = [];
  const taken = new Set<string>();
  for (const reference of references) {
    const inside = storesInside(reference, stores);
    for (const group of reference.groups) {
      if (group.sectors.some((sector) => taken.has(sector))) continue;
      const one = measure(reference, group, inside, year);
      if (one === null) continue;
      measured.push(one);
      for (const sector of group.sectors) taken.add(sector);
    }
  }
  return measured;
}

/** Stores by sector in the areas of a reference. */
function storesInside({ polygons }: ReferenceCounts, stores: readonly ComparedStore[]): Map<SectorCode, number> {
  const index = polygons === null ? null : new PolygonIndex(polygons);
  const counts = new Map<SectorCode, number>();
  for (const { sector, lng, lat } of stores) {
    if (index !== null && index.first(lng, lat) < 0) continue;
    counts.set(sector, (counts.get(sector) ?? 0) + 1);
  }
  return counts;
}

function measure(
  { register, method, areas, rows, share, year: counted }: ReferenceCounts,
  { sectors, classes, match }: ComparableSectors,
  inside: ReadonlyMap<SectorCode, number>,
  year: number | null,
): MeasuredCompleteness | null {
  const { source, counts, unpublishedBelow, roundedTo } = register;
  const cells = rows.flatMap((row) => classes.map((position) => row.counts[position] ?? null));
  const published = cells.filter((cell) => cell !== null);
  const sum = published.reduce((all, cell) => all + cell, 0);
  if (sum === 0) return null;
  const mapped = sectors.reduce((all, sector) => all + (inside.get(sector) ?? 0), 0);
  const rounding = published.length * Math.floor(roundedTo / 2);
  const unpublished = (cells.length - published.length) * (unpublishedBelow - 1);
  const { match: matches, perYear, unknownYears, withinArea, shareOfCountry, uncounted } = REGISTER_PARAMETERS;
  const yearsApart = year === null ? unknownYears : Math.abs(year - counted);
  const expected = sum * share;
  const range = shareRange({
    mapped,
    expected,
    leastExpected: Math.max(1, sum - rounding) * share,
    mostExpected: (sum + rounding + unpublished) * share,
    factors: [
      matches[match],
      perYear ** yearsApart,
      withinArea,
      ...(method === 'share_of_country' ? [shareOfCountry] : []),
    ],
    uncounted: uncounted[counts],
  });
  return { sectors: [...sectors], areas: [...areas], mapped, expected, ...range, method, source, year: counted };
}
