import type { TopicCode } from '@hinterland/catalogue';
import {
  AREA_COLUMNS,
  AREA_KINDS,
  type AreaColumn,
  type AreaKind,
  inMemoryTerritory,
  type MultiPolygonCoordinates,
  NONE,
  type Territory,
  type TopicEntry,
  type TopicTableInput,
} from '@hinterland/territory';

/** A town for tests, small enough to count by hand: no roads, only poles, areas and census units. */
export interface DrawnCensus {
  units: {
    code: string;
    areaSquareKm?: number;
    insideShare?: number;
    poles: { lng?: number; lat?: number; dwellings?: number; areas?: Partial<Record<AreaColumn, number>> }[];
  }[];
  /** Per topic, field values in the order of the units. */
  topics: Partial<Record<TopicCode, Record<string, number[]>>>;
  flags?: Partial<Record<TopicCode, number[]>>;
  entries?: Partial<Record<TopicCode, Partial<TopicEntry>>>;
  areas?: {
    code: string;
    name: string;
    kind: AreaKind;
    level: number;
    country?: string;
    polygon?: MultiPolygonCoordinates;
  }[];
  benchmarkAreas?: { code: string; name: string; kind: AreaKind; areaSquareKm?: number; coverage?: number }[];
  benchmarks?: Partial<Record<TopicCode, Record<string, number[]>>>;
}

export function drawnCensus(drawn: DrawnCensus): Territory {
  const poles = drawn.units.flatMap((unit, row) => {
    const dwellings = unit.poles.reduce((sum, pole) => sum + (pole.dwellings ?? 1), 0);
    return unit.poles.map((pole) => ({
      ...pole,
      unit: row,
      share: ((unit.insideShare ?? 1) * (pole.dwellings ?? 1)) / dwellings,
    }));
  });
  const areas = drawn.areas ?? [];
  const benchmarkAreas = drawn.benchmarkAreas ?? [];
  const tables = (topics: DrawnCensus['topics'], rows: number, flags: DrawnCensus['flags']) =>
    Object.fromEntries(
      Object.entries(topics).map(([code, fields]): [string, TopicTableInput] => [
        code,
        { flags: flags?.[code as TopicCode] ?? new Uint8Array(rows), columns: fields },
      ]),
    );
  return inMemoryTerritory({
    manifest: { name: 'Drawn Town', countries: ['AU'] },
    poles: {
      lngMicrodegrees: poles.map((pole) => Math.round((pole.lng ?? 0) * 1e6)),
      latMicrodegrees: poles.map((pole) => Math.round((pole.lat ?? 0) * 1e6)),
      dwellings: poles.map((pole) => pole.dwellings ?? 1),
      kind: poles.map(() => 0),
    },
    poleAreas: Object.fromEntries(
      AREA_COLUMNS.map((column) => [column, poles.map((pole) => pole.areas?.[column] ?? -1)]),
    ),
    areas: {
      code: areas.map(({ code }) => code),
      name: areas.map(({ name }) => name),
      country: areas.map(({ country }) => country ?? 'AU'),
      kind: areas.map(({ kind }) => AREA_KINDS.indexOf(kind)),
      level: areas.map(({ level }) => level),
      localType: areas.map(() => ''),
      parent: areas.map(() => -1),
      areaSquareKm: areas.map(() => 1),
      west: areas.map(() => 0),
      south: areas.map(() => 0),
      east: areas.map(() => 0),
      north: areas.map(() => 0),
      cut: areas.map(() => 0),
    },
    polygons: areas.map(({ polygon }) => polygon ?? null),
    sociodemo: {
      units: {
        code: drawn.units.map(({ code }) => code),
        areaSquareKm: drawn.units.map((unit) => unit.areaSquareKm ?? 1),
        insideShare: drawn.units.map((unit) => unit.insideShare ?? 1),
        synthetic: drawn.units.map(() => 0),
      },
      poleUnits: {
        unit: poles.map((pole) => (pole.share > 0 ? pole.unit : NONE)),
        share: poles.map((pole) => pole.share),
      },
      benchmarkAreas: {
        code: benchmarkAreas.map(({ code }) => code),
        name: benchmarkAreas.map(({ name }) => name),
        kind: benchmarkAreas.map(({ kind }) => AREA_KINDS.indexOf(kind)),
        areaSquareKm: benchmarkAreas.map((area) => area.areaSquareKm ?? 0),
        coverage: benchmarkAreas.map((area) => area.coverage ?? 1),
      },
      topics: tables(drawn.topics, drawn.units.length, drawn.flags),
      benchmarks: tables(drawn.benchmarks ?? {}, benchmarkAreas.length, undefined),
      entries: [...new Set([...Object.keys(drawn.topics), ...Object.keys(drawn.entries ?? {})])].map((code) => ({
        code: code as TopicCode,
        available: drawn.topics[code as TopicCode] !== undefined,
        ...drawn.entries?.[code as TopicCode],
      })),
    },
  });
}
