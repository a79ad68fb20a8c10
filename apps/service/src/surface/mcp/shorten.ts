type Json = Record<string, unknown>;

/** Characters of an answer that clients hand to their models: about 25,000 tokens of JSON with many figures. */
export const ANSWER_CHARACTERS = 60_000;
/** A polygon that is shorter stays. */
const POLYGON_CHARACTERS = 1000;

/** A part of an answer that is left out: the rest of a list, or a member. */
export interface LeftOut {
  /** JSON Pointer (RFC 6901) of the list or member. */
  readonly pointer: string;
  /** Elements that are shown; absent for a member. */
  readonly shown?: number;
  /** Elements that there are; absent for a member. */
  readonly of?: number;
  /** Characters of a member that is left out. */
  readonly characters?: number;
}

export interface Short {
  readonly answer: Json;
  readonly leftOut: readonly LeftOut[];
}

/** Returns an answer that is short enough for a model: without polygons unless they are wanted, and long lists by their beginning. */
export function shortened(given: Json, wantsPolygons: boolean): Short {
  let answer = given;
  let leftOut: LeftOut[] = [];
  const leave = (place: Place) => {
    answer = replaced(answer, place.path, undefined) as Json;
    leftOut.push({ pointer: pointerOf(place.path), characters: place.characters });
  };
  if (!wantsPolygons) for (const place of polygonsIn(answer)) leave(place);
  for (;;) {
    const excess = JSON.stringify(answer).length - ANSWER_CHARACTERS;
    if (excess <= 0) return { answer, leftOut };
    const list = longestOf(listsIn(answer));
    if (list === undefined) {
      const member = longestOf(membersIn(answer));
      if (member === undefined) return { answer, leftOut };
      leave(member);
      continue;
    }
    const elements = at(answer, list.path) as readonly unknown[];
    const shown = Math.max(1, Math.floor(elements.length * Math.max(0, 1 - (1.02 * excess) / list.characters)));
    answer = replaced(answer, list.path, elements.slice(0, shown)) as Json;
    const pointer = pointerOf(list.path);
    const of = leftOut.find((one) => one.pointer === pointer)?.of ?? elements.length;
    leftOut = [...leftOut.filter((one) => one.pointer !== pointer), { pointer, shown, of }];
  }
}

/**
 * Returns the part of an answer that a pointer names: a list from an element on, as far as it fits and one element at least, or a
 * member as a whole. Null where the answer has no such part.
 */
export function partOf(answer: Json, pointer: string): Json | null {
  const path = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const value = path.length === 0 ? undefined : at(answer, path);
  if (value === undefined) return null;
  const list = at(answer, path.slice(0, -1));
  if (!Array.isArray(list)) return { pointer, value };
  const from = Number(path.at(-1));
  const elements: unknown[] = [];
  let characters = 0;
  for (const element of list.slice(from)) {
    characters += JSON.stringify(element).length + 1;
    if (elements.length > 0 && characters > ANSWER_CHARACTERS) break;
    elements.push(element);
  }
  const end = from + elements.length;
  const next = end < list.length ? pointerOf([...path.slice(0, -1), String(end)]) : null;
  return { pointer, value: elements, from, of: list.length, next };
}

type Path = readonly string[];

interface Place {
  readonly path: Path;
  readonly characters: number;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pointerOf = (path: Path): string =>
  path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, step) => (found as Json | undefined)?.[step], value);

function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  const changed = replaced((value as Json)[step], rest, by);
  if (Array.isArray(value)) return value.map((element, i) => (i === Number(step) ? changed : element));
  return Object.fromEntries(
    Object.entries(value as Json).flatMap(([name, member]) =>
      name !== step ? [[name, member]] : changed === undefined ? [] : [[name, changed]],
    ),
  );
}

/** Members of an answer as places, as deep as `goesOn` says. */
function* placesIn(
  value: unknown,
  path: Path,
  goesOn: (value: unknown, path: Path) => boolean,
): Generator<[unknown, Path]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const own = [...path, name];
    yield [member, own];
    if (goesOn(member, own)) yield* placesIn(member, own, goesOn);
  }
}

const placeOf = ([value, path]: [unknown, Path]): Place => ({ path, characters: JSON.stringify(value).length });

const POLYGONS: ReadonlySet<unknown> = new Set(['Polygon', 'MultiPolygon']);
const isPolygons = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  if (value.type === 'FeatureCollection') return ((value.features as unknown[]) ?? []).some(isPolygons);
  if (value.type === 'Feature') return isPolygons(value.geometry);
  return POLYGONS.has(value.type) && Array.isArray(value.coordinates);
};

/** Members of objects that are GeoJSON of polygons, the outermost ones. */
function polygonsIn(answer: Json): readonly Place[] {
  return [...placesIn(answer, [], (value) => !isPolygons(value))]
    .filter(([value]) => isPolygons(value))
    .filter(([, path]) => isObject(at(answer, path.slice(0, -1))))
    .map(placeOf)
    .filter(({ characters }) => characters > POLYGON_CHARACTERS);
}

/** Lists that can be cut, the outermost ones: a ring of a polygon cannot. */
const listsIn = (answer: Json): readonly Place[] =>
  [...placesIn(answer, [], (value) => !(Array.isArray(value) && value.length > 1) && !isGeometry(value))]
    .filter(([value]) => Array.isArray(value) && value.length > 1)
    .map(placeOf);

const isGeometry = (value: unknown): boolean => isObject(value) && Array.isArray(value.coordinates);

/** Members that may be left out where no list is long. */
const membersIn = (answer: Json): readonly Place[] =>
  [...placesIn(answer, [], () => true)].filter(([value]) => isObject(value)).map(placeOf);

/** The longest, and the innermost of those that are nearly as long: an object around it would take all else along. */
const longestOf = (places: readonly Place[]): Place | undefined => {
  const most = Math.max(0, ...places.map(({ characters }) => characters));
  return places
    .filter(({ characters }) => characters > 0.5 * most)
    .toSorted((a, b) => b.path.length - a.path.length)[0];
};
