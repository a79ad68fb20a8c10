import type { OrganizationPath } from '../../api/address.ts';
import { request } from '../../api/request.ts';
import type { Subject } from '../../api/types.ts';
import { NOTHING_ASKED, type Question, type Spot } from '../studio/question.ts';

/** The action of this page. */
export const CHANGES = 'markets.changes';

/** Places that one call takes. */
const PLACES_MAX = 50;
const METERS_PER_DEGREE = 111_195;

export interface At {
  readonly lat: number;
  readonly lng: number;
}

/** The part of the map that is seen: its middle, and how far it is looked around. */
export interface Seen extends At {
  readonly meters: number;
}

/** What is asked about, by the name that people know it by. */
export interface Asked {
  readonly question: Question;
  /** "" for what the map shows. */
  readonly name: string;
  /** Id of the saved subject that it is; null for none. */
  readonly subject: string | null;
  /** Places left out because there are too many. */
  readonly isCut: boolean;
}

export const VIEWED: Asked = { question: NOTHING_ASKED, name: '', subject: null, isCut: false };

/** A question that an address or a page brought along. */
export const askedOf = (question: Question): Asked => ({
  ...VIEWED,
  question,
  name: question.places[0]?.name ?? '',
  subject: question.places[0]?.subject ?? null,
});

/** A saved place, network, set or area in place of what was asked about; way, reach and sectors stay. */
export async function askedOfSubject(path: OrganizationPath, before: Question, subject: Subject): Promise<Asked> {
  const { id, name, kind, lat, lng, area, polygon, dataset } = subject;
  const common = { name, subject: id, isCut: false };
  if (kind === 'area') {
    const where = area === null ? { polygon } : { areas: [area.code] };
    return { ...common, question: at(before, [], where) };
  }
  if (kind === 'place') {
    const spot = { id: 1, name, lat: lat ?? 0, lng: lng ?? 0, subject: id };
    return { ...common, question: at(before, [spot]) };
  }
  const all: readonly At[] =
    dataset === null ? (subject.places ?? []) : (await request(`${path}/datasets/${dataset.id}/points`)).data;
  const spots = all.slice(0, PLACES_MAX).map((one, i): Spot => ({ id: i + 1, name: '', lat: one.lat, lng: one.lng }));
  return { ...common, question: at(before, spots), isCut: spots.length < all.length };
}

/** A question about other places or another ground. */
export function at(
  before: Question,
  places: readonly Spot[],
  { areas, polygon }: Readonly<Record<string, unknown>> = {},
): Question {
  const values = { ...before.values, areas, polygon };
  const ground = areas !== undefined ? ['areas'] : polygon !== undefined ? ['polygon'] : [];
  return { actionId: CHANGES, places, values, chosen: ground };
}

const DEFAULT_SECONDS = 600;

/** The widest limit of a question, in seconds. */
export function secondsOf({ values: { bandSeconds } }: Question): number {
  return Array.isArray(bandSeconds) ? Math.max(...bandSeconds.map(Number)) : DEFAULT_SECONDS;
}

/** The way of a question; by car where it has none. */
export const modeOf = ({ values: { mode } }: Question): string => (typeof mode === 'string' ? mode : 'car');

/** The question in full: without a place it is about the part of the map that is seen. */
export function inFull(question: Question, seen: Seen): Question {
  const { bandSeconds, bandMeters, radiusMeters, mode, traffic, departure, sectors, since, areas, polygon } =
    question.values;
  const about = { ...(sectors === undefined ? {} : { sectors }), ...(since === undefined ? {} : { since }) };
  const of = (values: Question['values'], chosen: readonly string[]) => ({
    ...question,
    actionId: CHANGES,
    values: { ...values, ...about },
    chosen,
  });
  if (question.places.length > 0) {
    const reach = Object.entries({ bandSeconds, bandMeters, radiusMeters }).find(([, one]) => one !== undefined);
    const [name, limits] = reach ?? ['bandSeconds', [DEFAULT_SECONDS]];
    const way = { mode: mode ?? 'car', traffic, departure };
    const given = Object.fromEntries(Object.entries(way).filter(([, one]) => one !== undefined));
    return of({ [name]: limits, ...given }, [name]);
  }
  if (areas !== undefined) return of({ areas }, ['areas']);
  return of({ polygon: polygon ?? outlineOf(seen) }, ['polygon']);
}

/** The input of the action. */
export const inputOf = ({ places, values }: Question): Record<string, unknown> => ({
  ...(places.length === 0 ? {} : { origins: places.map(({ lat, lng }) => ({ lat, lng })) }),
  ...values,
});

/** The question of a kept input, for its form. */
export function questionOf(input: Readonly<Record<string, unknown>>): Question {
  const { origins, ...values } = input;
  const places = Array.isArray(origins) ? origins : [];
  return {
    actionId: CHANGES,
    places: places.map((one: At, i): Spot => ({ id: i + 1, name: '', lat: one.lat, lng: one.lng })),
    values,
    chosen: [],
  };
}

/** The part of the map that is seen as a polygon. */
function outlineOf({ lat, lng, meters }: Seen) {
  const up = meters / METERS_PER_DEGREE;
  const right = up / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x, y]) => [round(lng + x! * right), round(lat + y! * up)]);
  return { type: 'Polygon', coordinates: [corners] };
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
