import { interiorPoint, pointInMultiPolygon } from '@hinterland/geo';
import type { AreaKind, MultiPolygonCoordinates } from '@hinterland/territory';
import type { Boundary } from '../inputs/boundaries.ts';
import type { OsmData, Tags } from '../map/osmData.ts';
import { type Outline, relationOutline, wayOutline } from '../map/outline.ts';

/** Areas by `admin_level` of the map; levels that are not listed are left out. */
type AdminLevels = Readonly<Record<string, { readonly kind: AreaKind; readonly level: number }>>;

/** The usual meaning (docs/methods/areas.md); a recipe for a country with another one brings its own. */
const USUAL_ADMIN_LEVELS: AdminLevels = {
  2: { kind: 'country', level: 2 },
  4: { kind: 'region', level: 4 },
  5: { kind: 'county', level: 5 },
  6: { kind: 'county', level: 6 },
  7: { kind: 'municipality', level: 7 },
  8: { kind: 'municipality', level: 8 },
  9: { kind: 'locality', level: 9 },
};

export interface BoundaryOptions {
  /** Two-letter codes of the countries whose areas are wanted. An area that does not say its country is one of the first. */
  readonly countries: readonly string[];
  readonly adminLevels?: AdminLevels;
  /** Whether postcode areas are wanted. Default: true. */
  readonly postcodes?: boolean;
  /** Called for each administrative or postal boundary that is left out; `ref` names it: "relation 123". */
  drop?(reason: string, ref: string): void;
}

/**
 * Administrative areas and postcode areas of countries: relations and closed ways tagged `boundary=administrative` or
 * `boundary=postal_code`. An outline that the edge of the map cuts is not closed along the edge: rings that close by
 * themselves are kept and the area is marked `cut`; without any it is dropped. Where the map holds a country
 * as a whole, areas that lie outside are dropped.
 */
export function osmBoundaries(map: OsmData, options: BoundaryOptions): Boundary[] {
  const drop = (reason: string, ref: string) => options.drop?.(reason, ref);
  const levels = options.adminLevels ?? USUAL_ADMIN_LEVELS;
  const countries = options.countries.map((code) => code.toUpperCase());
  const found: { boundary: Boundary; codes: string[]; ref: string }[] = [];

  const consider = (tags: Tags, ref: string, osmCode: string, outline: () => Outline) => {
    const isPostcode = tags.get('boundary') === 'postal_code';
    if (!isPostcode && tags.get('boundary') !== 'administrative') return;
    if (isPostcode && options.postcodes === false) return;
    const place = isPostcode ? ({ kind: 'postcode', level: -1 } as const) : levels[tags.get('admin_level') ?? ''];
    if (place === undefined) return drop(`admin_level ${tags.get('admin_level') ?? 'missing'} is not used`, ref);
    const of = countryOf(tags, place.level);
    if (of !== null && !countries.includes(of)) {
      return drop(`it belongs to another country than ${countries.join(', ')}`, ref);
    }
    const postcode = isPostcode ? firstOf(tags, ['postal_code', 'addr:postcode', 'ref', 'name']) : '';
    if (isPostcode && postcode === '') return drop('a postal boundary without a postcode', ref);
    const { polygon, isComplete } = outline();
    if (polygon.length === 0) {
      return drop(isComplete ? 'it encloses nothing' : 'no ring closes: ways are outside the map or missing', ref);
    }
    const codes = isPostcode ? [postcode] : codesOf(tags, place.level);
    found.push({
      ref,
      codes: [...codes, osmCode],
      boundary: {
        code: '',
        name: isPostcode ? postcode : tags.get('name') || tags.get('name:en') || codes[0] || osmCode,
        country: of ?? countries[0]!,
        kind: place.kind,
        level: place.level,
        localType: firstOf(tags, ['border_type', 'designation']),
        polygon,
        cut: !isComplete,
      },
    });
  };
  for (let relation = 0; relation < map.relations.ids.length; relation++) {
    const type = map.tag('relation', relation, 'type');
    // A "multilinestring" of the same boundary is its line, not its area.
    if (type !== 'boundary' && type !== 'multipolygon') continue;
    const id = map.relations.ids[relation]!;
    const outline = () => relationOutline(map, relation);
    consider(map.tags('relation', relation), `relation ${id}`, `osm-${id}`, outline);
  }
  for (let way = 0; way < map.ways.ids.length; way++) {
    const boundary = map.tag('way', way, 'boundary');
    const nodes = map.wayNodes(way);
    if (boundary === undefined || nodes.length < 4 || nodes[0] !== nodes.at(-1)) continue;
    const tags = map.tags('way', way);
    // Ways that are a part of a relation's outline often repeat its tags without a name.
    if (!tags.has('name') && !tags.has('postal_code')) continue;
    consider(tags, `way ${map.ways.ids[way]}`, `osm-w${map.ways.ids[way]}`, () => wayOutline(map, way));
  }

  const inside = found.filter(({ boundary, ref }) => {
    const isOutside = liesOutside(boundary, found);
    if (isOutside) drop(`it lies outside ${countries.join(', ')}`, ref);
    return !isOutside;
  });
  return withUniqueCodes(inside);
}

/** The country that an area's own code names, or null. */
function countryOf(tags: Tags, level: number): string | null {
  if (level === 2) return firstOf(tags, ['ISO3166-1:alpha2', 'ISO3166-1', 'country_code_iso3166_1_alpha_2']) || null;
  return /^([A-Z]{2})-/.exec(tags.get('ISO3166-2') ?? '')?.[1] ?? null;
}

/** Keys of the codes that statistical offices give to areas, by country; `ref` is whatever mappers wrote. */
const NATIONAL_CODES = [
  'ref:INSEE',
  'ref:ISTAT',
  'de:amtlicher_gemeindeschluessel',
  'de:regionalschluessel',
  'ref:gemeentecode',
  'ref:bfs',
  'swisstopo:BFS_NUMMER',
  'ine:municipio',
  'ine:provincia',
  'ine:ccaa',
  'ref:ine',
  'ref:INE',
  'ref:at:gkz',
  'ref:INS',
  'ref:gss',
  'nist:fips_code',
  'nist:state_fips',
  'IBGE:GEOCODIGO',
  'teryt:terc',
  'ref',
] as const;

/** Codes by which the area is known, best first. */
function codesOf(tags: Tags, level: number): string[] {
  const keys = level === 2 ? ['ISO3166-1:alpha2', 'ISO3166-1'] : ['ISO3166-2'];
  return [...keys, ...NATIONAL_CODES].map((key) => tags.get(key) ?? '').filter((code) => code !== '');
}

function firstOf(tags: Tags, keys: readonly string[]): string {
  for (const key of keys) {
    const value = tags.get(key);
    if (value !== undefined && value !== '') return value;
  }
  return '';
}

function liesOutside(boundary: Boundary, all: readonly { boundary: Boundary }[]): boolean {
  const countries = all.filter(({ boundary: { level, cut } }) => level === 2 && !cut);
  if (countries.length === 0 || boundary.level === 2) return false;
  const polygons: MultiPolygonCoordinates = countries.flatMap((entry) => entry.boundary.polygon);
  const point = interiorPoint(boundary.polygon);
  return point === null || !pointInMultiPolygon(point[0], point[1], polygons);
}

/** Gives each area the best of its codes that no other area wants too. */
function withUniqueCodes(found: readonly { boundary: Boundary; codes: string[] }[]): Boundary[] {
  const wanted = new Map<string, number>();
  for (const { codes } of found) for (const code of new Set(codes)) wanted.set(code, (wanted.get(code) ?? 0) + 1);
  return found.map(({ boundary, codes }) => ({
    ...boundary,
    code: codes.find((code) => wanted.get(code) === 1) ?? codes.at(-1)!,
  }));
}
