import { AREA_KINDS, inMemoryTerritory, ROAD_CLASSES } from '@hinterland/territory';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Browser, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

/** A cross of two streets at 11.5, 48.1, in a district. */
const town = (version: string) => {
  const territory = inMemoryTerritory({
    manifest: { id: 'cross', name: 'Cross', bbox: { west: 11.4, south: 48.05, east: 11.6, north: 48.15 } },
    versions: { territory: version },
    nodes: {
      lngMicrodegrees: [11_499_000, 11_500_000, 11_500_000, 11_500_000, 11_501_000],
      latMicrodegrees: [48_100_000, 48_099_000, 48_100_000, 48_101_000, 48_100_000],
    },
    edges: {
      fromNode: [0, 1, 2, 2],
      toNode: [2, 2, 3, 4],
      lengthMillimeters: [74_000, 111_000, 111_000, 74_000],
      shapeStart: [0, 0, 0, 0],
      roadClass: [1, 2, 2, 1].map((row) => ROAD_CLASSES.indexOf(row === 1 ? 'primary' : 'footway')),
      mainComponent: [7, 7, 7, 7],
      street: [1, 0, 0, 1],
    },
    texts: ['', 'Straße des <i>Friedens</i>'],
    areas: {
      code: ['09', '09'],
      name: ['District', ''],
      country: ['DE', 'DE'],
      kind: [AREA_KINDS.indexOf('county'), AREA_KINDS.indexOf('postcode')],
      level: [6, -1],
      localType: ['', ''],
      parent: [-1, -1],
      areaSquareKm: [100, 100],
      west: [11.45, 11.45],
      south: [48.05, 48.05],
      east: [11.55, 11.55],
      north: [48.15, 48.15],
      cut: [0, 0],
    },
    polygons: [
      [
        [
          [
            [11.45, 48.05],
            [11.55, 48.05],
            [11.55, 48.15],
            [11.45, 48.05],
          ],
        ],
      ],
      null,
    ],
  });
  const { descriptors } = territory;
  Object.assign(descriptors.territory!, {
    sources: [
      { name: 'OSM', licence: 'ODbL-1.0', attribution: '© OpenStreetMap contributors' },
      { name: 'Town', licence: 'CC0-1.0', attribution: 'Town & <Country>' },
    ],
  });
  return territory;
};

describeOnBoth('the map', (database) => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1 });
  });
  // The database is emptied before each test.
  beforeEach(async () => {
    browser = await signedIn(service, database().db, 'owner@example.com');
    service.bundles.set(town('2026-10'));
    await until(async () => (await description()).dataVersion?.territory === '2026-10');
  });
  afterAll(() => service?.close());

  const get = (path: string, headers: Record<string, string> = { Cookie: browser.cookie }) =>
    service.request('GET', path, { headers });
  const bytesAt = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(service.url + path, { headers: { Cookie: browser.cookie, ...headers } });
    return { reply, bytes: new Uint8Array(await reply.arrayBuffer()) };
  };
  const description = async () => (await get('/tiles/cross')).body;
  const at = async (z: number, x: number, y: number) =>
    (await description()).tiles[0].replace('{z}', z).replace('{x}', x).replace('{y}', y) as string;
  // The tile of 11.5, 48.1 by the formula of the OpenStreetMap wiki.
  const X = Math.floor(((11.5 + 180) / 360) * 2 ** 14);
  const Y = Math.floor(((1 - Math.asinh(Math.tan((48.1 * Math.PI) / 180)) / Math.PI) / 2) * 2 ** 14);

  it('is described as TileJSON with what must be shown', async () => {
    const { tilejson, name, tiles, attribution, bounds, minzoom, maxzoom, vector_layers, dataVersion, sources } =
      await description();
    expect({ tilejson, name, bounds, minzoom, maxzoom, dataVersion }).toEqual({
      tilejson: '3.0.0',
      name: 'Cross',
      bounds: [11.4, 48.05, 11.6, 48.15],
      minzoom: 0,
      maxzoom: 16,
      dataVersion: { territory: '2026-10' },
    });
    expect(attribution).toBe('© OpenStreetMap contributors · Town &#38; &#60;Country&#62;');
    expect(sources[1]).toEqual({
      family: 'territory',
      name: 'Town',
      licence: 'CC0-1.0',
      attribution: 'Town & <Country>',
    });
    expect(tiles).toEqual([expect.stringMatching(/^\/tiles\/cross\/2026-10-[0-9a-f]{12}\/\{z\}\/\{x\}\/\{y\}$/)]);
    expect(vector_layers.map(({ id }: { id: string }) => id)).toContain('road');
    expect((await get('/tiles')).body.territories).toEqual([await description()]);
  });

  it('gives tiles with the names and lines of the bundle, to keep for good', async () => {
    const { reply, bytes } = await bytesAt(await at(14, X, Y));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    expect(reply.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(reply.headers.get('content-encoding')).toBe('gzip');
    const { layers } = new VectorTile(new PbfReader(bytes));
    const roads = Array.from({ length: layers.road!.length }, (_, i) => layers.road!.feature(i).toGeoJSON(X, Y, 14));
    expect(roads.map(({ properties }) => properties)).toEqual([
      { class: 'footway' },
      { class: 'primary', name: 'Straße des <i>Friedens</i>' },
    ]);
    const [, primary] = roads;
    const ends = (primary!.geometry as { coordinates: number[][] }).coordinates.map(([lng]) => Math.round(lng! * 1e4));
    expect(ends.sort((a, b) => a - b)).toEqual([114_990, 115_010]);
    // What the browser has is not sent again, and who takes no gzip gets none.
    const etag = reply.headers.get('etag')!;
    const again = await bytesAt(await at(14, X, Y), { 'If-None-Match': etag });
    expect([again.reply.status, again.bytes.byteLength]).toEqual([304, 0]);
    const plain = await bytesAt(await at(14, X, Y), { 'Accept-Encoding': 'identity' });
    expect(plain.reply.headers.get('content-encoding')).toBe(null);
    expect(plain.bytes).toEqual(bytes);
    const empty = await bytesAt(await at(14, 0, 0));
    expect([empty.reply.status, empty.bytes.byteLength]).toEqual([200, 0]);
  });

  it('404 for what does not exist', async () => {
    const good = await at(14, X, Y);
    const version = good.split('/')[3]!;
    const wrong = [
      '/tiles/town',
      good.replace('cross', 'town'),
      good.replace(version, `${version.slice(0, -1)}x`),
      good.replace('/14/', '/17/'),
      good.replace('/14/', '/-1/'),
      good.replace('/14/', '/1e1/'),
      good.replace(`/${X}/`, '/16384/'),
      good.replace(`/${X}/`, '/08/'),
      `${good}.mvt`,
      `/tiles/cross/${version}/areas/nowhere`,
      `/tiles/cross/${version}/areas/09`, // of two areas
      `/tiles/cross/${version}/areas/locality:09`,
    ];
    const answers = await Promise.all(wrong.map(async (path) => [path, (await get(path)).body?.error]));
    expect(answers).toEqual(wrong.map((path) => [path, 'not_found']));
  });

  it('gives the outline of an area by its code, with a point inside', async () => {
    const path = (await description()).areas as string;
    const { reply, bytes } = await bytesAt(path.replace('{code}', 'county:09'));
    expect(reply.headers.get('content-type')).toBe('application/geo+json');
    const { properties, bbox, geometry } = JSON.parse(Buffer.from(bytes).toString());
    const { center, ...rest } = properties;
    expect(rest).toEqual({ code: '09', name: 'District', kind: 'county', level: 6 });
    expect(bbox).toEqual([11.45, 48.05, 11.55, 48.15]);
    expect(geometry.coordinates).toEqual([
      [
        [
          [11.45, 48.05],
          [11.55, 48.05],
          [11.55, 48.15],
          [11.45, 48.05],
        ],
      ],
    ]);
    // The triangle lies below its diagonal.
    expect(center[0] - 11.45).toBeGreaterThan(center[1] - 48.05);
    const postcode = JSON.parse(Buffer.from((await bytesAt(path.replace('{code}', 'postcode:09'))).bytes).toString());
    expect([postcode.geometry, postcode.properties.center]).toEqual([null, null]);
  });

  it('is for those who are signed in, and for everyone on a page whose link is open to anyone', async () => {
    const { secret } = await makeAccount(database().db, { scopes: ['read', 'run', 'manage'] });
    const tile = await at(14, X, Y);
    const nobody = (path: string) => get(path, {});
    const { body } = await service.request('POST', '/api/v1/analyses', { key: secret, body: { name: 'Sites' } });
    const share = `?share=${body.id}`;
    const answers = async () =>
      Promise.all(
        ['', share, '?share=abcdefghijkl', '?share=x'].map(async (query) => (await nobody(tile + query)).status),
      );
    expect(await answers()).toEqual([401, 401, 401, 401]);
    expect((await nobody(`${tile}`)).body.error).toBe('not_signed_in');
    const shares = `/api/v1/analyses/${body.id}/shares`;
    await service.request('PUT', shares, { key: secret, body: { anyone: true } });
    expect(await answers()).toEqual([401, 200, 401, 401]);
    // The description hands the code on, so that a map needs nothing else.
    const open = (await nobody(`/tiles/cross${share}`)).body;
    expect(open.tiles[0].endsWith(`/{z}/{x}/{y}${share}`)).toBe(true);
    await service.request('PUT', shares, { key: secret, body: { anyone: false } });
    expect(await answers()).toEqual([401, 401, 401, 401]);
  });

  it('has another address for other data, and the old one is gone', async () => {
    const before = await at(14, X, Y);
    service.bundles.set(town('2027-01'));
    await until(async () => (await description()).dataVersion.territory === '2027-01');
    expect((await get(before)).status).toBe(404);
    expect((await get(await at(14, X, Y))).status).toBe(200);
    expect(await at(14, X, Y)).not.toBe(before);
  });
});
