import { growingFloat64, growingInt32, growingUint8 } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { OsmCollector } from '../map/osmCollector.ts';
import type { OsmData } from '../map/osmData.ts';
import { HOLDS, PrimitiveBlock } from './block.ts';
import { BoxCut, type Cut } from './boxCut.ts';
import { type BlobPosition, damaged, PbfFile, type PbfHeader } from './file.ts';
import { DEFAULT_INTEREST, type Interest, isOfInterest } from './interest.ts';
import { ManyIds } from './manyIds.ts';
import { supersededOrdinals } from './newest.ts';

export interface OsmPbf {
  readonly map: OsmData;
  /** One per file. */
  readonly headers: readonly PbfHeader[];
  readonly counts: Readonly<Record<Kind, KindCounts>>;
}

/** Counts of the objects of one kind. */
interface KindCounts {
  /** Objects in the file, all versions. */
  read: number;
  kept: number;
  /** Older versions of an object that occurs several times, and deleted objects. */
  superseded: number;
}

interface OsmPbfOptions {
  /** Which objects to keep; nodes of kept ways and members of kept relations come along. */
  readonly interest?: Interest;
  /** Objects outside it are not kept: nodes in it, ways with a node in it, relations with such a way or node in full. */
  readonly cut?: Cut | undefined;
  /** Called after each block: bytes of the file worked through so far and in all; the file is read about twice. */
  progress?(doneBytes: number, totalBytes: number): void;
}

type Kind = keyof typeof HOLDS;
const KINDS = ['node', 'way', 'relation'] as const;

/**
 * Reads OSM PBF files into one map. Objects may come in any order and in several versions: the newest is kept (by version,
 * then time, then place in the file), and left out where it is deleted, so a history file gives its latest state. Of an
 * object that several files hold, that of the first is kept. Memory grows with the kept objects, plus 25 bytes per object
 * of a file where ids do not ascend or repeat.
 * Throws OsmFileError for a file that is cut short, damaged, compressed in an unknown way or not OSM PBF.
 */
export async function readOsmPbf(paths: string | readonly string[], options: OsmPbfOptions = {}): Promise<OsmPbf> {
  const list = typeof paths === 'string' ? [paths] : paths;
  const into: Kept = {
    collector: new OsmCollector(),
    ids: list.length < 2 ? null : { node: new ManyIds(), way: new ManyIds(), relation: new ManyIds() },
    counts: {
      node: { read: 0, kept: 0, superseded: 0 },
      way: { read: 0, kept: 0, superseded: 0 },
      relation: { read: 0, kept: 0, superseded: 0 },
    },
  };
  const headers: PbfHeader[] = [];
  for (const [number, path] of list.entries()) {
    const file = await PbfFile.open(path);
    try {
      const progress = (done: number, total: number) => options.progress?.(number * total + done, list.length * total);
      await new Reading(file, into, options.interest ?? DEFAULT_INTEREST, options.cut, progress).run();
      headers.push(file.header);
    } finally {
      await file.close();
    }
  }
  return { map: into.collector.finish(), headers, counts: into.counts };
}

/** Everything that was kept of the files so far. */
interface Kept {
  readonly collector: OsmCollector;
  /** Null for a single file. */
  readonly ids: Readonly<Record<Kind, ManyIds>> | null;
  readonly counts: Record<Kind, KindCounts>;
}

/**
 * The passes over the file: what is where; relations of interest; ways of interest and those that relations need;
 * nodes of interest and those that ways and relations need. Each later pass reads only the blocks that hold its kind.
 */
class Reading {
  readonly #file: PbfFile;
  readonly #interest: Interest;
  readonly #cut: BoxCut | null;
  readonly #progress: (doneBytes: number, totalBytes: number) => void;
  readonly #collector: OsmCollector;
  readonly #ids: Kept['ids'];
  readonly #counts: Record<Kind, KindCounts>;
  readonly #blobs: Record<Kind, BlobPosition[]> = { node: [], way: [], relation: [] };
  readonly #superseded: Record<Kind, Uint8Array | null> = { node: null, way: null, relation: null };
  #doneBytes = 0;
  #totalBytes: number;

  constructor(
    file: PbfFile,
    { collector, ids, counts }: Kept,
    interest: Interest,
    cut: Cut | undefined,
    progress: (doneBytes: number, totalBytes: number) => void,
  ) {
    this.#file = file;
    this.#collector = collector;
    this.#ids = ids;
    this.#counts = counts;
    this.#interest = interest;
    this.#cut = cut === undefined ? null : new BoxCut(cut);
    this.#progress = progress;
    this.#totalBytes = 2 * file.sizeBytes;
  }

  async run(): Promise<void> {
    for (const kind of await this.#survey()) await this.#pickNewest(kind);
    if (this.#cut !== null) await this.#findInside(this.#cut);
    const needed = await this.#relations();
    const ways = await this.#ways(needed);
    await this.#nodes(needed.nodes, ways);
    this.#progress(this.#totalBytes, this.#totalBytes);
  }

  /** Finds which block holds what; returns the kinds whose versions have to be compared. */
  async #survey(): Promise<Kind[]> {
    const historical = this.#file.header.requiredFeatures.includes('HistoricalInformation');
    const ascending: Record<Kind, boolean> = { node: true, way: true, relation: true };
    const last: Record<Kind, number> = { node: -Infinity, way: -Infinity, relation: -Infinity };
    await this.#eachBlock(this.#file.blobs, (block, position) => {
      for (const kind of KINDS) {
        if ((block.kinds & HOLDS[kind]) === 0) continue;
        this.#blobs[kind].push(position);
        block.ids(kind, (id) => {
          this.#counts[kind].read++;
          if (!(id > last[kind])) ascending[kind] = false;
          last[kind] = id;
        });
      }
    });
    const unsure = KINDS.filter((kind) => historical || !ascending[kind]);
    const bytes = (kind: Kind) => this.#blobs[kind].reduce((sum, blob) => sum + blob.dataBytes, 0);
    this.#totalBytes = this.#doneBytes;
    for (const kind of KINDS) this.#totalBytes += bytes(kind) * (unsure.includes(kind) ? 2 : 1);
    if (this.#cut !== null) this.#totalBytes += bytes('node') + bytes('way');
    return unsure;
  }

  /** Finds the nodes in the box and the ways that have one of them. */
  async #findInside(cut: BoxCut): Promise<void> {
    const isCurrentNode = this.#current('node');
    await this.#eachBlock(this.#blobs.node, (block) => {
      block.nodes((id, lngE7, latE7) => {
        if (isCurrentNode()) cut.addNode(id, lngE7, latE7);
      });
    });
    const isCurrentWay = this.#current('way');
    await this.#eachBlock(this.#blobs.way, (block) => {
      block.ways((id, nodeIds, _tags, positions) => {
        if (isCurrentWay() && cut.holdsWay(nodeIds, positions)) cut.ways.add(id);
      });
    });
  }

  async #pickNewest(kind: Kind): Promise<void> {
    const ids = growingFloat64();
    const versions = growingInt32();
    const timestamps = growingFloat64();
    const visible = growingUint8();
    await this.#eachBlock(this.#blobs[kind], (block) => {
      block.editions(kind, (id, edition) => {
        ids.push(id);
        versions.push(edition.version);
        timestamps.push(edition.timestamp);
        visible.push(edition.visible ? 1 : 0);
      });
    });
    const superseded = supersededOrdinals(ids.toArray(), versions.toArray(), timestamps.toArray(), visible.toArray());
    this.#superseded[kind] = superseded;
    for (const flag of superseded) this.#counts[kind].superseded += flag;
  }

  /** Keeps relations of interest; returns the ids of ways and nodes that they name, and which ways are parts of outlines. */
  async #relations(): Promise<Needed> {
    const ways = new Set<number>();
    const outlines = new Set<number>();
    const nodes = new NeededNodes();
    const current = this.#current('relation');
    await this.#eachBlock(this.#blobs.relation, (block) => {
      block.relations((id, kinds, members, roles, tags) => {
        if (!current() || this.#cut?.holdsRelation(kinds, members) === false) return;
        if (!isOfInterest(this.#interest.relation, block, tags)) return;
        if (!this.#isNew('relation', id)) return;
        this.#counts.relation.kept++;
        const isOutline = hasTag(block, tags, 'type', OUTLINES);
        for (let i = 0; i < members.length; i++) {
          if (kinds[i] === 1) ways.add(members[i]!);
          if (kinds[i] === 1 && isOutline) outlines.add(members[i]!);
          if (kinds[i] === 0) nodes.add([members[i]!]);
        }
        const internedRoles = roles.map((role) => this.#intern(block, role));
        this.#collector.relation(id, kinds, members, internedRoles, this.#internAll(block, tags));
      });
    });
    return { ways, outlines, nodes };
  }

  /**
   * Keeps ways; adds their nodes to the needed ones, of roads and ferries those in the box alone. Returns the positions of nodes that stand
   * with the ways.
   */
  async #ways({ ways: neededWays, outlines, nodes }: Needed): Promise<NodePositions> {
    const positionsOfWays = new NodePositions();
    const current = this.#current('way');
    await this.#eachBlock(this.#blobs.way, (block) => {
      block.ways((id, nodeIds, tags, positions) => {
        if (!current()) return;
        if (!neededWays.has(id)) {
          if (this.#cut?.ways.has(id) === false || !isOfInterest(this.#interest.way, block, tags)) return;
        }
        const isCut = this.#cut !== null && !outlines.has(id) && isLine(nodeIds) && hasTag(block, tags, TRAVELLED);
        // Another file may lack some of the way's nodes.
        nodes.add(isCut ? this.#cut!.nodesOfRoad(nodeIds, positions) : nodeIds);
        if (positions !== null) positionsOfWays.add(nodeIds, positions);
        if (!this.#isNew('way', id)) return;
        this.#counts.way.kept++;
        this.#collector.way(id, nodeIds, this.#internAll(block, tags));
      });
    });
    return positionsOfWays;
  }

  async #nodes(needed: NeededNodes, positionsOfWays: NodePositions): Promise<void> {
    needed.close();
    const current = this.#current('node');
    await this.#eachBlock(this.#blobs.node, (block) => {
      block.nodes((id, lngE7, latE7, tags) => {
        if (!current()) return;
        const isNeeded = needed.take(id);
        if (!isNeeded && this.#cut?.holds(lngE7, latE7) === false) return;
        if (!isNeeded && !(tags.length > 0 && isOfInterest(this.#interest.node, block, tags))) return;
        if (Math.abs(latE7) > 90e7 || Math.abs(lngE7) > 180e7) {
          throw new RangeError(`node ${id} lies at lat ${latE7 / 1e7}, lng ${lngE7 / 1e7}`);
        }
        if (!this.#isNew('node', id)) return;
        this.#counts.node.kept++;
        this.#collector.node(id, lngE7, latE7, this.#internAll(block, tags));
      });
    });
    positionsOfWays.each((id, lngE7, latE7) => {
      if (!needed.take(id) || !this.#isNew('node', id)) return;
      this.#counts.node.kept++;
      this.#collector.node(id, lngE7, latE7, []);
    });
  }

  /** Returns, object after object in file order, whether it is the version to keep. */
  #current(kind: Kind): () => boolean {
    const superseded = this.#superseded[kind];
    if (superseded === null) return () => true;
    let ordinal = 0;
    return () => superseded[ordinal++] === 0;
  }

  /** Whether no file before has given the object. */
  #isNew(kind: Kind, id: number): boolean {
    return this.#ids === null || this.#ids[kind].add(id);
  }

  #intern(block: PrimitiveBlock, text: number): number {
    let number = block.interned[text];
    if (number === undefined || number === NONE) {
      number = this.#collector.intern(block.text(text));
      block.interned[text] = number;
    }
    return number;
  }

  #internAll(block: PrimitiveBlock, texts: readonly number[]): number[] {
    return texts.map((text) => this.#intern(block, text));
  }

  async #eachBlock(
    blobs: readonly BlobPosition[],
    visit: (block: PrimitiveBlock, position: BlobPosition) => void,
  ): Promise<void> {
    for await (const { position, bytes } of this.#file.blocks(blobs)) {
      try {
        visit(new PrimitiveBlock(bytes), position);
      } catch (error) {
        throw damaged(this.#file.path, position.offset, 'its objects cannot be read', error);
      }
      this.#doneBytes += position.dataBytes;
      this.#progress(Math.min(this.#doneBytes, this.#totalBytes), this.#totalBytes);
    }
  }
}

/** What relations name. */
interface Needed {
  readonly ways: Set<number>;
  /** Ways that are parts of areas: they are kept from end to end. */
  readonly outlines: Set<number>;
  readonly nodes: NeededNodes;
}

const OUTLINES: ReadonlySet<string> = new Set(['boundary', 'multipolygon']);
const TRAVELLED: ReadonlySet<string> = new Set(['highway', 'route']);

const isLine = (nodeIds: readonly number[]): boolean => nodeIds[0] !== nodeIds.at(-1);

/** Whether an object has one of the keys, or the key with one of the values. */
function hasTag(
  block: PrimitiveBlock,
  tags: readonly number[],
  key: string | ReadonlySet<string>,
  values?: ReadonlySet<string>,
): boolean {
  for (let i = 0; i < tags.length; i += 2) {
    const name = block.text(tags[i]!);
    if (typeof key === 'string' ? name === key : key.has(name)) {
      if (values === undefined || values.has(block.text(tags[i + 1]!))) return true;
    }
  }
  return false;
}

/** The ids of nodes to keep: collected first, then asked for, mostly in ascending order. */
class NeededNodes {
  #collected = growingFloat64();
  #ids = new Float64Array(0);
  #taken = new Uint8Array(0);
  #cursor = 0;

  add(ids: readonly number[]): void {
    this.#collected.pushAll(ids);
  }

  close(): void {
    const sorted = this.#collected.toArray().sort();
    let count = 0;
    for (let i = 0; i < sorted.length; i++) {
      if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
    }
    this.#collected = growingFloat64();
    this.#ids = sorted.slice(0, count);
    this.#taken = new Uint8Array(count);
  }

  /** True once per needed id: a second call answers false, so that no node is kept twice. */
  take(id: number): boolean {
    const ids = this.#ids;
    let at = this.#cursor;
    if (at >= ids.length || ids[at]! > id) {
      // Not ascending: find the place anew.
      let high = ids.length;
      at = 0;
      while (at < high) {
        const middle = (at + high) >>> 1;
        if (ids[middle]! < id) at = middle + 1;
        else high = middle;
      }
    }
    while (at < ids.length && ids[at]! < id) at++;
    this.#cursor = at;
    if (ids[at] !== id || this.#taken[at] === 1) return false;
    this.#taken[at] = 1;
    return true;
  }
}

/** Node positions as files written by `osmium add-locations-to-ways` keep them, with their ways. */
class NodePositions {
  readonly #ids = growingFloat64();
  readonly #positions = growingInt32();

  add(ids: readonly number[], positions: readonly number[]): void {
    this.#ids.pushAll(ids);
    this.#positions.pushAll(positions);
  }

  each(visit: (id: number, lngE7: number, latE7: number) => void): void {
    for (let i = 0; i < this.#ids.length; i++) {
      visit(this.#ids.get(i), this.#positions.get(2 * i), this.#positions.get(2 * i + 1));
    }
  }
}
