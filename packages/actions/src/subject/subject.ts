import { said } from '@hinterland/answers/said';
import { type Catchment, type Holdings, type ReachedPoles, reachedPoles } from '@hinterland/engine/catchment';
import { censusOf } from '@hinterland/engine/census';
import {
  areaColumn,
  type Benchmark,
  benchmarksOf,
  holdingsOfPoles,
  polesInPolygon,
  polesOfArea,
} from '@hinterland/engine/tables';
import {
  boxesIntersect,
  coverOf,
  type MultiPolygonCoordinates,
  multiPolygonBox,
  oncePer,
  rounded,
} from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { z } from 'zod';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { type AreaEntry, findArea } from '../areas/areaDirectory.ts';
import {
  type catchmentMethod,
  catchmentOf,
  describeMethod,
  describeOrigins,
  type JourneyCatchment,
  limitOf,
  type originsUsed,
} from '../catchments/catchment.ts';
import { grainOf } from '../catchments/grain.ts';
import { multiPolygonOf } from '../input/polygon.ts';
import type { benchmarkDescription, partDescription, SubjectInput, territoryAnswering } from './schema.ts';
import { unionOf } from './unionOf.ts';

type PartDescription = z.output<typeof partDescription>;
type PartHeading = Pick<PartDescription, 'id' | 'kind' | 'limitSeconds' | 'limitMeters' | 'code' | 'name' | 'cut'>;

export interface SubjectPart {
  readonly heading: PartHeading;
  readonly holdings: Holdings;
  /** null: taken from the census units in proportion to their people. */
  readonly areaSquareKm: number | null;
}

export type SubjectOrigin =
  | { readonly kind: 'catchment'; readonly catchment: Catchment }
  /** Rows of `areas`, in the order of the parts that are no total. */
  | { readonly kind: 'areas'; readonly rows: readonly number[] }
  | { readonly kind: 'polygon'; readonly coordinates: MultiPolygonCoordinates };

/** The territory of a call: all people in it, and its parts. */
export interface Subject {
  /** Poles of the whole, each once. */
  readonly poles: Uint32Array;
  readonly parts: readonly SubjectPart[];
  /** Its origin, for code that looks for other things in its parts. */
  readonly origin: SubjectOrigin;
  readonly more: {
    readonly origins?: z.output<typeof originsUsed>;
    readonly method?: z.output<typeof catchmentMethod>;
  };
}

/** The territory that answers, as results name it. */
export const territoryHeading = (territory: Territory): z.output<typeof territoryAnswering> => ({
  id: territory.manifest.id,
  name: territory.manifest.name,
  currency: territory.descriptors.sociodemo?.currency ?? null,
});

/** Returns the surrounding areas that a subject is compared with. */
export function benchmarksAround(territory: Territory, { poles }: Pick<Subject, 'poles'>): Benchmark[] {
  const census = censusOf(territory);
  return census === null ? [] : benchmarksOf(territory, census, poles);
}

/** The territory that a valid input means. Throws ActionProblem where there is none. */
export function subjectOf(context: ActionContext, input: SubjectInput): Subject {
  if (input.areas !== undefined) return areasSubject(context.territory, input.areas);
  if (input.polygon !== undefined) return polygonSubject(context.territory, input.polygon);
  return catchmentSubject(catchmentOf(context, input as JourneyCatchment));
}

/** Reached poles of a catchment, found once: the same arrays every time. */
export const reachedOf: (catchment: Catchment) => ReachedPoles = oncePer(reachedPoles);

/** Bands of a catchment, each by itself and with those inside it. */
export function catchmentSubject(catchment: Catchment): Subject {
  const parts = catchment.bands.flatMap((band, i) => {
    const limit = limitOf(catchment, band.limit);
    return [
      { heading: { id: `band_${i + 1}`, kind: 'band' as const, ...limit }, holdings: band.own, areaSquareKm: null },
      {
        heading: { id: `cumulative_${i + 1}`, kind: 'cumulative' as const, ...limit },
        holdings: band.cumulative,
        areaSquareKm: null,
      },
    ];
  });
  return {
    // Found when somebody asks: an isochrone does not, and finding them takes nearly as long as all of it.
    get poles() {
      return reachedOf(catchment).poles;
    },
    origin: { kind: 'catchment', catchment },
    parts,
    more: { origins: describeOrigins(catchment), method: describeMethod(catchment) },
  };
}

/** Areas by code, each a part; `pointerOf` gives the place of a code in the input. Throws ActionProblem where there is none. */
export function areasSubject(
  territory: Territory,
  codes: readonly string[],
  pointerOf: (index: number) => string = (index) => `#/areas/${index}`,
): Subject {
  const entries = new Map(
    codes.map((code, i) => {
      const entry = findArea(territory, code, pointerOf(i));
      if (areaColumn(territory, entry.row) === null) {
        const detail = said('statistical_area', { area: entry.name });
        throw new ActionProblem('validation_error', detail, { errors: [{ pointer: pointerOf(i), detail }] });
      }
      return [entry.row, { entry, poles: polesOfArea(territory, entry.row)! }];
    }),
  );
  const parts = [...entries.values()].map(({ entry, poles }, i) => areaPart(territory, entry, poles, `area_${i + 1}`));
  const everyone = unionOf([...entries.values()].map(({ poles }) => poles));
  const total = {
    heading: { id: 'total', kind: 'total' as const },
    holdings: holdingsOfPoles(territory, everyone),
    areaSquareKm: null,
  };
  const origin = { kind: 'areas' as const, rows: [...entries.keys()] };
  return { poles: everyone, parts: parts.length === 1 ? parts : [...parts, total], origin, more: {} };
}

/** An area as a part, with the poles in it. */
export function areaPart(
  territory: Territory,
  { row, code, name }: Pick<AreaEntry, 'row' | 'code' | 'name'>,
  poles: Uint32Array,
  id: string,
): SubjectPart {
  const { areaSquareKm, cut } = territory.areas;
  const isCut = cut[row] === 1;
  return {
    heading: { id, kind: 'area', code, name, cut: isCut },
    holdings: holdingsOfPoles(territory, poles),
    // The true area of a cut area is that of all of it, but its people are those of the part on the map.
    areaSquareKm: isCut || !(areaSquareKm[row]! > 0) ? null : areaSquareKm[row]!,
  };
}

/** Addresses lie on a grid of this width: a thinner figure holds one by chance alone, such as points on a line that were rounded. */
const THINNEST_DEGREES = 1e-6;

/**
 * Returns the area that a drawn polygon encloses, in square kilometers. Throws ActionProblem at the pointer where it encloses none, or where
 * nobody can say which.
 */
export function enclosedSquareKm(coordinates: MultiPolygonCoordinates, pointer: string): number {
  const cover = coverOf(coordinates);
  if (cover !== null && cover.widthDegrees > THINNEST_DEGREES) return cover.areaSquareKm;
  const detail = cover === null ? said('polygon_crosses') : said('polygon_empty');
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}

function polygonSubject(territory: Territory, polygon: NonNullable<SubjectInput['polygon']>): Subject {
  const coordinates = multiPolygonOf(polygon);
  const { bbox, name } = territory.manifest;
  if (!boxesIntersect(multiPolygonBox(coordinates), bbox)) {
    const detail = said('polygon_outside', {
      territory: name,
      south: bbox.south,
      north: bbox.north,
      west: bbox.west,
      east: bbox.east,
    });
    throw new ActionProblem('outside_coverage', detail, { errors: [{ pointer: '#/polygon', detail }] });
  }
  const areaSquareKm = enclosedSquareKm(coordinates, '#/polygon');
  const poles = polesInPolygon(territory, coordinates);
  return {
    poles,
    origin: { kind: 'polygon', coordinates },
    parts: [
      {
        heading: { id: 'polygon', kind: 'polygon' },
        holdings: holdingsOfPoles(territory, poles),
        areaSquareKm,
      },
    ],
    more: {},
  };
}

/** Returns the description of a part with its residents. */
export function describePart(territory: Territory, { heading, holdings, areaSquareKm }: SubjectPart): PartDescription {
  const { residents, poles, standInPoles, unitShares } = holdings;
  const census = censusOf(territory);
  let cutPeople = 0;
  let unitsSquareKm = 0;
  unitShares.units.forEach((unit, i) => {
    const { insideShare, areaSquareKm: unitArea } = census!.sociodemo.units;
    if (insideShare[unit]! < 1) cutPeople += census!.weights[unit]! * unitShares.shares[i]!;
    unitsSquareKm += unitArea[unit]! * unitShares.shares[i]!;
  });
  const area = areaSquareKm ?? (census === null ? null : unitsSquareKm);
  return {
    ...heading,
    residents: residents === null ? null : rounded(residents),
    poles,
    standInPoles,
    areaSquareKm: area === null ? null : rounded(area),
    areaMethod: areaSquareKm === null ? 'units_in_proportion' : 'true_area',
    ...grainOf(territory, holdings),
    cutShare: residents === null || residents === 0 ? 0 : rounded(cutPeople / residents),
  };
}

export function describeBenchmark(benchmark: Benchmark): z.output<typeof benchmarkDescription> {
  const { level, available, reason, code, name, areaLevel, residentsShare } = benchmark;
  return { level, available, reason, code, name, areaLevel, residentsShare: rounded(residentsShare) };
}
