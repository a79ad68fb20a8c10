import { said, spoken } from '@hinterland/answers/said';
import { type Mode, type Sector, sectorOf } from '@hinterland/catalogue';
import { locationQuotient, perTenThousand, storesBySector, storesInAreas } from '@hinterland/engine/market';
import { areaColumn, type Benchmark } from '@hinterland/engine/tables';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { areaDirectory } from '../areas/areaDirectory.ts';
import { whyNotOnMap } from '../areas/heldOnMap.ts';
import type { Subject } from '../subject/subject.ts';
import type { Mix } from './mixFields.ts';
import { whyNot } from './sectors.ts';
import { countIn, membersOf, openStores } from './shops.ts';

/** A category that is counted. */
export interface MixCategory {
  readonly sector: Sector;
  readonly neighbourOf: readonly string[];
}

/** Returns the categories of a call, each once: the neighbors of sectors, then categories by code. */
export function categoriesOf(neighboursOf: readonly Sector[], categories: readonly Sector[]): MixCategory[] {
  const byCode = new Map<string, { sector: Sector; neighbourOf: string[] }>();
  for (const of of neighboursOf) {
    for (const code of of.neighbours) {
      const known = byCode.get(code) ?? { sector: sectorOf(code)!, neighbourOf: [] };
      known.neighbourOf.push(of.code);
      byCode.set(code, known);
    }
  }
  for (const sector of categories) if (!byCode.has(sector.code)) byCode.set(sector.code, { sector, neighbourOf: [] });
  return [...byCode.values()];
}

/** Counts the stores of categories in every part of a subject and in the surrounding areas. */
export function mixOf(
  territory: Territory,
  subject: Subject,
  mode: Mode,
  benchmarks: readonly Benchmark[],
  categories: readonly MixCategory[],
): Mix {
  const members = membersOf(territory, subject, mode);
  const everyStore = openStores(territory);
  const totals = members.map((part) => countIn(part, everyStore));
  const storesOfAreas = storesInAreas(territory, everyStore);
  const references = benchmarks.map((benchmark) => referenceOf(territory, benchmark, storesOfAreas));
  const present = references.filter(({ described }) => described.available);
  const bySector = storesBySector(territory);
  return {
    references: references.map(({ described }) => described),
    totals: Object.fromEntries(subject.parts.map(({ heading }, i) => [heading.id, { stores: totals[i]! }])),
    categories: categories.map(({ sector, neighbourOf }) => {
      const { code, names } = sector;
      const reason = whyNot(territory, sector);
      if (reason !== null) return { code, name: names.en, available: false as const, ...spoken({ reason }) };
      const rows = bySector.get(code)!;
      const inAreas = storesInAreas(territory, rows);
      const beside = present.map(({ described, row }) => {
        const stores = row === null ? rows.length : inAreas[row]!;
        return {
          level: described.level,
          ...ratesOf(stores, described.residents, described.stores),
          all: described.stores,
        };
      });
      const parts = subject.parts.map(({ heading, holdings }, i) => {
        const stores = countIn(members[i]!, rows);
        const own = ratesOf(stores, holdings.residents, totals[i]!);
        const ratios = beside.map(({ level, storesPer10000 }) => [
          level,
          own.storesPer10000 === null || !storesPer10000 ? null : rounded(own.storesPer10000 / storesPer10000),
        ]);
        const quotients = beside.map((other) => {
          const quotient = locationQuotient(stores, totals[i]!, other.stores, other.all);
          return [other.level, quotient === null ? null : rounded(quotient)];
        });
        return [
          heading.id,
          { ...own, ratios: Object.fromEntries(ratios), locationQuotients: Object.fromEntries(quotients) },
        ];
      });
      return {
        code,
        name: names.en,
        available: true as const,
        neighbourOf: [...neighbourOf],
        parts: Object.fromEntries(parts),
        references: Object.fromEntries(beside.map(({ level, all: _, ...rates }) => [level, rates])),
      };
    }),
  };
}

function ratesOf(stores: number, residents: number | null, allStores: number) {
  const rate = perTenThousand(stores, residents);
  return {
    stores,
    storesPer10000: rate === null ? null : rounded(rate),
    shareOfStores: allStores > 0 ? rounded(stores / allStores) : null,
  };
}

/** The area of a benchmark by its row; null for a country whose border the territory does not hold: all of it then. */
function referenceOf(territory: Territory, { level, code, name, reason, available }: Benchmark, stores: Float64Array) {
  const { byCode, residents } = areaDirectory(territory);
  const entry = (byCode.get(code) ?? []).find(
    ({ row, kind }) => kind !== 'postcode' && areaColumn(territory, row) !== null,
  );
  const isWhole = entry === undefined && level === 'country' && available;
  const row = entry?.row ?? null;
  const why =
    row === null && !isWhole
      ? reason || said('border_not_held', { area: name })
      : whyNotOnMap(territory, level, 'stores', { row, code, name });
  if (why !== null) {
    const described = {
      level,
      available: false,
      ...spoken({ reason: why }),
      code,
      name,
      cut: false,
      residents: null,
      stores: 0,
    };
    return { row: null, described };
  }
  const people = row === null ? null : (residents?.[row] ?? null);
  return {
    row,
    described: {
      level,
      available: true,
      reason: '',
      code,
      name,
      cut: row === null || territory.areas.cut[row] === 1,
      residents: people === null ? null : rounded(people),
      stores: row === null ? openStores(territory).length : stores[row]!,
    },
  };
}
