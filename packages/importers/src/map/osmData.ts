/**
 * An OpenStreetMap map in memory: nodes, ways and relations as columns ordered by id, tags as numbers of interned texts.
 * A row is the position in the columns; `nodeRow(id)` and its sisters find it. Ways refer to nodes by row, relations to
 * their members by id, because members outside the map are common and their ids matter for reports.
 */
export class OsmData {
  /** Every text of the tags and roles once; 0 is "". */
  strings: readonly string[];
  nodes: OsmNodes;
  ways: OsmWays;
  relations: OsmRelations;
  #stringIndex: ReadonlyMap<string, number>;

  constructor(
    strings: readonly string[],
    stringIndex: ReadonlyMap<string, number>,
    nodes: OsmNodes,
    ways: OsmWays,
    relations: OsmRelations,
  ) {
    this.strings = strings;
    this.#stringIndex = stringIndex;
    this.nodes = nodes;
    this.ways = ways;
    this.relations = relations;
  }

  /** Lets everything go: the map is empty from here on. For who built a territory of it and holds nothing else of it. */
  release(): void {
    const none = { ids: new Float64Array(0), tagStart: new Uint32Array(1), tagTexts: new Uint32Array(0) };
    this.strings = [''];
    this.#stringIndex = new Map([['', 0]]);
    this.nodes = { ...none, lngE7: new Int32Array(0), latE7: new Int32Array(0) };
    this.ways = { ...none, nodeStart: new Uint32Array(1), nodes: new Uint32Array(0) };
    this.relations = {
      ...none,
      memberStart: new Uint32Array(1),
      memberIds: new Float64Array(0),
      memberKinds: new Uint8Array(0),
      memberRoles: new Uint32Array(0),
    };
  }

  /** Longitude of a node in degrees. */
  lng(nodeRow: number): number {
    return this.nodes.lngE7[nodeRow]! / 1e7;
  }

  /** Latitude of a node in degrees. */
  lat(nodeRow: number): number {
    return this.nodes.latE7[nodeRow]! / 1e7;
  }

  /** Row of a node by its id, -1 when the map does not hold it. */
  nodeRow(id: number): number {
    return rowOf(this.nodes.ids, id);
  }

  /** Row of a way by its id, -1 when the map does not hold it. */
  wayRow(id: number): number {
    return rowOf(this.ways.ids, id);
  }

  /** Row of a relation by its id, -1 when the map does not hold it. */
  relationRow(id: number): number {
    return rowOf(this.relations.ids, id);
  }

  /** Rows of a way's nodes in order; NONE for a node that the map does not hold. */
  wayNodes(wayRow: number): Uint32Array {
    return this.ways.nodes.subarray(this.ways.nodeStart[wayRow], this.ways.nodeStart[wayRow + 1]);
  }

  /** Members of a relation in order. */
  members(relationRow: number): OsmMember[] {
    const { memberStart, memberIds, memberKinds, memberRoles } = this.relations;
    const members: OsmMember[] = [];
    for (let i = memberStart[relationRow]!; i < memberStart[relationRow + 1]!; i++) {
      members.push({
        kind: OSM_KINDS[memberKinds[i]!]!,
        id: memberIds[i]!,
        role: this.strings[memberRoles[i]!]!,
      });
    }
    return members;
  }

  /** All tags of one object. */
  tags(kind: OsmKind, row: number): Tags {
    const { tagStart, tagTexts } = this.#columns(kind);
    const end = tagStart[row + 1]!;
    let i = tagStart[row]!;
    if (i === end) return NO_TAGS;
    const tags = new Map<string, string>();
    for (; i < end; i += 2) tags.set(this.strings[tagTexts[i]!]!, this.strings[tagTexts[i + 1]!]!);
    return tags;
  }

  /** One tag of one object, undefined where it is not set; cheaper than `tags` when most objects lack it. */
  tag(kind: OsmKind, row: number, key: string): string | undefined {
    const keyText = this.#stringIndex.get(key);
    if (keyText === undefined) return undefined;
    const { tagStart, tagTexts } = this.#columns(kind);
    for (let i = tagStart[row]!; i < tagStart[row + 1]!; i += 2) {
      if (tagTexts[i] === keyText) return this.strings[tagTexts[i + 1]!];
    }
    return undefined;
  }

  /** Whether an object carries any tag at all. */
  isTagged(kind: OsmKind, row: number): boolean {
    const { tagStart } = this.#columns(kind);
    return tagStart[row + 1]! > tagStart[row]!;
  }

  #columns(kind: OsmKind): TagColumns {
    return kind === 'node' ? this.nodes : kind === 'way' ? this.ways : this.relations;
  }
}

/** Kinds of objects; the number in `memberKinds` is the position in this list, as in the PBF format. */
export const OSM_KINDS = ['node', 'way', 'relation'] as const;
export type OsmKind = (typeof OSM_KINDS)[number];

export type Tags = ReadonlyMap<string, string>;
const NO_TAGS: Tags = new Map();

export interface OsmMember {
  readonly kind: OsmKind;
  readonly id: number;
  readonly role: string;
}

interface TagColumns {
  /** Ascending, unique. */
  readonly ids: Float64Array;
  /** Row r's tags are tagTexts[tagStart[r]] up to tagStart[r + 1]: key, value, key, value, … as numbers of `strings`. */
  readonly tagStart: Uint32Array;
  readonly tagTexts: Uint32Array;
}

interface OsmNodes extends TagColumns {
  /** Degrees × 10,000,000, the precision that OpenStreetMap keeps. */
  readonly lngE7: Int32Array;
  readonly latE7: Int32Array;
}

interface OsmWays extends TagColumns {
  readonly nodeStart: Uint32Array;
  /** Node rows; NONE for nodes that the map does not hold. */
  readonly nodes: Uint32Array;
}

interface OsmRelations extends TagColumns {
  readonly memberStart: Uint32Array;
  readonly memberIds: Float64Array;
  /** Position in OSM_KINDS. */
  readonly memberKinds: Uint8Array;
  /** Number of the role in `strings`. */
  readonly memberRoles: Uint32Array;
}

/** Binary search in ascending ids; -1 when absent. */
export function rowOf(ids: Float64Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle]!;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
