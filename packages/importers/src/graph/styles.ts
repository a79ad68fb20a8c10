import { MODE_BIT, MODES, type Mode } from '@hinterland/catalogue';
import { ROAD_CLASSES, type RoadClass } from '@hinterland/territory';
import type { HourlySpeeds } from '../inputs/speeds.ts';
import type { NamelessTravel, Speeds, WayTravel } from './way.ts';

/**
 * Everything about a road that an edge must have the same from end to end, once per combination. A style has a
 * direction; `reversed` gives the style of the same road seen from its other end.
 */
export class Styles {
  readonly #travels: WayTravel[] = [];
  readonly #reversed: number[] = [];
  readonly #openTo: number[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #streets = new Map<string, number>([['', 0]]);
  /** Styles of ways without hourly speeds, by the object of their travel, then by street. */
  readonly #known = new Map<NamelessTravel, Map<string, number>>();

  /** Number of the style of a way in its own direction. Ways of one kind should come with the same object. */
  ofWay(travel: NamelessTravel, street: string, hourlySpeeds?: HourlySpeeds): number {
    if (hourlySpeeds !== undefined) return this.add({ ...travel, street, hourlySpeeds });
    let known = this.#known.get(travel);
    if (known === undefined) {
      known = new Map();
      this.#known.set(travel, known);
    }
    let style = known.get(street);
    if (style === undefined) {
      style = this.add({ ...travel, street });
      known.set(street, style);
    }
    return style;
  }

  /** Number of the style of a road in its own direction. */
  add(travel: WayTravel): number {
    const number = this.#number(travel);
    const speeds = Object.fromEntries(MODES.map((mode) => [mode, travel.speeds[mode].toReversed()]));
    const reversed = this.#number({
      ...travel,
      speeds: speeds as unknown as Record<Mode, Speeds>,
      ...(travel.passage === undefined ? {} : { passage: reversedPassage(travel.passage) }),
    });
    this.#reversed[number] = reversed;
    this.#reversed[reversed] = number;
    return number;
  }

  travel(style: number): WayTravel {
    return this.#travels[style]!;
  }

  reversed(style: number): number {
    return this.#reversed[style]!;
  }

  /** Modes that may use the road at least one way, as bits of MODE_BIT. */
  openTo(style: number): number {
    return this.#openTo[style]!;
  }

  roadClass(style: number): number {
    return ROAD_CLASSES.indexOf(this.#travels[style]!.roadClass satisfies RoadClass);
  }

  #number(travel: WayTravel): number {
    let street = this.#streets.get(travel.street);
    if (street === undefined) {
      street = this.#streets.size;
      this.#streets.set(travel.street, street);
    }
    let key = `${travel.roadClass}|${travel.avoidSnap}|${travel.privateTo}|${travel.limitedTo}|${travel.boardingSeconds}|${travel.relief}|${street}`;
    for (const mode of MODES) {
      // To the meter per hour.
      const [forward, backward] = travel.speeds[mode];
      key += `|${Math.round(1000 * forward)}|${Math.round(1000 * backward)}|${travel.passage?.[mode].join('>') ?? ''}`;
    }
    if (travel.hourlySpeeds !== undefined) key += `|${travel.hourlySpeeds.join()}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#travels.length;
      this.#travels.push(travel);
      const open = MODES.filter((mode) => travel.speeds[mode].some((speed) => speed > 0));
      this.#openTo.push(open.reduce((bits, mode) => bits | MODE_BIT[mode], 0));
      this.#numbers.set(key, number);
    }
    return number;
  }
}

function reversedPassage({ car, walk, bicycle }: NonNullable<WayTravel['passage']>): WayTravel['passage'] {
  return { car: [car[1], car[0]], walk: [walk[1], walk[0]], bicycle: [bicycle[1], bicycle[0]] };
}
