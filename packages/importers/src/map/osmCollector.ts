import { growingFloat64, growingInt32, growingUint8, growingUint32 } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { OsmData, type OsmKind, rowOf } from './osmData.ts';

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

/** Ids and tags of nodes, ways or relations while they are collected. */
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
