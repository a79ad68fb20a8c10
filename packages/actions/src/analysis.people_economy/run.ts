import {
  type Benchmark,
  benchmarksOf,
  type Catchment,
  censusOf,
  type Figures,
  type Holdings,
  holdingsOfPoles,
  type Part,
  polesInPolygon,
  polesOfArea,
  reachedPoles,
  type Topic,
  topicAvailable,
  topicTables,
} from '@hinterland/engine';
import { boxesIntersect, multiPolygonAreaSquareKm, multiPolygonBox } from '@hinterland/geo';
import { type Territory, TOPIC_CODES, type TopicCode } from '@hinterland/territory';
import { type ActionContext, ActionProblem, type RunOutcome } from '../action.ts';
import { findArea } from '../areaDirectory.ts';
import { catchmentOf, describeMethod, describeOrigins, limitOf, stopIfCancelled } from '../catchment.ts';
import type { CatchmentInput } from '../input/catchment.ts';
import { multiPolygonOf } from '../input/polygon.ts';
import { rounded, versionsOf } from '../output.ts';
import type { Input, Output } from './schema.ts';
import { creditsDue } from './tariff.ts';

type PartHeading = Pick<
  Output['parts'][number],
  'id' | 'kind' | 'limitSeconds' | 'limitMeters' | 'code' | 'name' | 'cut'
>;

/** The territory of a call: everyone in it, and the parts that the tables tell apart. */
export interface Subject {
  /** Poles of the whole, each once. */
  readonly poles: Uint32Array;
  readonly parts: readonly {
    readonly heading: PartHeading;
    readonly holdings: Holdings;
    /** null: taken from the census units in proportion to their people. */
    readonly areaSquareKm: number | null;
  }[];
  readonly more: Pick<Output, 'origins' | 'method'>;
}

/** The topics asked for, each once, in catalogue order. */
export const topicsOf = (input: Input): TopicCode[] => TOPIC_CODES.filter((code) => input.topics.includes(code));

/** Address poles that the territory of the call holds, as the quote reports them. */
export const polesInvolved = (context: ActionContext, input: Input): number => subjectOf(context, input).poles.length;

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const topics = topicsOf(input);
  context.progress(0, 'counting residents');
  const subject = subjectOf(context, input);
  stopIfCancelled(context);
  context.progress(0.5, 'summing tables');
  const benchmarks = benchmarksAround(territory, subject);
  const result: Output = {
    territory: territoryHeading(territory),
    ...tablesOf(territory, subject, benchmarks, topics),
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'sociodemo']),
  };
  return { result, creditsDue: creditsDue(topics.filter((code) => topicAvailable(territory, code)).length) };
}

export const territoryHeading = (territory: Territory): Output['territory'] => ({
  id: territory.manifest.id,
  name: territory.manifest.name,
  currency: territory.descriptors.sociodemo?.currency ?? null,
});

/** The areas whose published figures stand beside those of a subject. */
export function benchmarksAround(territory: Territory, { poles }: Pick<Subject, 'poles'>): Benchmark[] {
  const census = censusOf(territory);
  return census === null ? [] : benchmarksOf(territory, census, poles);
}

/** The tables of the topics for the parts of a subject and its benchmarks. */
export function tablesOf(
  territory: Territory,
  subject: Pick<Subject, 'parts'>,
  benchmarks: readonly Benchmark[],
  topics: readonly TopicCode[],
): Pick<Output, 'parts' | 'benchmarks' | 'topics'> {
  const parts: Part[] = subject.parts.map(({ holdings, areaSquareKm }) => ({
    unitShares: holdings.unitShares,
    areaSquareKm,
  }));
  const tables = topicTables(territory, topics, parts, benchmarks);
  const partIds = subject.parts.map(({ heading }) => heading.id);
  return {
    parts: subject.parts.map((part) => describePart(territory, part)),
    benchmarks: benchmarks.map(describeBenchmark),
    topics: tables.map((topic) => describeTopic(topic, partIds)),
  };
}

function subjectOf(context: ActionContext, input: Input): Subject {
  if (input.areas !== undefined) return areasSubject(context.territory, input.areas);
  if (input.polygon !== undefined) return polygonSubject(context.territory, input.polygon);
  return catchmentSubject(catchmentOf(context, input as CatchmentInput));
}

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
    poles: reachedPoles(catchment).poles,
    parts,
    more: { origins: describeOrigins(catchment), method: describeMethod(catchment) },
  };
}

function areasSubject(territory: Territory, codes: readonly string[]): Subject {
  const entries = new Map(
    codes.map((code, i) => {
      const entry = findArea(territory, code, `#/areas/${i}`);
      const poles = polesOfArea(territory, entry.row);
      if (poles === null) {
        const detail = `${entry.name} is a statistical area, and addresses do not say which one they lie in. Ask for an administrative area, a postcode or a polygon.`;
        throw new ActionProblem('validation_error', detail, { errors: [{ pointer: `#/areas/${i}`, detail }] });
      }
      return [entry.row, { entry, poles }];
    }),
  );
  const areaOf = (row: number) => territory.areas.areaSquareKm[row]!;
  const parts = [...entries.values()].map(({ entry, poles }, i) => ({
    heading: {
      id: `area_${i + 1}`,
      kind: 'area' as const,
      code: entry.code,
      name: entry.name,
      cut: territory.areas.cut[entry.row] === 1,
    },
    holdings: holdingsOfPoles(territory, poles),
    // The true area of a cut area is that of all of it, but its people are those of the part on the map.
    areaSquareKm: territory.areas.cut[entry.row] === 1 || !(areaOf(entry.row) > 0) ? null : areaOf(entry.row),
  }));
  const everyone = union([...entries.values()].map(({ poles }) => poles));
  const total = {
    heading: { id: 'total', kind: 'total' as const },
    holdings: holdingsOfPoles(territory, everyone),
    areaSquareKm: null,
  };
  return { poles: everyone, parts: parts.length === 1 ? parts : [...parts, total], more: {} };
}

function polygonSubject(territory: Territory, polygon: NonNullable<Input['polygon']>): Subject {
  const coordinates = multiPolygonOf(polygon);
  const { bbox, name } = territory.manifest;
  if (!boxesIntersect(multiPolygonBox(coordinates), bbox)) {
    const detail = `The polygon lies outside ${name}, which covers lat ${bbox.south} to ${bbox.north}, lng ${bbox.west} to ${bbox.east}. GeoJSON puts the longitude first.`;
    throw new ActionProblem('outside_coverage', detail, { errors: [{ pointer: '#/polygon', detail }] });
  }
  const poles = polesInPolygon(territory, coordinates);
  return {
    poles,
    parts: [
      {
        heading: { id: 'polygon', kind: 'polygon' },
        holdings: holdingsOfPoles(territory, poles),
        areaSquareKm: multiPolygonAreaSquareKm(coordinates),
      },
    ],
    more: {},
  };
}

function union(sets: readonly Uint32Array[]): Uint32Array {
  if (sets.length === 1) return sets[0]!;
  const all = new Set<number>();
  for (const poles of sets) for (const pole of poles) all.add(pole);
  return Uint32Array.from(all).sort();
}

function describePart(
  territory: Territory,
  { heading, holdings, areaSquareKm }: Subject['parts'][number],
): Output['parts'][number] {
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
    cutShare: residents === null || residents === 0 ? 0 : rounded(cutPeople / residents),
  };
}

function describeBenchmark(benchmark: Benchmark): Output['benchmarks'][number] {
  const { level, available, reason, code, name, areaLevel, residentsShare } = benchmark;
  return { level, available, reason, code, name, areaLevel, residentsShare: rounded(residentsShare) };
}

function describeTopic(topic: Topic, partIds: readonly string[]): Output['topics'][number] {
  if (!topic.available) return topic;
  const { parts, benchmarks, distributions, ...rest } = topic;
  const figures: Record<string, Figures> = {};
  parts.forEach((part, i) => {
    figures[partIds[i]!] = roundedFigures(part);
  });
  for (const benchmark of benchmarks) figures[benchmark.level] = roundedFigures(benchmark.figures);
  return {
    ...rest,
    lists: [...rest.lists],
    distributions: distributions.map(({ limits, ...named }) => ({ ...named, limits: limits.map((pair) => [...pair]) })),
    figures,
  };
}

/** The same figures with every number to six decimals. */
function roundedFigures(figures: Figures): Figures {
  return JSON.parse(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? rounded(value) : value)));
}
