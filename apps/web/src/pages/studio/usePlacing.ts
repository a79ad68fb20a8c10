import { coordinatesOf } from '@hinterland/answers/words';
import { useMemo, useState } from 'react';
import { ownId } from '../../fields/ownIds.ts';
import { listOf } from '../../fields/schema.ts';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import type { PlaceMark } from './placeMarks.ts';
import { type AskedAction, isSearch, type Question, type Spot } from './question.ts';
import type { JobPoint } from './useJobPoints.ts';
import { shortName } from './usePlaceNames.ts';
import type { ChangeQuestion } from './useQuestion.ts';

/** More places than these are dots, whose numbers are shown where the map is near. */
const SIGNED_MAX = 20;
/** More places than these have no names beside them. */
const NAMED_MAX = 12;

interface NewPlace {
  /** Its own id, from a list. */
  readonly id?: string;
  readonly name?: string;
  readonly lat: number;
  readonly lng: number;
  readonly subject?: string;
}

interface PlacingOptions {
  readonly action: AskedAction | null;
  readonly question: Question;
  readonly change: ChangeQuestion;
  /** Ids of the stores that a plan has closed. */
  readonly closed: ReadonlySet<string>;
  /** The places in a background job. */
  readonly points: readonly JobPoint[];
  /** What the answer says of places, by their ids. */
  readonly marks: ReadonlyMap<string, PlaceMark>;
  /** What a place is called on the page. */
  readonly nameOf: (place: Spot) => string;
}

/** Places asked about: how many there may be, and how they are put, moved and removed. */
export function usePlacing({ action, question, change, closed, points, marks, nameOf }: PlacingOptions) {
  const { say } = useText();
  const { places } = question;
  const schema = action?.fields.find(({ name }) => name === action.subject)?.schema;
  const list = schema === undefined ? undefined : listOf(schema);
  const takesOne = action !== null && action.subject !== null && list === undefined;
  const needsSeveral = (list?.minItems ?? 1) > 1 || list?.items?.properties?.id !== undefined;
  const [wished, wish] = useState(false);
  const isSeveral = !takesOne && (needsSeveral || wished || places.length > 1);

  const isAskedOfSearch = action !== null && isSearch(action);

  const add = (added: readonly NewPlace[]) =>
    change('', (before) => {
      if (!isSeveral && added.length === 1) return { ...before, places: [spot(added[0] as NewPlace, [])] };
      const next = [...before.places];
      for (const one of added) next.push(spot(one, next));
      return { ...before, places: next };
    });
  const pins = useMemo(() => {
    const states = new Map(points.map((point) => [String(point.id), point.status]));
    return places.map((place, i): Pin => {
      const { id, lat, lng } = place;
      const name = nameOf(place);
      const { rank, isBest = false, isNamed = false, weight } = marks.get(String(id)) ?? {};
      const no = rank ?? i + 1;
      return {
        joint: String(id),
        name,
        lat,
        lng,
        // What a search finds has the numbers: the places that it is asked about are told by their names.
        sign: places.length > 1 && !isAskedOfSearch ? String(no) : '',
        isBest,
        isOther: rank !== undefined && !isBest,
        isDot: places.length > SIGNED_MAX,
        ...((isNamed || isAskedOfSearch || places.length === 1) && places.length <= NAMED_MAX && name !== ''
          ? { caption: shortName(name) }
          : {}),
        ...(weight === undefined ? {} : { weight }),
        state: closed.has(String(id)) ? 'closed' : (states.get(String(id)) ?? null),
        label: say(rank === undefined ? 'studio.map.pin' : 'studio.map.ranked', {
          no,
          name: name || coordinatesOf(place),
        }),
      };
    });
  }, [places, closed, points, marks, nameOf, say, isAskedOfSearch]);
  return {
    isSeveral,
    /** Whether the reader may choose between one place and several. */
    isFree: !takesOne && !needsSeveral && places.length < 2,
    wish,
    nameOf,
    add,
    put: (place: NewPlace) => add([place]),
    /** Says which saved place a place is, and its name there. */
    saved: (id: Spot['id'], { id: subject, name }: { readonly id: string; readonly name: string }) =>
      change('', (before) => ({
        ...before,
        places: before.places.map((one) => (one.id === id ? { ...one, name, subject } : one)),
      })),
    move: (index: number, place: NewPlace) =>
      change(`move ${index}`, (before) => ({
        ...before,
        places: before.places.map(({ subject, ...one }, i) => {
          if (i === index) return { ...one, ...place, name: nameOnMove(one) };
          return subject === undefined ? one : { ...one, subject };
        }),
      })),
    keep: (kept: readonly { readonly id: string | number }[]) =>
      change('', (before) => ({
        ...before,
        places: before.places.filter(({ id }) => kept.some((one) => one.id === id)),
      })),
    pins,
  };
}

export type Placing = ReturnType<typeof usePlacing>;

/** A place that is dragged away is no longer at the address it was found by; one with an id of its own keeps its name. */
const nameOnMove = ({ id, name }: Spot): string => (typeof id === 'string' ? name : '');

const spot = ({ id, name = '', lat, lng, subject }: NewPlace, others: readonly Spot[]): Spot => ({
  id: ownId(id, others),
  name,
  lat,
  lng,
  ...(subject === undefined ? {} : { subject }),
});
