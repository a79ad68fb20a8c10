import type { Spot, SpotReading } from './spot.ts';

type Read = (pair: string) => SpotReading | null;

const LINK = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|geo:|www\.|maps?\.|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/\S)/i;

/** Whether a text is an address of a page, or of a place as telephones pass it on. */
export const isLink = (text: string): boolean =>
  LINK.test(text) && !/\s\S+\s\S+\s/.test(text.trim().replace(/\+/g, ' ').slice(0, 40));

const NUMBER = String.raw`[-+]?\d{1,3}(?:\.\d+)?`;
const PAIR = String.raw`(${NUMBER})\s*(?:,|;|~|_|%2C)\s*(${NUMBER})`;
const patterns = (...sources: string[]) => sources.map((source) => new RegExp(source, 'i'));

/** What a link of Google marks, behind what it shows. */
const MARKED = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`);
/** Where maps write latitude and longitude in the path and behind #. */
const IN_PATH = patterns(
  `/link/(?:map|to)/[^/]*?${PAIR}`,
  `@${PAIR}`,
  String.raw`#(?:[a-z]+=)?[\d.]+/(${NUMBER})/(${NUMBER})`,
  `/l/${PAIR}`,
);
/** Members of a query that hold a latitude and a longitude: what is marked, then what is shown. */
const PAIRS = 'q query destination daddr pin coordinate latlng loc to sp at pos ll sll center cp map'.split(' ');
/** Members that hold a longitude first, by the host that writes them so. */
const LNG_FIRST: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(^|\.)yandex\./, ['whatshere[point]', 'pt', 'll']],
  [/(^|\.)2gis\./, ['m']],
  [/(^|\.)geoportail\.gouv\.fr$/, ['c']],
];
const SINGLES = [
  ['mlat', 'mlon'],
  ['lat', 'lon'],
  ['lat', 'lng'],
  ['latitude', 'longitude'],
  ['y', 'x'],
] as const;

/**
 * Returns the place in a link of OpenStreetMap, Google, Apple, Bing, HERE, Waze, Yandex, Mapy and others that write in one of
 * their ways, or in a `geo:` address (RFC 5870). Null where it holds none: short links do not.
 */
export function placeInLink(text: string, read: Read): Spot | null {
  if (/^geo:/i.test(text)) return placeInGeo(text);
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return null;
  }
  const query = new Map([...new URLSearchParams(url.hash.replace(/^#[^?]*\?|^#/, '')), ...url.searchParams]);
  const lngFirst = LNG_FIRST.find(([host]) => host.test(url.hostname))?.[1] ?? [];
  for (const name of lngFirst) {
    const [, lng, lat] = new RegExp(`^${PAIR}`).exec(query.get(name) ?? '') ?? [];
    if (lng !== undefined) return { lat: Number(lat), lng: Number(lng) };
  }
  const rest = decoded(`${url.pathname}${url.hash}`);
  const marked = spotOf(MARKED.exec(rest));
  if (marked !== null) return marked;
  for (const text of [...PAIRS.map((name) => query.get(name)), packed(query.get('params')), ...searchedFor(rest)]) {
    const spot = pairIn(text, read);
    if (spot !== null) return spot;
  }
  for (const [lat, lng] of SINGLES) {
    const spot = [query.get(lat), query.get(lng)].map((one) => Number(one || Number.NaN));
    if (spot.every(Number.isFinite)) return { lat: spot[0]!, lng: spot[1]! };
  }
  for (const pattern of IN_PATH) {
    const spot = spotOf(pattern.exec(rest));
    if (spot !== null) return spot;
  }
  return null;
}

/** Parts of a path behind the word for a place or a search; the view of the map begins with @. */
const searchedFor = (path: string): readonly string[] =>
  (/\/(?:place|search|dir)\/(.*)/.exec(path)?.[1] ?? '')
    .split('/')
    .filter((part) => part !== '' && !/^(?:@|data=)/.test(part))
    .map((part) => part.replaceAll('+', ' '))
    .toReversed();

/** Coordinates as the links of encyclopedias pack them: "48_8_14_N_11_34_31_E_type:city". */
const packed = (text: string | undefined): string | undefined =>
  /^[\d._]+_[NS]_[\d._]+_[EW]/.exec(text ?? '')?.[0].replaceAll('_', ' ');

function spotOf(found: RegExpExecArray | null): Spot | null {
  const [, lat, lng] = found ?? [];
  return lat === undefined ? null : { lat: Number(lat), lng: Number(lng) };
}

/** `geo:lat,lng`; a telephone that searches writes `geo:0,0?q=lat,lng(name)`. */
function placeInGeo(text: string): Spot | null {
  const asked = /[?&]q=([^&]*)/i.exec(text)?.[1];
  const [, lat, lng] =
    new RegExp(`^${PAIR}`).exec(decoded(asked ?? '')) ?? new RegExp(`^geo:${PAIR}`, 'i').exec(text) ?? [];
  return lat === undefined ? null : { lat: Number(lat), lng: Number(lng) };
}

/** A member's pair, behind a word such as `loc:` or `point.`, before a name or a zoom. */
function pairIn(text: string | undefined, read: Read): Spot | null {
  if (text === undefined) return null;
  const [, lat, lng] = new RegExp(String.raw`^(?:[a-z]+[:.])?\s*${PAIR}(?=$|[,_(\s/])`, 'i').exec(text) ?? [];
  if (lat !== undefined) return { lat: Number(lat), lng: Number(lng) };
  const reading = read(text);
  return reading?.fault === null ? reading.spot : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
