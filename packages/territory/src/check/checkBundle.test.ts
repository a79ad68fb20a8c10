import { appendFile, cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  drawnManifest,
  playersContent,
  realestateContent,
  scratchFolder,
  sociodemoContent,
  territoryContent,
  writeDrawnBundle,
} from '../../test/drawnBundle.ts';
import { encodeAreaPolygons } from '../format/areaPolygons.ts';
import { NONE } from '../format/tables.ts';
import { putInForce } from '../write/putInForce.ts';
import { writeFamily } from '../write/writeFamily.ts';
import { checkBundle } from './checkBundle.ts';

const folder = await scratchFolder();
let copies = 0;
const fresh = () => join(folder, `bundle-${copies++}`);

type Columns = Record<string, (number | string)[]>;
type Content = {
  territory: Record<string, Columns>;
  sociodemo: Record<string, Columns>;
  realestate: Record<string, Columns>;
  players: Record<string, Columns>;
};

/** Writes the drawn bundle with other values in it; sizes and checksums are right. */
async function bundleWith(change: (content: Content) => void, polygonFile?: Uint8Array): Promise<string> {
  const territory = structuredClone(territoryContent());
  const sociodemo = structuredClone(sociodemoContent());
  const realestate = structuredClone(realestateContent());
  const players = structuredClone(playersContent());
  const topicTables = sociodemo.topicTables as unknown as Record<string, { columns: Columns; flags?: number[] }>;
  const topics = Object.fromEntries(
    Object.entries(topicTables).map(([name, { columns, flags }]) => {
      const plain = Object.fromEntries(Object.entries(columns).map(([field, values]) => [field, Array.from(values)]));
      return [name, flags === undefined ? plain : { ...plain, flags }];
    }),
  );
  change({
    territory: territory.tables as unknown as Content['territory'],
    sociodemo: { ...(sociodemo.tables as unknown as Content['sociodemo']), ...topics },
    realestate: realestate.tables as unknown as Content['realestate'],
    players: players.tables as unknown as Content['players'],
  });
  for (const [name, { flags, ...columns }] of Object.entries(topics))
    topicTables[name] = { columns, flags: flags as number[] };
  const files = polygonFile === undefined ? territory.files : { 'areas.geojsonl': { bytes: polygonFile, rows: 2 } };
  const dir = fresh();
  await writeFamily(dir, { ...territory, files });
  await writeFamily(dir, sociodemo);
  await writeFamily(dir, realestate);
  await writeFamily(dir, players);
  await putInForce(dir, drawnManifest);
  return dir;
}

async function intact(): Promise<string> {
  const dir = fresh();
  await writeDrawnBundle(dir);
  return dir;
}

describe('checkBundle', () => {
  it('finds nothing in a bundle that is in order, and says how far it is', async () => {
    const steps: [string, number][] = [];
    expect(await checkBundle(await intact(), { progress: (step, fraction) => steps.push([step, fraction]) })).toEqual(
      [],
    );
    const fractions = steps.map(([, fraction]) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect([fractions[0], fractions.at(-1)]).toEqual([0, 1]);
    expect(steps.map(([step]) => step)).toContain('territory/2026-10/edges.arrow');
    expect(steps.map(([step]) => step)).toContain('mass');
  });

  /** Table, column, row and the wrong value; where it is found and what is said. */
  const territoryDefects: [string, string, number, number | string, string, RegExp][] = [
    ['nodes', 'lngMicrodegrees', 2, 10_002_001, 'nodes.arrow, lngMicrodegrees, row 2', /10002001 is not between/],
    ['nodes', 'latMicrodegrees', 1, 49_999_999, 'nodes.arrow, latMicrodegrees, row 1', /not between/],
    ['shapes', 'latMicrodegrees', 0, 90_000_001, 'shapes.arrow, latMicrodegrees, row 0', /not between/],
    ['edges', 'fromNode', 3, 4, 'edges.arrow, fromNode, row 3', /4 is not a row of nodes, which has 4/],
    ['edges', 'toNode', 0, NONE, 'edges.arrow, toNode, row 0', /not a row of nodes/],
    ['edges', 'toNode', 1, 0, 'edges.arrow, row 1', /not in order of \(fromNode, toNode\)/],
    ['edges', 'street', 2, 5, 'edges.arrow, street, row 2', /not a row of texts/],
    ['edges', 'roadClass', 2, 22, 'edges.arrow, roadClass, row 2', /not between 0 and 21/],
    ['edges', 'mainComponent', 2, 8, 'edges.arrow, mainComponent, row 2', /not between 0 and 7/],
    ['edges', 'shapeStart', 1, 2, 'edges.arrow, shapeStart, row 1', /2 lies behind the 1 points of shapes/],
    ['edges', 'shapeStart', 2, 0, 'edges.arrow, shapeStart, row 2', /0 lies before 1/],
    ['edges', 'shapeStart', 0, 1, 'edges.arrow, shapeStart, row 0', /first points of shapes belong to no edge/],
    [
      'edges',
      'lengthMillimeters',
      0,
      74_999,
      'snaps-car.arrow, positionMillimeters, row 1',
      /75000 lies behind the end of its edge of 74999 mm/,
    ],
    ['texts', 'text', 0, 'x', 'texts.arrow, text, row 0', /must be the empty text/],
    ['poles', 'lngMicrodegrees', 0, 9_000_000, 'poles.arrow, lngMicrodegrees, row 0', /not between/],
    ['poles', 'kind', 1, 4, 'poles.arrow, kind, row 1', /not between 0 and 3/],
    ['poleAreas', 'country', 0, 3, 'poleAreas.arrow, country, row 0', /3 is not a row of areas/],
    ['poleAreas', 'level4', 1, -2, 'poleAreas.arrow, level4, row 1', /-2 is not a row of areas/],
    ['poleAreas', 'level8', 1, 1, 'poleAreas.arrow, level8, row 1', /area 1 is not of this column's level/],
    ['poleAreas', 'postcode', 1, 0, 'poleAreas.arrow, postcode, row 1', /area 0 is not of this column's level/],
    ['addresses', 'pole', 2, 5, 'addresses.arrow, pole, row 2', /5 is not a row of poles/],
    ['addresses', 'locality', 2, 9, 'addresses.arrow, locality, row 2', /9 is not a row of texts/],
    ['areas', 'kind', 2, 7, 'areas.arrow, kind, row 2', /not between 0 and 6/],
    ['areas', 'level', 0, 10, 'areas.arrow, level, row 0', /not between -1 and 9/],
    ['areas', 'parent', 1, 1, 'areas.arrow, parent, row 1', /1 does not stand before row 1/],
    ['areas', 'parent', 0, 2, 'areas.arrow, parent, row 0', /2 does not stand before row 0/],
    ['areas', 'east', 0, 8, 'areas.arrow, row 0', /inside out/],
    ['areas', 'areaSquareKm', 1, Number.NaN, 'areas.arrow, areaSquareKm, row 1', /NaN is not between/],
    ['areas', 'code', 2, '', 'areas.arrow, code, row 2', /empty/],
    ['areas', 'cut', 2, 2, 'areas.arrow, cut, row 2', /not between 0 and 1/],
    ['areas', 'polygonBytes', 1, 1_000_000, 'areas.arrow, polygonStartByte, row 1', /outside the file/],
    ['areas', 'polygonBytes', 1, 50, 'areas.arrow, polygonStartByte, row 1', /not JSON/],
    [
      'weights-car-normal',
      'forwardMilliseconds',
      2,
      NONE,
      'weights-car-normal.arrow, row 2',
      /may not be used either way/,
    ],
    ['snaps-car', 'pole', 4, 5, 'snaps-car.arrow, pole, row 4', /5 is not a row of poles/],
    ['snaps-car', 'pole', 4, 2, 'snaps-car.arrow, pole, row 4', /pole 2 is fastened twice/],
    ['snaps-car', 'edge', 4, 4, 'snaps-car.arrow, edge, row 4', /4 is not a row of edges/],
    ['snaps-car', 'edge', 4, 3, 'snaps-car.arrow, edge, row 4', /edge 3 is not in the main component/],
    ['snaps-walk', 'positionMillimeters', 1, 6_999, 'snaps-walk.arrow, row 1', /not in order/],
    ['hierarchy-car', 'node', 1, 4, 'hierarchy-car.arrow, node, row 1', /4 is not a row of nodes/],
    ['hierarchy-car', 'node', 1, 0, 'hierarchy-car.arrow, node, row 0', /node 0 has another position as well/],
    ['hierarchy-car', 'linkStart', 0, 1, 'hierarchy-car.arrow, linkStart, row 0', /belong to no position/],
    ['hierarchy-car', 'linkStart', 2, 9, 'hierarchy-car.arrow, linkStart, row 2', /9 lies behind the 3 rows/],
    ['links-car', 'ancestor', 0, 1, 'hierarchy-car.arrow, row 1', /link to 1, which does not come before it/],
    ['links-car', 'ancestor', 2, 1, 'hierarchy-car.arrow, row 1', /the ends of edge 1 have no link/],
    ['nodeEdges', 'firstTo', 2, 2, 'nodeEdges.arrow, firstTo, row 2', /2 stands where 1 follows from the data/],
    ['edgesTo', 'edge', 3, 0, 'edgesTo.arrow, edge, row 3', /0 stands where 3 follows/],
    ['edgeBoxes', 'south', 0, 50_000_000, 'edgeBoxes.arrow, south, row 0', /where 49999900 follows/],
    ['poleBoxes', 'east', 0, 10_001_900, 'poleBoxes.arrow, east, row 0', /where 10002000 follows/],
    ['snapStarts-walk', 'firstSnap', 2, 3, 'snapStarts-walk.arrow, firstSnap, row 2', /3 stands where 2 follows/],
  ];
  it.each(territoryDefects)('finds %s.%s[%i] = %s', async (table, column, row, value, place, problem) => {
    const dir = await bundleWith(({ territory }) => {
      territory[table]![column] = Array.from(territory[table]![column]!);
      territory[table]![column][row] = value;
    });
    const found = (await checkBundle(dir)).find((finding) => finding.place === `territory/2026-10/${place}`);
    expect(found?.problem).toMatch(problem);
    expect(found?.severity).toBe('error');
    expect(found?.remedy).not.toBe('');
  });

  it('finds a table missing beside others that follow from the same data', async () => {
    const dir = await bundleWith(({ territory }) => {
      delete territory['snapStarts-car'];
    });
    expect((await checkBundle(dir)).map(({ place, problem }) => [place, problem])).toEqual([
      [
        'territory/2026-10/snapStarts-car.arrow',
        'it is missing beside the other tables that follow from roads and poles.',
      ],
    ]);
  });

  it('finds an order in which a shortest way could be missed', async () => {
    // Node 1 is eliminated first, which joins 0 and 3, then node 0, which joins 2 and 3: that last link is missing.
    const dir = await bundleWith(({ territory }) => {
      territory['hierarchy-car'] = { node: [3, 2, 0, 1], linkStart: [0, 0, 0, 2] };
      territory['links-car'] = { ancestor: [0, 1, 0, 2] };
    });
    expect((await checkBundle(dir)).map(({ place, problem }) => [place, problem])).toEqual([
      [
        'territory/2026-10/hierarchy-car.arrow, row 2',
        'position 2 has a link to 0, but its nearest ancestor 1 has none.',
      ],
    ]);
  });

  const sociodemoDefects: [string, string, number, number | string, string, RegExp][] = [
    ['units', 'insideShare', 1, 1.5, 'units.arrow, insideShare, row 1', /1.5 is not between 0 and 1/],
    ['units', 'synthetic', 1, 2, 'units.arrow, synthetic, row 1', /not between/],
    ['units', 'code', 1, 'u0', 'units.arrow, code, row 1', /"u0" stands twice/],
    ['poleUnits', 'unit', 0, 3, 'poleUnits.arrow, unit, row 0', /3 is not a row of units/],
    ['poleUnits', 'share', 4, 0.1, 'poleUnits.arrow, share, row 4', /0.1 is a share of no unit/],
    ['poleUnits', 'share', 2, -0.3, 'poleUnits.arrow, share, row 2', /not between 0 and 1/],
    [
      'poleUnits',
      'share',
      0,
      0.25 + 1e-8,
      'poleUnits.arrow, share, row 0',
      /shares of unit 0 \(u0\) add up to 1.00000001 instead of 1/,
    ],
    [
      'units',
      'insideShare',
      1,
      0.5,
      'poleUnits.arrow, share',
      /the poles hold 152 residents, the units inside the map 160/,
    ],
    [
      'topic-residents',
      'total',
      2,
      5,
      'poleUnits.arrow, share, row 2',
      /shares of unit 2 \(u2\) add up to 0 instead of 1/,
    ],
    ['topic-residents', 'male', 1, -1, 'topic-residents.arrow, male, row 1', /-1 is not a count/],
    ['topic-mobility', 'minutes_1', 1, Infinity, 'topic-mobility.arrow, minutes_1, row 1', /Infinity is not a count/],
    ['topic-residents', 'flags', 0, 8, 'topic-residents.arrow, flags, row 0', /8 is not between 0 and 7/],
    ['benchmark-residents', 'female', 0, -2, 'benchmark-residents.arrow, female, row 0', /-2 is not a count/],
    ['benchmarkAreas', 'coverage', 0, 1.2, 'benchmarkAreas.arrow, coverage, row 0', /not between 0 and 1/],
  ];
  it.each(sociodemoDefects)('finds %s.%s[%i] = %s', async (table, column, row, value, place, problem) => {
    const dir = await bundleWith(({ sociodemo }) => {
      sociodemo[table]![column]![row] = value;
    });
    const found = (await checkBundle(dir)).filter((finding) => finding.place === `sociodemo/2021.1/${place}`);
    expect(found.map((finding) => finding.problem).join()).toMatch(problem);
  });

  const realestateDefects: [string, number, number, string, RegExp][] = [
    ['pole', 2, 5, 'listings.arrow, pole, row 2', /5 is not a row of poles/],
    ['pole', 0, 4, 'listings.arrow, row 1', /not in order of \(pole, day\)/],
    ['kind', 1, 2, 'listings.arrow, kind, row 1', /not between 0 and 1/],
    ['state', 1, 2, 'listings.arrow, state, row 1', /not between 0 and 1/],
    ['type', 0, 7, 'listings.arrow, type, row 0', /not between 0 and 6/],
    ['price', 0, 0, 'listings.arrow, price, row 0', /0 is neither above 0 nor NaN/],
    ['rooms', 0, Infinity, 'listings.arrow, rooms, row 0', /Infinity is neither/],
    ['day', 1, 20_800, 'listings.arrow, day, row 1', /2026-12-13 lies outside the days of Signs in windows/],
    ['daysOnMarket', 0, -2, 'listings.arrow, daysOnMarket, row 0', /-2 is no number of days/],
    ['open', 0, 2, 'listings.arrow, open, row 0', /not between 0 and 1/],
    ['source', 0, 1, 'listings.arrow, source, row 0', /1 is not a row of listingSources/],
  ];
  it.each(realestateDefects)('finds listings.%s[%i] = %s', async (column, row, value, place, problem) => {
    const dir = await bundleWith(({ realestate }) => {
      realestate.listings![column]![row] = value;
    });
    const found = (await checkBundle(dir)).find((finding) => finding.place === `realestate/2026-10-31/${place}`);
    expect(found?.problem).toMatch(problem);
  });

  const playersDefects: [string, string, number, number | string, string, RegExp][] = [
    ['sectors', 'code', 1, 'food.bakery', 'sectors.arrow, code, row 1', /"food.bakery" stands there twice/],
    ['brands', 'sector', 0, 2, 'brands.arrow, sector, row 0', /2 is not a row of sectors/],
    ['brands', 'name', 0, 'Čaj', 'brands.arrow, name, row 1', /"Brotgut" does not come after "Čaj"/],
    ['brands', 'wikidata', 1, 'Q0', 'brands.arrow, wikidata, row 1', /"Q0" is no Wikidata id/],
    ['stores', 'id', 2, 'w/1', 'stores.arrow, id, row 2', /"w\/1" stands there twice/],
    ['stores', 'brand', 0, 2, 'stores.arrow, brand, row 0', /2 is not a row of brands/],
    ['stores', 'sector', 0, -1, 'stores.arrow, sector, row 0', /-1 is not a row of sectors/],
    ['stores', 'lngMicrodegrees', 0, 9_999_999, 'stores.arrow, lngMicrodegrees, row 0', /not between 10000000/],
    ['stores', 'floorAreaSquareMeters', 0, 0, 'stores.arrow, floorAreaSquareMeters, row 0', /0 m² is no floor area/],
    ['stores', 'floorAreaSource', 1, 0, 'stores.arrow, floorAreaSquareMeters, row 1', /not known and said to be known/],
    ['stores', 'source', 1, 5, 'stores.arrow, source, row 1', /not between 0 and 4/],
    ['stores', 'state', 1, 3, 'stores.arrow, state, row 1', /not between 0 and 2/],
  ];
  it.each(playersDefects)('finds %s.%s[%i] = %s', async (table, column, row, value, place, problem) => {
    const dir = await bundleWith(({ players }) => {
      players[table]![column]![row] = value;
    });
    const found = (await checkBundle(dir)).find((finding) => finding.place === `players/2026-11/${place}`);
    expect(found?.problem).toMatch(problem);
  });

  it('counts the rows that are wrong in the same way', async () => {
    const dir = await bundleWith(({ territory }) => {
      territory.poles!.kind = [9, 0, 9, 9, 0];
    });
    const [finding, ...others] = await checkBundle(dir);
    expect(finding!.problem).toBe('9 is not between 0 and 3 (and 2 more rows like it).');
    expect(others).toEqual([]);
  });

  it('finds an open ring', async () => {
    const ring = [
      [9, 49],
      [11, 49],
      [11, 51],
      [9, 51],
    ];
    const { bytes, polygonBytes, polygonStartByte } = encodeAreaPolygons([
      { code: 'AA', name: '', polygon: [[[...ring, ring[0]!]]] },
      { code: 'AA-1', name: '', polygon: [[ring]] },
      { code: '1', name: '', polygon: null },
    ]);
    const dir = await bundleWith(({ territory }) => {
      Object.assign(territory.areas!, { polygonBytes, polygonStartByte });
    }, bytes);
    expect((await checkBundle(dir)).map((finding) => finding.problem)).toEqual([
      'its polygon has a ring that is not closed or not of numbers.',
    ]);
  });

  it('finds rows that do not go along with the poles', async () => {
    const dir = await bundleWith(({ sociodemo }) => {
      sociodemo.poleUnits!.unit!.pop();
      sociodemo.poleUnits!.share!.pop();
    });
    expect((await checkBundle(dir)).map((finding) => finding.problem)).toContain('it has 4 rows for 5 poles.');
  });
});

describe('checkBundle on damaged files', () => {
  type Json = {
    files: { name: string; rows: number }[];
    counts: Record<string, number>;
    topics: { code: string; missingFields: string[] }[];
  };
  const edit = async (dir: string, path: string, change: (json: Json) => void) => {
    const json = JSON.parse(await readFile(join(dir, path), 'utf8'));
    change(json);
    await writeFile(join(dir, path), JSON.stringify(json));
  };
  const oneRowMore = ({ files }: Json) => {
    for (const file of files) file.rows++;
  };
  const TERRITORY = 'territory/2026-10';
  const SOCIODEMO = 'sociodemo/2021.1';

  it.each<[string, (dir: string) => Promise<unknown>, string, RegExp]>([
    ['a missing manifest', (dir) => rm(join(dir, 'manifest.json')), 'manifest.json', /missing/],
    [
      'a centre outside',
      (dir) => edit(dir, 'manifest.json', (json) => Object.assign(json, { center: { lat: 0, lng: 0 } })),
      'manifest.json, "center"',
      /outside the box/,
    ],
    ['a missing descriptor', (dir) => rm(join(dir, TERRITORY, 'family.json')), `${TERRITORY}/family.json`, /missing/],
    ['a missing file', (dir) => rm(join(dir, TERRITORY, 'poles.arrow')), `${TERRITORY}/poles.arrow`, /missing/],
    ['a cut file', (dir) => truncate(join(dir, SOCIODEMO, 'units.arrow'), 99), `${SOCIODEMO}/units.arrow`, /cut short/],
    [
      'a file too long',
      (dir) => appendFile(join(dir, TERRITORY, 'nodes.arrow'), 'x'),
      `${TERRITORY}/nodes.arrow`,
      /too long/,
    ],
    [
      'a changed byte',
      async (dir) => {
        const path = join(dir, TERRITORY, 'nodes.arrow');
        const bytes = await readFile(path);
        bytes[bytes.byteLength >> 1]! ^= 1;
        await writeFile(path, bytes);
      },
      `${TERRITORY}/nodes.arrow`,
      /differs from its checksum/,
    ],
    [
      'an extra file',
      (dir) => writeFile(join(dir, TERRITORY, 'notes.txt'), ''),
      `${TERRITORY}/notes.txt`,
      /does not list this file/,
    ],
    ['a rest of a writer', (dir) => mkdir(join(dir, 'territory/.writing-x')), 'territory/.writing-x', /was stopped/],
    [
      'a wrong number of rows',
      (dir) => edit(dir, `${TERRITORY}/family.json`, oneRowMore),
      `${TERRITORY}/nodes.arrow`,
      /it has 4 rows, family.json says 5/,
    ],
    [
      'wrong lines',
      (dir) => edit(dir, `${TERRITORY}/family.json`, oneRowMore),
      `${TERRITORY}/areas.geojsonl`,
      /it has 2 lines, family.json says 3/,
    ],
    [
      'wrong counts',
      (dir) => edit(dir, `${TERRITORY}/family.json`, ({ counts }) => (counts.poles = 6)),
      `${TERRITORY}/family.json`,
      /counts say 6 for poles.arrow, its files 5/,
    ],
    [
      'an unlisted table',
      (dir) =>
        edit(
          dir,
          `${TERRITORY}/family.json`,
          (json) => (json.files = json.files.filter(({ name }) => name !== 'texts.arrow')),
        ),
      `${TERRITORY}/family.json`,
      /does not list the file texts.arrow/,
    ],
    [
      'a file listed twice',
      (dir) => edit(dir, `${TERRITORY}/family.json`, ({ files }) => files.push(files[0]!)),
      `${TERRITORY}/family.json`,
      /lists the file addresses.arrow twice/,
    ],
    [
      'no source',
      (dir) => edit(dir, `${TERRITORY}/family.json`, (json) => Object.assign(json, { sources: [] })),
      `${TERRITORY}/family.json`,
      /names no source/,
    ],
    [
      'a field that is not declared',
      (dir) =>
        edit(dir, `${SOCIODEMO}/family.json`, ({ topics }) =>
          topics.find(({ code }) => code === 'mobility')!.missingFields.push('cars_1'),
        ),
      `${SOCIODEMO}/topic-mobility.arrow`,
      /column "cars_1" does not belong/,
    ],
    [
      'a field that is missing',
      (dir) =>
        edit(dir, `${SOCIODEMO}/family.json`, ({ topics }) =>
          topics.find(({ code }) => code === 'mobility')!.missingFields.pop(),
        ),
      `${SOCIODEMO}/benchmark-mobility.arrow`,
      /column "vehicles" \(float64\) is missing/,
    ],
    [
      'a table of a topic that is not available',
      (dir) => edit(dir, `${SOCIODEMO}/family.json`, ({ topics }) => Object.assign(topics[0]!, { available: false })),
      `${SOCIODEMO}/topic-residents.arrow`,
      /the family has no such file/,
    ],
    [
      'families of different territories',
      (dir) => edit(dir, `${SOCIODEMO}/family.json`, (json) => Object.assign(json, { territoryVersion: 'x' })),
      SOCIODEMO,
      /made for territory version "x"/,
    ],
    [
      'a format version of the future',
      (dir) => edit(dir, `${SOCIODEMO}/family.json`, (json) => Object.assign(json, { formatVersion: 2 })),
      `${SOCIODEMO}/family.json`,
      /format version 2; this release reads version 1/,
    ],
  ])('finds %s', async (_, damage, place, problem) => {
    const dir = await intact();
    await damage(dir);
    const found = (await checkBundle(dir)).filter((finding) => finding.place === place);
    expect(found.map((finding) => finding.problem).join()).toMatch(problem);
  });

  it('finds intact tables that were swapped between bundles', async () => {
    const dir = await intact();
    const other = await bundleWith(({ territory }) => {
      for (const column of Object.values(territory['weights-car-normal']!)) column.push(1);
      for (const [name, column] of Object.entries(territory.edges!))
        column.push(name === 'fromNode' || name === 'toNode' ? 3 : 1);
      for (const column of Object.values(territory['weights-walk-normal']!)) column.push(1);
    });
    const name = 'weights-car-normal.arrow';
    await cp(join(other, TERRITORY, name), join(dir, TERRITORY, name));
    const theirs = JSON.parse(await readFile(join(other, TERRITORY, 'family.json'), 'utf8')) as Json;
    await edit(dir, `${TERRITORY}/family.json`, ({ files }) => {
      Object.assign(
        files.find((file) => file.name === name)!,
        theirs.files.find((file) => file.name === name),
      );
    });
    expect((await checkBundle(dir)).map((finding) => finding.problem)).toEqual(['it has 5 rows, edges.arrow has 4.']);
  });

  it('checks versions that are not in force', async () => {
    const dir = await intact();
    await writeFamily(dir, { ...territoryContent(), version: 'next' });
    await truncate(join(dir, 'territory/next/nodes.arrow'), 10);
    expect(await checkBundle(dir)).toEqual([]);
    const places = (await checkBundle(dir, { versions: { territory: 'next' } })).map((finding) => finding.place);
    expect(places).toEqual(['sociodemo/2021.1', 'territory/next/nodes.arrow']);
  });
});
