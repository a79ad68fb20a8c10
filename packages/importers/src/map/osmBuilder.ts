import { OsmCollector } from './osmCollector.ts';
import { OSM_KINDS, type OsmData, type OsmMember } from './osmData.ts';

/**
 * Makes maps by hand: the demo territory and tests. Ids are given in order from 1, per kind. Degrees go in, and are
 * kept to 1e-7.
 */
export class OsmBuilder {
  readonly #collector = new OsmCollector();
  #nodeCount = 0;
  #wayCount = 0;
  #relationCount = 0;

  addNode(lat: number, lng: number, tags: Readonly<Record<string, string>> = {}): number {
    if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) {
      throw new RangeError(
        `node ${this.#nodeCount + 1}: lat ${lat}, lng ${lng} is no place on Earth; pass (lat, lng) in degrees`,
      );
    }
    this.#collector.node(++this.#nodeCount, Math.round(lng * 1e7), Math.round(lat * 1e7), this.#tagTexts(tags));
    return this.#nodeCount;
  }

  /** `nodes`: ids from `addNode`; other ids are nodes that the map does not hold, as at the edge of an extract. */
  addWay(nodes: readonly number[], tags: Readonly<Record<string, string>> = {}): number {
    this.#collector.way(++this.#wayCount, nodes, this.#tagTexts(tags));
    return this.#wayCount;
  }

  addRelation(members: readonly OsmMember[], tags: Readonly<Record<string, string>> = {}): number {
    this.#collector.relation(
      ++this.#relationCount,
      members.map((member) => OSM_KINDS.indexOf(member.kind)),
      members.map((member) => member.id),
      members.map((member) => this.#collector.intern(member.role)),
      this.#tagTexts(tags),
    );
    return this.#relationCount;
  }

  /** The map so far; may be called once. */
  build(): OsmData {
    return this.#collector.finish();
  }

  #tagTexts(tags: Readonly<Record<string, string>>): number[] {
    return Object.entries(tags).flatMap(([key, value]) => [this.#collector.intern(key), this.#collector.intern(value)]);
  }
}
