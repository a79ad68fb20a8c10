import { growingFloat64, growingInt32, growingUint8, growingUint32 } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';

/**
 * An OpenStreetMap map in memory: nodes, ways and relations as columns ordered by id, tags as numbers of interned texts.
 * A row is the position in the columns; `nodeRow(id)` and its sisters find it. Ways refer to nodes by row, relations to
 * their members by id, because members outside the map are common and their ids matter for reports.
 */
export class OsmData {
  /** Every text of the tags and roles once; 0 is "". */
  readonly strings: readonly string[];
  readonly nodes: OsmNodes;
  readonly ways: OsmWays;
  readonly relations: OsmRelations;
  readonly #stringIndex: ReadonlyMap<string, number>;

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
export const NO_TAGS: Tags = new Map();

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

export interface OsmNodes extends TagColumns {
  /** Degrees × 10,000,000, the precision that OpenStreetMap keeps. */
  readonly lngE7: Int32Array;
  readonly latE7: Int32Array;
}

export interface OsmWays extends TagColumns {
  readonly nodeStart: Uint32Array;
  /** Node rows; NONE for nodes that the map does not hold. */
  readonly nodes: Uint32Array;
}

export interface OsmRelations extends TagColumns {
  readonly memberStart: Uint32Array;
  readonly memberIds: Float64Array;
  /** Position in OSM_KINDS. */
  readonly memberKinds: Uint8Array;
  /** Number of the role in `strings`. */
  readonly memberRoles: Uint32Array;
}

/**
 * Collects objects in any order and makes an OsmData of them. Every id may be added once per kind (a reader picks the
 * version beforehand). Way nodes are given by id; they are found when `finish` is called.
 */
export class OsmCollector {
  readonly #strings: string[] = [''];
  readonly #stringIndex = new Map<string, number>([['', 0]]);
  readonly #nodes = new Objects();
  readonly #lngE7 = growingInt32();
  readonly #latE7 = growingInt32();
  readonly #ways = new Objects();
  readonly #wayNodeStart = growingUint32();
  readonly #wayNodeIds = growingFloat64();
  readonly #relations = new Objects();
  readonly #memberStart = growingUint32();
  readonly #memberIds = growingFloat64();
  readonly #memberKinds = growingUint8();
  readonly #memberRoles = growingUint32();

  /** Number of a text, the same for equal texts. */
  intern(text: string): number {
    let index = this.#stringIndex.get(text);
    if (index === undefined) {
      index = this.#strings.length;
      this.#strings.push(text);
      this.#stringIndex.set(text, index);
    }
    return index;
  }

  /** `tagTexts`: key, value, key, value, … as numbers from `intern`. */
  node(id: number, lngE7: number, latE7: number, tagTexts: ArrayLike<number>): void {
    this.#nodes.add(id, tagTexts);
    this.#lngE7.push(lngE7);
    this.#latE7.push(latE7);
  }

  way(id: number, nodeIds: ArrayLike<number>, tagTexts: ArrayLike<number>): void {
    this.#ways.add(id, tagTexts);
    this.#wayNodeStart.push(this.#wayNodeIds.length);
    this.#wayNodeIds.pushAll(nodeIds);
  }

  relation(
    id: number,
    memberKinds: ArrayLike<number>,
    memberIds: ArrayLike<number>,
    memberRoles: ArrayLike<number>,
    tagTexts: ArrayLike<number>,
  ): void {
    this.#relations.add(id, tagTexts);
    this.#memberStart.push(this.#memberIds.length);
    this.#memberKinds.pushAll(memberKinds);
    this.#memberIds.pushAll(memberIds);
    this.#memberRoles.pushAll(memberRoles);
  }

  finish(): OsmData {
    const nodes = this.#nodes.finish('node');
    const lngE7 = nodes.order === null ? this.#lngE7.toArray() : permuteInt32(this.#lngE7.toArray(), nodes.order);
    const latE7 = nodes.order === null ? this.#latE7.toArray() : permuteInt32(this.#latE7.toArray(), nodes.order);

    const ways = this.#ways.finish('way');
    const wayNodes = permuteRuns(this.#wayNodeStart.toArray(), this.#wayNodeIds.toArray(), ways.order);
    const nodeRows = new Uint32Array(wayNodes.values.length);
    for (let i = 0; i < nodeRows.length; i++) {
      const row = rowOf(nodes.ids, wayNodes.values[i]!);
      nodeRows[i] = row < 0 ? NONE : row;
    }

    const relations = this.#relations.finish('relation');
    const starts = this.#memberStart.toArray();
    const members = permuteRuns(starts, this.#memberIds.toArray(), relations.order);
    return new OsmData(
      this.#strings,
      this.#stringIndex,
      { ids: nodes.ids, tagStart: nodes.tagStart, tagTexts: nodes.tagTexts, lngE7, latE7 },
      { ids: ways.ids, tagStart: ways.tagStart, tagTexts: ways.tagTexts, nodeStart: wayNodes.starts, nodes: nodeRows },
      {
        ids: relations.ids,
        tagStart: relations.tagStart,
        tagTexts: relations.tagTexts,
        memberStart: members.starts,
        memberIds: members.values,
        memberKinds: permuteRuns(starts, this.#memberKinds.toArray(), relations.order).values,
        memberRoles: permuteRuns(starts, this.#memberRoles.toArray(), relations.order).values,
      },
    );
  }
}

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

/** What nodes, ways and relations have in common while they are collected: id and tags. */
class Objects {
  readonly #ids = growingFloat64();
  readonly #tagStart = growingUint32();
  readonly #tagTexts = growingUint32();
  #ascending = true;

  add(id: number, tagTexts: ArrayLike<number>): void {
    const count = this.#ids.length;
    if (count > 0 && !(id > this.#ids.get(count - 1))) this.#ascending = false;
    this.#ids.push(id);
    this.#tagStart.push(this.#tagTexts.length);
    this.#tagTexts.pushAll(tagTexts);
  }

  /** Columns ordered by id, and the order that got them there (null when they came in order). */
  finish(kind: OsmKind): {
    ids: Float64Array;
    tagStart: Uint32Array;
    tagTexts: Uint32Array;
    order: Uint32Array | null;
  } {
    const unordered = this.#ids.toArray();
    if (this.#ascending) {
      const { starts, values } = permuteRuns(this.#tagStart.toArray(), this.#tagTexts.toArray(), null);
      return { ids: unordered, tagStart: starts, tagTexts: values, order: null };
    }
    const rows = Uint32Array.from(unordered.keys()).sort((a, b) => unordered[a]! - unordered[b]!);
    const ids = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) ids[i] = unordered[rows[i]!]!;
    for (let i = 1; i < ids.length; i++) {
      if (ids[i] === ids[i - 1]) throw new Error(`${kind} ${ids[i]} was added twice; pick one version before adding`);
    }
    const { starts, values } = permuteRuns(this.#tagStart.toArray(), this.#tagTexts.toArray(), rows);
    return { ids, tagStart: starts, tagTexts: values, order: rows };
  }
}

/** Runs of values (row r = starts[r] .. starts[r + 1] or the end) put into another row order; adds the closing start. */
function permuteRuns<A extends Uint8Array | Uint32Array | Float64Array>(
  starts: Uint32Array,
  values: A,
  order: Uint32Array | null,
): { starts: Uint32Array; values: A } {
  const closed = new Uint32Array(starts.length + 1);
  if (order === null) {
    closed.set(starts);
    closed[starts.length] = values.length;
    return { starts: closed, values };
  }
  const moved = values.slice() as A;
  let at = 0;
  for (let i = 0; i < order.length; i++) {
    closed[i] = at;
    const row = order[i]!;
    const run = values.subarray(starts[row], row + 1 < starts.length ? starts[row + 1] : values.length);
    moved.set(run, at);
    at += run.length;
  }
  closed[order.length] = at;
  return { starts: closed, values: moved };
}

function permuteInt32(values: Int32Array, order: Uint32Array): Int32Array {
  const moved = new Int32Array(values.length);
  for (let i = 0; i < order.length; i++) moved[i] = values[order[i]!]!;
  return moved;
}

/** Binary search in ascending ids; -1 when absent. */
function rowOf(ids: Float64Array, id: number): number {
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
