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
  /** Price of the batch that it starts. */
  readonly batchCredits: number;
  readonly places: readonly Place[];
}

/** A request of an attack. */
export interface Sent {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly by: 'key' | 'page';
  readonly body?: string;
  readonly type?: string;
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

/** Everything that one organization could do to all others before its sum was bounded. */
export const FRONTS: Readonly<Record<string, Front>> = {
  'quotes of dear polygons': (attacker, turn) =>
    byKey('/actions/analysis.people_economy/quote', { polygon: dearPolygon(placeOf(attacker, turn)) }),
  'coverage of 300 stores, quotes': (attacker, turn) =>
    byKey('/actions/network.coverage/quote', {
      stores: Array.from({ length: 300 }, (_, i) => ({ id: `${i}`, ...placeOf(attacker, turn + 13 * i) })),
      minutes: 60,
    }),
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
  // Last, since what they begin goes on.
  'uploads of datasets': ({ organizationId }, turn) => ({
    method: 'POST',
    path: `/web/v1/organizations/${organizationId}/datasets?name=Table%20${turn}`,
    by: 'page',
    type: 'text/csv',
    body: TABLE,
  }),
};
