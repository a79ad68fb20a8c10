import { describe, expect, it } from 'vitest';
import { findAction } from './registry.ts';
import { contextOf } from './testing/island.ts';
import { islandWithShops } from './testing/shops.ts';

const { town, territory } = islandWithShops();
const { lat, lng } = town.at(0, 0);
const here = { lat, lng };
const origins = [here];
const reach = { origins, bandSeconds: [300] };
const store = (id: string, right: number, up: number) => ({ id, ...town.at(right, up) });
const candidates = [store('a', 1, 1), store('b', 2, 2)];
const ring = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [0, 0],
].map(([x, y]) => [town.at(x!, y!).lng, town.at(x!, y!).lat]);
const polygon = (...rings: number[][][]) => ({ polygon: { type: 'Polygon', coordinates: rings } });
const shifted = (move: (position: number[]) => number[]) => polygon(ring.map(move));

const multi = (...outer: number[][][]) => ({
  polygon: { type: 'MultiPolygon', coordinates: outer.map((one) => [one]) },
});
const search = { sectorCode: 'food.supermarket', candidates: 'addresses' };

/** Degrees of longitude of a block. */
const block = town.at(1, 0).lng - lng;
/** Points at uneven steps on a line from here, without here; rise is that of the line. */
const arm = (points: number, blocks: number, rise: number) =>
  Array.from({ length: points }, (_, i) => (blocks * block * (i + 1) * (i + 3)) / (points * (points + 2))).map((x) => [
    lng + x,
    lat + rise * x,
  ]);
/** A ring of points on a line. */
const onALine = (points: number, blocks = 3, rise = 0.37) => [[lng, lat], ...arm(points - 1, blocks, rise), [lng, lat]];
const rounded = (line: number[][]) => line.map((point) => point.map((degrees) => Math.round(degrees * 1e6) / 1e6));
/** Two lines from here, each there and back with other points on the way. */
const corner = [0.37, -0.6].flatMap((rise) => [
  ...onALine(3, 3, rise),
  ...arm(4, 3, rise).reverse().slice(1),
  [lng, lat],
]);

type Case = readonly [question: string, action: string, input: unknown, place: string, reason: RegExp];

/** Questions as people and programs send them, what of them is not understood, and what the refusal must say. */
const CASES: readonly Case[] = [
  // Outlines of drawing tools, of GIS and of databases.
  [
    'a line there and back',
    'people',
    polygon([...ring.slice(0, 3), ring[1]!, ring[0]!]),
    'polygon',
    /encloses nothing/,
  ],
  ['one point four times', 'people', polygon([ring[0]!, ring[0]!, ring[0]!, ring[0]!]), 'polygon', /encloses nothing/],
  ['three points on a line', 'people', polygon(onALine(3)), 'polygon', /encloses nothing.*on a line/],
  ['three points on a line, rounded', 'people', polygon(rounded(onALine(3))), 'polygon', /encloses nothing/],
  ['nine points on a line, rounded', 'realestate', polygon(rounded(onALine(9))), 'polygon', /encloses nothing/],
  [
    'points on a line across the country',
    'category_mix',
    { ...polygon(rounded(onALine(4, 90))), categories: ['food.bakery'] },
    'polygon',
    /encloses nothing/,
  ],
  ['a line from west to east', 'people', polygon(rounded(onALine(5, 2, 0))), 'polygon', /encloses nothing/],
  [
    'a corner there and back, rounded',
    'sector',
    { ...polygon(rounded(corner)), sectors: ['food.bakery'] },
    'polygon',
    /encloses nothing/,
  ],
  ['lines alone in a MultiPolygon', 'people', multi(onALine(3), rounded(onALine(4))), 'polygon', /encloses nothing/],
  [
    'a search along a line',
    'site.search',
    { ...search, ...polygon(rounded(onALine(3))) },
    'polygon',
    /encloses nothing/,
  ],
  [
    'a line that a search leaves out',
    'site.search',
    { ...search, outsidePolygon: polygon(rounded(onALine(3))).polygon },
    'outsidePolygon',
    /encloses nothing/,
  ],
  ['a hole as large as the outline', 'people', polygon(ring, ring), 'polygon', /encloses nothing/],
  ['latitude first', 'people', shifted(([x, y]) => [y!, x!]), 'polygon/coordinates/0/0/1', /longitude first/],
  [
    'latitude first, where both are valid',
    'people',
    polygon([
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 50],
    ]),
    'polygon',
    /outside|no address|not lie|beyond/,
  ],
  [
    'meters of Web Mercator',
    'people',
    shifted(([x, y]) => [x! * 111_320, y! * 111_320]),
    'polygon/coordinates/0/0/0',
    /between -180 and 180 degrees/,
  ],
  [
    'meters of the Swiss grid',
    'people',
    shifted(() => [2_600_000, 1_200_000]),
    'polygon/coordinates/0/0/0',
    /between -180 and 180/,
  ],
  [
    'numbers as texts',
    'people',
    { polygon: { type: 'Polygon', coordinates: [ring.map((p) => p.map(String))] } },
    'polygon/coordinates/0/0/0',
    /numbers/,
  ],
  ['not closed', 'people', polygon(ring.slice(0, 4)), 'polygon/coordinates/0/3', /end where it begins/],
  [
    'a ring without its list',
    'people',
    { polygon: { type: 'Polygon', coordinates: ring } },
    'polygon/coordinates/0/0',
    /position|ring/i,
  ],
  [
    'a Feature',
    'people',
    { polygon: { type: 'Feature', geometry: polygon(ring).polygon, properties: {} } },
    'polygon/type',
    /Polygon or MultiPolygon/,
  ],
  [
    'a FeatureCollection',
    'people',
    { polygon: { type: 'FeatureCollection', features: [] } },
    'polygon/type',
    /Polygon or MultiPolygon/,
  ],
  [
    'a line',
    'people',
    { polygon: { type: 'LineString', coordinates: ring } },
    'polygon/type',
    /Polygon or MultiPolygon/,
  ],
  [
    'GeoJSON in a text',
    'people',
    { polygon: JSON.stringify(polygon(ring).polygon) },
    'polygon',
    /Polygon or MultiPolygon/,
  ],
  ['well-known text', 'people', { polygon: 'POLYGON((0 0, 1 0, 1 1, 0 0))' }, 'polygon', /Polygon or MultiPolygon/],
  [
    'an outline without rings',
    'people',
    { polygon: { type: 'Polygon', coordinates: [] } },
    'polygon/coordinates',
    /list of rings/,
  ],
  [
    'an empty MultiPolygon',
    'people',
    { polygon: { type: 'MultiPolygon', coordinates: [] } },
    'polygon/coordinates',
    /at least one polygon/,
  ],
  // Places.
  [
    'latitude and longitude swapped',
    'isochrone',
    { origins: [{ lat: lng, lng: lat }], bandSeconds: [300] },
    'origins/0/lat',
    /swapped/,
  ],
  [
    'a place in another country',
    'isochrone',
    { origins: [{ lat: 52.5, lng: 13.4 }], bandSeconds: [300] },
    'origins/0',
    /52\.5.*13\.4|outside|far/,
  ],
  [
    'the island of no coordinates',
    'isochrone',
    { origins: [{ lat: 0, lng: 0 }], bandSeconds: [300] },
    'origins/0',
    /lat 0|outside|far/,
  ],
  [
    'a coordinate as text',
    'isochrone',
    { origins: [{ lat: String(lat), lng }], bandSeconds: [300] },
    'origins/0/lat',
    /number/,
  ],
  [
    'a coordinate with a comma',
    'isochrone',
    { origins: [{ lat: '-36,2', lng }], bandSeconds: [300] },
    'origins/0/lat',
    /number/,
  ],
  ['a pair of numbers', 'isochrone', { origins: [[lng, lat]], bandSeconds: [300] }, 'origins/0', /"lat".*"lng"/],
  ['a place for a list', 'isochrone', { origins: here, bandSeconds: [300] }, 'origins', /list/],
  ['no place', 'isochrone', { origins: [], bandSeconds: [300] }, 'origins', /0 places; give at least 1/],
  ['a place that is nothing', 'isochrone', { origins: [null], bandSeconds: [300] }, 'origins/0', /"lat".*"lng"/],
  [
    'a latitude that is nothing',
    'isochrone',
    { origins: [{ lat: null, lng }], bandSeconds: [300] },
    'origins/0/lat',
    /number of degrees.*not null/,
  ],
  ['no reach', 'isochrone', { origins }, 'bandSeconds', /bandSeconds|bandMeters/],
  ['a limit of nothing', 'isochrone', { origins, bandSeconds: [0] }, 'bandSeconds/0', /seconds/],
  ['a mode that nobody has', 'isochrone', { ...reach, mode: 'driving' }, 'mode', /car/],
  ['public transport without timetables', 'isochrone', { ...reach, mode: 'transit' }, 'mode', /no timetables/],
  // Areas.
  ['the name of an area', 'people', { areas: ['Ponant'] }, 'areas/0', /Ponant/],
  ['a code in another spelling', 'people', { areas: ['XD1'] }, 'areas/0', /XD1/],
  ['a postcode with a zero too many', 'people', { areas: ['01000'] }, 'areas/0', /01000/],
  ['the second of two areas', 'people', { areas: ['XD-1', 'XD-9'] }, 'areas/1', /XD-9/],
  ['a code as a number', 'people', { areas: [1000] }, 'areas/0', /text/],
  ['no area', 'people', { areas: [] }, 'areas', /0 codes; give at least 1/],
  ['no territory at all', 'people', {}, 'origins', /origins, areas or polygon/],
  ['areas and a polygon', 'people', { areas: ['XD-1'], ...polygon(ring) }, 'polygon', /areas/],
  ['children of nowhere', 'areas.list', { parent: 'XD-9' }, 'parent', /XD-9/],
  ['a box from east to west', 'areas.list', { bbox: { west: 10, south: 0, east: 5, north: 1 } }, 'bbox/west', /beyond/],
  // Stores, brands, sectors.
  [
    'a brand that no store has',
    'brands',
    { brand: 'Halcyon Fayre', minutes: 5, areaLevel: 4 },
    'brand',
    /Halcyon Fayre/,
  ],
  [
    'a sector that no list has',
    'analysis.markets_sector',
    { ...reach, sectors: ['supermarket'] },
    'sectors/0',
    /supermarket/,
  ],
  [
    'a sector in capitals',
    'analysis.markets_sector',
    { ...reach, sectors: ['FOOD.SUPERMARKET'] },
    'sectors/0',
    /FOOD\.SUPERMARKET/,
  ],
  ['brands of no sector', 'search.brands', { sectorCode: 'shops' }, 'sectorCode', /shops/],
  [
    'one id of two candidates',
    'site.rank',
    { candidates: [candidates[0], candidates[0]], sectorCode: 'food.supermarket' },
    'candidates/1/id',
    /id "a" already/,
  ],
  [
    'a candidate in another country',
    'site.rank',
    { candidates: [candidates[0], { id: 'x', lat: 48.1, lng: 11.5 }], sectorCode: 'food.supermarket' },
    'candidates/1',
    /48\.1.*11\.5/,
  ],
  ['near nothing', 'network.nearest', { origins: [store('o', 0, 0)] }, 'destinations', /sectorCode/],
  [
    'a floor area of nothing',
    'site.rank',
    { candidates: candidates.map((c) => ({ ...c, squareMeters: 0 })), sectorCode: 'food.supermarket' },
    'candidates/0/squareMeters',
    /square meters/,
  ],
  ['a topic of another product', 'people', { areas: ['XD-1'], topics: ['income_class'] }, 'topics/0', /topic/i],
  // Addresses.
  ['an address without a text', 'search.addresses', { query: '', continent: 'oceania' }, 'query', /empty/],
  [
    'an address of two spellings',
    'search.resolve_address',
    { query: 'a', parts: { street: 'b' } },
    'parts',
    /query.*parts|parts.*query/,
  ],
  ['a continent by its code', 'search.addresses', { query: 'a', continent: 'EU' }, 'continent', /europe/],
  [
    'a country by its name',
    'search.addresses',
    { query: 'a', continent: 'europe', country: 'Germany' },
    'country',
    /two-letter/,
  ],
];

const SHORT: Readonly<Record<string, string>> = {
  people: 'analysis.people_economy',
  isochrone: 'analysis.isochrone',
  brands: 'analysis.brand_coverage',
  realestate: 'analysis.realestate',
  category_mix: 'analysis.category_mix',
  sector: 'analysis.markets_sector',
};

/** Where a question is refused before anything is charged, and why; null where it is answered. */
function refusalOf(id: string, given: unknown): { pointers: readonly string[]; text: string } | null {
  const action = findAction(SHORT[id] ?? id)!;
  const parsed = action.input.safeParse(given);
  if (!parsed.success) {
    const { issues } = parsed.error;
    return { pointers: issues.map(({ path }) => path.join('/')), text: issues.map(({ message }) => message).join(' ') };
  }
  try {
    // Free actions charge nothing; the others must refuse with their price.
    if (action.tariff === null) action.run(contextOf(territory), parsed.data);
    else action.quote(contextOf(territory), parsed.data);
    return null;
  } catch (error) {
    const { message, fields } = error as { message: string; fields?: { errors?: { pointer: string }[] } };
    return { pointers: (fields?.errors ?? []).map(({ pointer }) => pointer.replace(/^#\//, '')), text: message };
  }
}

describe('a polygon that is small or thin', () => {
  const [wide, high] = [12e-6, 9e-6];
  const box = (width: number, height: number, slope: number) =>
    [
      [0, 0],
      [width, slope * width],
      [width, slope * width + height],
      [0, height],
      [0, 0],
    ].map(([x, y]) => [lng + x!, lat + y!]);

  it.each([
    ['a meter by a meter', box(wide, high, 0)],
    ['a meter high along a street', box(3 * block, high, 0.37)],
    ['a meter wide', box(wide, 3 * block, 0)],
    ['a line with a corner a meter aside', [...onALine(3).slice(0, -1), [lng - high, lat + wide], [lng, lat]]],
    ['walked five times', Array.from({ length: 5 }, () => box(wide, high, 0)).flat()],
  ])('%s is one that somebody can mean', (_, outline) => {
    expect(refusalOf('people', polygon(outline))).toBeNull();
  });
});

describe('a question that is not understood', () => {
  it.each(CASES)('%s (%s) is refused by its place and reason', (_, id, given, place, reason) => {
    const refusal = refusalOf(id, given);
    expect(refusal?.text).toMatch(reason);
    expect(refusal!.pointers).toContain(place);
  });
});
