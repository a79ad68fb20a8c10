import { type ComparableSectors, comparableSectors, type Register, type RegisterArea } from '@hinterland/catalogue';
import type { MultiPolygonCoordinates } from '@hinterland/territory';

/** An area that is wholly in the map. */
export interface WholeArea {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly level: number;
  /** Empty for the area that is the map. */
  readonly polygon: MultiPolygonCoordinates;
}

/** What of a territory is compared with registers. */
export interface ComparedPlace {
  readonly countries: readonly string[];
  readonly wholeAreas: readonly WholeArea[];
  /** Residents of the map; null where not known. */
  readonly residents: number | null;
  /** Year of the stores; null where not known. */
  readonly year: number | null;
}

/** Counts of one register that the stores of a place can be compared with. */
export interface ReferenceCounts {
  readonly register: Register;
  readonly method: 'areas' | 'share_of_country';
  /** The areas whose counts are added up, wholly in the map; the country where a share of it is taken. */
  readonly areas: readonly { readonly code: string; readonly name: string }[];
  /** Stores inside them are compared; null: all of the map. */
  readonly polygons: readonly MultiPolygonCoordinates[] | null;
  readonly rows: readonly RegisterArea[];
  /** Share of the counts that is expected in the place, 0..1. */
  readonly share: number;
  readonly year: number;
  readonly groups: readonly ComparableSectors[];
}

/**
 * Returns the counts of registers for a place, the best first: of areas that are wholly in the map, more stores before fewer
 * and given registers before shipped ones; then the country's by the place's share of its residents. Another country's
 * counts say nothing here.
 */
export function referenceCountsOf(
  place: ComparedPlace,
  given: readonly Register[],
  shipped: readonly Register[],
): ReferenceCounts[] {
  const wholes = [given, shipped].map((registers) =>
    registers.flatMap((register) => ofWholeAreas(place, register)).sort((a, b) => total(b) - total(a)),
  );
  return [...wholes.flat(), ...[...given, ...shipped].flatMap((register) => ofCountry(place, register))];
}

function ofWholeAreas({ wholeAreas, year }: ComparedPlace, register: Register): ReferenceCounts[] {
  const byLevel = new Map<number, { area: WholeArea; row: RegisterArea }[]>();
  for (const area of wholeAreas) {
    const row = nearestYear(
      register.areas.filter((each) => each.country === area.country && isSameArea(each, area)),
      year,
    );
    if (row !== undefined) byLevel.set(area.level, [...(byLevel.get(area.level) ?? []), { area, row }]);
  }
  return [...byLevel.values()].map((found) => ({
    register,
    method: 'areas',
    areas: found.map(({ area: { code, name } }) => ({ code, name })),
    polygons: found.some(({ area }) => area.polygon.length === 0) ? null : found.map(({ area }) => area.polygon),
    rows: found.map(({ row }) => row),
    share: 1,
    year: found[0]!.row.year,
    groups: comparableSectors(register),
  }));
}

function ofCountry({ countries, residents, year }: ComparedPlace, register: Register): ReferenceCounts[] {
  const [country] = countries;
  if (countries.length !== 1 || residents === null) return [];
  const row = nearestYear(
    register.areas.filter((each) => each.country === country && each.code === country && each.residents !== null),
    year,
  );
  if (row === undefined || residents > row.residents!) return [];
  const { code, name } = row;
  return [
    {
      register,
      method: 'share_of_country',
      areas: [{ code, name }],
      polygons: null,
      rows: [row],
      share: residents / row.residents!,
      year: row.year,
      groups: comparableSectors(register),
    },
  ];
}

const isSameArea = (row: RegisterArea, area: WholeArea): boolean =>
  row.code === row.country ? area.level === 2 : row.code === area.code;

/** The row of the year that is nearest to that of the map; the latest where that is not known. */
function nearestYear(rows: readonly RegisterArea[], year: number | null): RegisterArea | undefined {
  const distance = (row: RegisterArea) => (year === null ? -row.year : Math.abs(row.year - year));
  return rows.toSorted((a, b) => distance(a) - distance(b))[0];
}

const total = ({ rows }: ReferenceCounts): number =>
  rows.reduce((sum, { counts }) => sum + counts.reduce<number>((all, count) => all + (count ?? 0), 0), 0);
