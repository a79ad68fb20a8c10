import { said } from '@hinterland/answers/said';
import type { FieldError } from '@hinterland/contract';
import type { Territory } from '@hinterland/territory';
import { invalid, invalidFields, pointerStep } from '../kit/json.ts';
import { ProblemError } from '../kit/problem.ts';
import { quoted } from '../kit/quotedText.ts';
import type { Generation } from './territoriesInForce.ts';

/** The box around a territory, degrees. */
export type Box = Territory['manifest']['bbox'];

/** Parts of an input that determine its territory. */
interface Places {
  readonly points: readonly { readonly lat: number; readonly lng: number; readonly pointer: string }[];
  readonly codes: readonly { readonly code: string; readonly pointer: string }[];
  readonly boxes: readonly Box[];
  readonly continent: string | null;
}

/**
 * The territory that a call is meant for: the one that `chosen` names, else the one that holds the input's points, area
 * codes, drawn polygon or box. With one territory installed only points are looked at.
 *
 * Throws outside_coverage for points in no territory or in two, and validation_error where the input leaves the choice
 * open. What lies inside the box of a territory but off its map is for the engine to refuse.
 */
export function territoryFor(input: unknown, installed: readonly Generation[], chosen: string | null): Generation {
  if (installed.length === 0) {
    throw new ProblemError('outside_coverage', said('no_territory'));
  }
  const candidates = chosen === null ? installed : [byId(installed, chosen)];
  const places = placesOf(input);
  const withPoints = holdingPoints(candidates, places);
  if (withPoints.length === 1) return withPoints[0] as Generation;
  const left = holdingCodes(meetingBoxes(onContinent(withPoints, places), places), places);
  if (left.length === 1 || (left.length > 1 && places.points.length > 0)) return smallest(left);
  throw invalid(
    '#/territory',
    `Several territories are installed and the input fits ${left.length === 0 ? 'none' : 'more than one'} of them: ` +
      `say with "territory" which one is meant (${idsOf(installed)}).`,
  );
}

/**
 * The territories that a question to several is meant for: the one that `chosen` names, else all that fit, in the order
 * of their ids. Throws outside_coverage where none fits.
 */
export function territoriesFor(
  installed: readonly Generation[],
  chosen: string | null,
  fits: (manifest: Territory['manifest']) => boolean,
): readonly Generation[] {
  if (chosen !== null) return [byId(installed, chosen)];
  const fitting = installed.filter(({ territory }) => fits(territory.manifest));
  if (fitting.length > 0)
    return fitting.toSorted((a, b) => (a.territory.manifest.id < b.territory.manifest.id ? -1 : 1));
  const known = installed
    .toSorted((a, b) => (a.territory.manifest.id < b.territory.manifest.id ? -1 : 1))
    .map(({ territory }) => {
      const { id, continent, countries } = territory.manifest;
      return `${id} (${continent}, ${countries.join(', ')})`;
    });
  throw new ProblemError(
    'outside_coverage',
    known.length === 0 ? said('no_territory') : said('none_there', { known: known.join('; ') }),
  );
}

function byId(installed: readonly Generation[], id: string): Generation {
  const found = installed.find(({ territory }) => territory.manifest.id === id);
  if (found !== undefined) return found;
  throw invalid('#/territory', said('territory_unknown', { id: quoted(id), known: idsOf(installed) }));
}

const idsOf = (installed: readonly Generation[]): string =>
  installed.map(({ territory }) => territory.manifest.id).join(', ');

function holdingPoints(candidates: readonly Generation[], { points }: Places): readonly Generation[] {
  const holds = ({ territory }: Generation, point: Places['points'][number]) =>
    boxHolds(territory.manifest.bbox, point);
  const outside = points.filter((point) => !candidates.some((candidate) => holds(candidate, point)));
  if (outside.length > 0) throw outsideCoverage(outside, candidates);
  const all = candidates.filter((candidate) => points.every((point) => holds(candidate, point)));
  if (all.length > 0) return all;
  throw new ProblemError(
    'outside_coverage',
    'The points lie in different territories. One call works within one territory: split the call, or build one ' +
      'territory that holds both sides.',
  );
}

function outsideCoverage(points: Places['points'], candidates: readonly Generation[]): ProblemError {
  const names = candidates.map(({ territory }) => territory.manifest.name).join(', ');
  const errors = points.slice(0, 20).map(({ lat, lng, pointer }): FieldError => {
    const swapped = candidates.some(({ territory }) => boxHolds(territory.manifest.bbox, { lat: lng, lng: lat }));
    const hint = swapped ? ' Latitude and longitude seem to be swapped.' : '';
    return { pointer, detail: `lat ${lat}, lng ${lng} lies outside the installed territories (${names}).${hint}` };
  });
  const { message, fields } = invalidFields(errors);
  return new ProblemError('outside_coverage', message, fields);
}

const onContinent = (candidates: readonly Generation[], { continent }: Places): readonly Generation[] =>
  continent === null ? candidates : candidates.filter(({ territory }) => territory.manifest.continent === continent);

const meetingBoxes = (candidates: readonly Generation[], { boxes }: Places): readonly Generation[] =>
  candidates.filter(({ territory }) => boxes.every((box) => boxesMeet(territory.manifest.bbox, box)));

/** A code that no territory has is left to the action, which names the place in the input. */
function holdingCodes(candidates: readonly Generation[], { codes }: Places): readonly Generation[] {
  if (codes.length === 0) return candidates;
  return candidates.filter(({ areaCodes }) =>
    codes.every(({ code }) => areaCodes.has(code) || areaCodes.has(code.replace(/^[a-z]+:/, ''))),
  );
}

/** Boxes overlap where a territory lies within another's box: the tighter one is meant. */
function smallest(generations: readonly Generation[]): Generation {
  const size = ({ territory }: Generation) => {
    const { west, east, south, north } = territory.manifest.bbox;
    return (east - west) * (north - south);
  };
  return generations.reduce((a, b) => (size(b) < size(a) ? b : a));
}

/** Members of inputs that hold codes of areas. */
const CODE_MEMBERS: readonly string[] = ['areas', 'parent'];

function placesOf(input: unknown): Places {
  const points: { lat: number; lng: number; pointer: string }[] = [];
  const codes: { code: string; pointer: string }[] = [];
  const boxes: Box[] = [];
  let continent: string | null = null;
  const look = (value: unknown, pointer: string) => {
    if (isPoint(value)) points.push({ lat: value.lat, lng: value.lng, pointer });
    else if (isBox(value)) boxes.push(value);
  };
  look(input, '#');
  for (const [name, value] of Object.entries((input ?? {}) as Record<string, unknown>)) {
    const pointer = `#${pointerStep(name)}`;
    if (CODE_MEMBERS.includes(name)) {
      for (const code of Array.isArray(value) ? value : [value])
        if (typeof code === 'string') codes.push({ code, pointer });
    } else if (name === 'continent' && typeof value === 'string') continent = value;
    else if (name === 'polygon') boxes.push(...polygonBox(value));
    else if (Array.isArray(value)) {
      value.forEach((item, i) => {
        look(item, `${pointer}/${i}`);
      });
    } else look(value, pointer);
  }
  return { points, codes, boxes, continent };
}

function isPoint(value: unknown): value is { lat: number; lng: number } {
  const { lat, lng } = (value ?? {}) as Record<string, unknown>;
  return typeof lat === 'number' && typeof lng === 'number';
}

function isBox(value: unknown): value is Box {
  const box = (value ?? {}) as Record<string, unknown>;
  return ['west', 'south', 'east', 'north'].every((side) => typeof box[side] === 'number');
}

/** The box of all positions of a GeoJSON geometry, whatever its nesting. */
function polygonBox(geometry: unknown): Box[] {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const visit = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [lng, lat] = value;
    if (typeof lng === 'number' && typeof lat === 'number') {
      box.west = Math.min(box.west, lng);
      box.east = Math.max(box.east, lng);
      box.south = Math.min(box.south, lat);
      box.north = Math.max(box.north, lat);
    } else value.forEach(visit);
  };
  visit((geometry as { coordinates?: unknown } | null)?.coordinates);
  return box.west <= box.east ? [box] : [];
}

/** Edges belong to the box. A box whose west lies beyond its east crosses the 180th meridian. */
export function boxHolds({ west, south, east, north }: Box, { lat, lng }: { lat: number; lng: number }): boolean {
  return lat >= south && lat <= north && (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east);
}

function boxesMeet(a: Box, b: Box): boolean {
  const across = a.west > a.east || b.west > b.east;
  return a.south <= b.north && a.north >= b.south && (across || (a.west <= b.east && a.east >= b.west));
}
