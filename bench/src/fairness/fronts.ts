import type { Place } from '../demoService.ts';

/** An organization that attacks, as its thread knows it. */
export interface Attacker {
  readonly secrets: readonly string[];
  /** Of its owner, who is signed in. */
  readonly cookie: string;
  readonly organizationId: number;
  readonly webhookIds: readonly number[];
  /** An analysis with a state of a megabyte. */
  readonly analysisCode: string;
  /** An analysis that was run. */
  readonly reportCode: string;
  /** Price of the batch that it starts. */
  readonly batchCredits: number;
  readonly isochroneCredits: number;
  /** Path of the tiles of the territory, above zoom, column and row. */
  readonly tiles: string;
  readonly places: readonly Place[];
}

/** A request of an attack. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly by: 'key' | 'page';
  readonly body?: string;
  readonly type?: string;
  /** Whether its answer has no end: the next request is sent beside it. */
  readonly stays?: true;
}

/** Makes the request of a turn; turns count on, so that no two requests of a front are alike. */
type Front = (attacker: Attacker, turn: number) => Sent;

const MEBIBYTE = 2 ** 20;
const emptyItems = (bytes: number): string => `[${'{},'.repeat(Math.floor((bytes - 40) / 3))}{}]`;
const FOUR_MEBIBYTES = `{"points":${emptyItems(4 * MEBIBYTE)}}`;
const SIGN_UPS = [emptyItems(MEBIBYTE), emptyItems(16_000)];
const TABLE = `id,name,lat,lng\n${Array.from({ length: 20_000 }, (_, i) => `${i},Customer ${i},0.${i},0.${i}`).join('\n')}\n`;

const byKey = (path: string, body: object): Sent => ({
  method: 'POST',
  path: `/api/v1${path}`,
  by: 'key',
  body: JSON.stringify(body),
});
const placeOf = ({ places }: Attacker, turn: number): Place => places[turn % places.length] as Place;

/** A ring of the most positions that a polygon may have, around a place. */
function dearPolygon({ lat, lng }: Place): object {
  const positions = Array.from({ length: 9_998 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 9_998;
    const radius = 0.03 + 0.01 * Math.sin(40 * angle);
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)].map((degrees) =>
      Number(degrees.toFixed(6)),
    );
  });
  return { type: 'Polygon', coordinates: [[...positions, positions[0]]] };
}

/** A batch that ends at its first point that costs something. */
export const batchOf = ({ places, batchCredits }: Pick<Attacker, 'places' | 'batchCredits'>, turn: number) => ({
  points: Array.from({ length: 100 }, (_, i) => ({ id: i, ...(places[(turn + 7 * i) % places.length] as Place) })),
  include: ['people'],
  bandSeconds: [600],
  maxCredits: 0,
  quotedCredits: batchCredits,
});

const SEARCH_CREDITS = 100;
/** A search of the whole territory, each with other candidates. */
const searchOf = (turn: number) => ({
  sectorCode: 'food.bakery',
  candidates: 'addresses',
  spacingMeters: 60 + (turn % 400),
  listCount: 50,
});

const PROTOCOL = '2026-07-28';
const message = (method: string, params: object): Sent =>
  byMessage({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': PROTOCOL,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      },
    },
  });
const byMessage = (body: object): Sent => ({ method: 'POST', path: '/mcp', by: 'key', body: JSON.stringify(body) });

/** Zoom of the tiles that are asked for: a page of a town has some twenty. */
const TILE_ZOOM = 15;

/** The tile of a place, by the path of its zoom, column and row (slippy map names of OpenStreetMap). */
export function tileAt({ lat, lng }: Place, zoom = TILE_ZOOM): string {
  const side = 2 ** zoom;
  const column = Math.floor(((lng + 180) / 360) * side);
  const row = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * side);
  return `${zoom}/${column}/${row}`;
}

/** Languages and papers of a report: each is another document. */
const REPORTS = ['en', 'de', 'fr', 'it', 'es'].flatMap((language) =>
  ['a4', 'letter'].map((paper) => `language=${language}&paper=${paper}`),
);

/** Everything that one organization could do to all others before its sum was bounded. */
export const FRONTS: Readonly<Record<string, Front>> = {
  'quotes of dear polygons': (attacker, turn) =>
    byKey('/actions/analysis.people_economy/quote', { polygon: dearPolygon(placeOf(attacker, turn)) }),
  'coverage of 300 stores, quotes': (attacker, turn) =>
    byKey('/actions/network.coverage/quote', {
      stores: Array.from({ length: 300 }, (_, i) => ({ id: `${i}`, ...placeOf(attacker, turn + 13 * i) })),
      minutes: 60,
    }),
  'searches for sites': (_, turn) =>
    byKey('/actions/site.search/execute', { ...searchOf(turn), openCount: 3, quotedCredits: SEARCH_CREDITS }),
  'searches for sites, quotes': (_, turn) => byKey('/actions/site.search/quote', searchOf(turn)),
  'batches with cap 0': (attacker, turn) => byKey('/actions/enrich.points/execute', batchOf(attacker, turn)),
  'receivers that never end, pings': ({ webhookIds }, turn) => ({
    method: 'POST',
    path: `/api/v1/webhooks/${webhookIds[turn % webhookIds.length]}/ping`,
    by: 'key',
  }),
  'shares to strangers': ({ analysisCode }, turn) => ({
    method: 'PUT',
    path: `/api/v1/analyses/${analysisCode}/shares`,
    by: 'key',
    body: JSON.stringify({ people: Array.from({ length: 50 }, (_, i) => `stranger${50 * turn + i}@example.com`) }),
  }),
  'duplicates of a megabyte': ({ analysisCode }) => byKey(`/analyses/${analysisCode}/duplicate`, {}),
  'bodies of 4 MiB': () => ({
    method: 'POST',
    path: '/api/v1/actions/enrich.points/quote',
    by: 'key',
    body: FOUR_MEBIBYTES,
  }),
  'bodies of sign-up': (_, turn) => ({
    method: 'POST',
    path: '/web/v1/sign-up',
    by: 'page',
    body: SIGN_UPS[turn % SIGN_UPS.length] as string,
  }),
  'wrong passwords': (_, turn) => ({
    method: 'POST',
    path: '/web/v1/sign-in',
    by: 'page',
    body: JSON.stringify({ email: `stranger${turn}@example.com`, password: 'correct horse' }),
  }),
  'reports as PDF': ({ reportCode }, turn) => ({
    method: 'GET',
    path: `/api/v1/analyses/${reportCode}/report?format=pdf&${REPORTS[turn % REPORTS.length]}`,
    by: 'key',
  }),
  'map tiles': (attacker, turn) => ({
    method: 'GET',
    path: `${attacker.tiles}/${tileAt(placeOf(attacker, turn), 12 + (turn % 6))}`,
    by: 'page',
  }),
  'lists and calls of tools': (attacker, turn) =>
    turn % 2 === 0
      ? message('tools/list', {})
      : message('tools/call', {
          name: 'analysis_isochrone',
          arguments: {
            origins: [placeOf(attacker, turn)],
            bandSeconds: [900],
            quotedCredits: attacker.isochroneCredits,
          },
        }),
  'streams that stay open': () => ({
    ...message('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    stays: true,
  }),
  // Last, since what they begin goes on.
  'uploads of datasets': ({ organizationId }, turn) => ({
    method: 'POST',
    path: `/web/v1/organizations/${organizationId}/datasets?name=Table%20${turn}`,
    by: 'page',
    type: 'text/csv',
    body: TABLE,
  }),
};
