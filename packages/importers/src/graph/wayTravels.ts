import type { Tags } from '../map/osmData.ts';
import { type NamelessTravel, namelessTravel, type WaySurroundings } from './way.ts';

/**
 * The meaning of ways, kept by the tags that it follows from: a country has a million ways of some thousand kinds. The keys that
 * matter are those that `namelessTravel` asks for. It asks for one after the other, so what it found for one way holds for
 * all that agree with it in the keys asked for.
 */
export class WayTravels {
  readonly #asked = new Set<string>();
  readonly #known = new Map<string, NamelessTravel | null>();

  /** The same as `namelessTravel`. Ways of one kind have the same object. */
  of(tags: Tags, surroundings: WaySurroundings): NamelessTravel | null {
    const { ferrySpeed, isInTown, country, hasHeights } = surroundings;
    const around = `${ferrySpeed}|${isInTown}|${country}|${hasHeights}`;
    const known = this.#known.get(around + this.#askedTags(tags));
    if (known !== undefined) return known;
    const travel = namelessTravel(new NotedTags(tags, this.#asked), surroundings);
    this.#known.set(around + this.#askedTags(tags), travel);
    return travel;
  }

  #askedTags(tags: Tags): string {
    let text = '';
    for (const [key, value] of tags) if (this.#asked.has(key)) text += `\0${key}\0${value}`;
    return text;
  }
}

/** Tags that note which keys they are asked for. */
class NotedTags extends Map<string, string> {
  readonly #asked: Set<string>;

  constructor(tags: Tags, asked: Set<string>) {
    super();
    for (const [key, value] of tags) this.set(key, value);
    this.#asked = asked;
  }

  override get(key: string): string | undefined {
    this.#asked.add(key);
    return super.get(key);
  }

  override has(key: string): boolean {
    this.#asked.add(key);
    return super.has(key);
  }

  // What goes through all tags may follow from any of them.
  override [Symbol.iterator](): never {
    throw allAsked();
  }
  override entries(): never {
    throw allAsked();
  }
  override keys(): never {
    throw allAsked();
  }
  override values(): never {
    throw allAsked();
  }
  override forEach(): never {
    throw allAsked();
  }
}

const allAsked = () => new Error('The travel of a way follows from the values of keys.');
