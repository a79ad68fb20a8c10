import { NONE } from '@hinterland/territory';
import { ProtobufError, ProtobufReader } from './protobuf.ts';

/** Bits of `kinds`: what a block holds. */
export const HOLDS = { node: 1, way: 2, relation: 4 } as const;

/** Version, time and visibility of an object; 0, 0 and true where the file does not say. */
interface Edition {
  version: number;
  timestamp: number;
  visible: boolean;
}

/** One inflated block: up to some thousand nodes, ways or relations with a table of their texts. */
export class PrimitiveBlock {
  /** Bits of HOLDS. */
  readonly kinds: number;
  /** Number of each text in some other table, NONE until someone has put it there. */
  readonly interned: Uint32Array;
  readonly #reader: ProtobufReader;
  readonly #textStarts: number[] = [];
  readonly #textEnds: number[] = [];
  readonly #texts: (string | undefined)[] = [];
  readonly #groups: { start: number; end: number; kind: number }[] = [];
  #granularity = 100;
  #latOffset = 0;
  #lngOffset = 0;

  /** Throws ProtobufError where the bytes are no block. */
  constructor(bytes: Uint8Array) {
    const reader = new ProtobufReader(bytes);
    this.#reader = reader;
    for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
      if (tag === 10) this.#readTexts(reader.message());
      else if (tag === 18) this.#readGroup(reader.message());
      else if (tag === 136) this.#granularity = reader.uint();
      else if (tag === 152) this.#latOffset = reader.int();
      else if (tag === 160) this.#lngOffset = reader.int();
      else reader.skip(tag);
    }
    this.kinds = this.#groups.reduce((bits, group) => bits | KIND_OF_FIELD[group.kind]!, 0);
    this.interned = new Uint32Array(this.#textStarts.length).fill(NONE);
  }

  /** A text of this block's table. */
  text(index: number): string {
    let text = this.#texts[index];
    if (text === undefined) {
      const start = this.#textStarts[index];
      if (start === undefined) throw new ProtobufError(`text ${index} does not exist`, 0);
      text = new TextDecoder().decode(this.#reader.bytes.subarray(start, this.#textEnds[index]));
      this.#texts[index] = text;
    }
    return text;
  }

  /** Ids of one kind, in order. */
  ids(kind: keyof typeof HOLDS, visit: (id: number) => void): void {
    for (const { tag, reader } of this.#objects(HOLDS[kind])) {
      if (tag === DENSE) {
        let id = 0;
        for (let field = reader.tag(); field !== 0; field = reader.tag()) {
          if (field !== 10) reader.skip(field);
          else {
            for (const end = reader.limit(); reader.position < end; ) {
              id += reader.sint();
              visit(id);
            }
          }
        }
      } else {
        for (let field = reader.tag(); field !== 0; field = reader.tag()) {
          if (field !== 8) reader.skip(field);
          else visit(tag === NODE ? reader.sint() : reader.int());
        }
      }
    }
  }

  /** Ids of one kind with version, time and visibility; `edition` is reused between calls. */
  editions(kind: keyof typeof HOLDS, visit: (id: number, edition: Edition) => void): void {
    const edition: Edition = { version: 0, timestamp: 0, visible: true };
    for (const { tag, reader } of this.#objects(HOLDS[kind])) {
      if (tag === DENSE) {
        denseEditions(reader, visit);
        continue;
      }
      let id = 0;
      Object.assign(edition, { version: 0, timestamp: 0, visible: true });
      for (let field = reader.tag(); field !== 0; field = reader.tag()) {
        if (field === 8) id = tag === NODE ? reader.sint() : reader.int();
        else if (field === 34) readEdition(reader.message(), edition);
        else reader.skip(field);
      }
      visit(id, edition);
    }
  }

  /** Nodes with degrees × 10,000,000; `tags`: key, value, key, value, … as numbers of texts, valid during the call. */
  nodes(visit: (id: number, lngE7: number, latE7: number, tags: readonly number[]) => void): void {
    const e7 = (offset: number, value: number) => Math.round((offset + this.#granularity * value) / 100);
    for (const { tag, reader } of this.#objects(HOLDS.node)) {
      let id = 0;
      let lat = 0;
      let lng = 0;
      if (tag === NODE) {
        let keys: number[] = [];
        let values: number[] = [];
        for (let field = reader.tag(); field !== 0; field = reader.tag()) {
          if (field === 8) id = reader.sint();
          else if (field === 18) keys = reader.packedUint();
          else if (field === 26) values = reader.packedUint();
          else if (field === 64) lat = reader.sint();
          else if (field === 72) lng = reader.sint();
          else reader.skip(field);
        }
        visit(id, e7(this.#lngOffset, lng), e7(this.#latOffset, lat), interleave(keys, values, reader));
        continue;
      }
      const empty = new ProtobufReader(reader.bytes, 0, 0);
      let [idReader, latReader, lngReader, tagReader] = [empty, empty, empty, empty];
      for (let field = reader.tag(); field !== 0; field = reader.tag()) {
        if (field === 10) idReader = reader.message();
        else if (field === 66) latReader = reader.message();
        else if (field === 74) lngReader = reader.message();
        else if (field === 82) tagReader = reader.message();
        else reader.skip(field);
      }
      const tags: number[] = [];
      while (idReader.position < idReader.end) {
        id += idReader.sint();
        lat += latReader.sint();
        lng += lngReader.sint();
        tags.length = 0;
        while (tagReader.position < tagReader.end) {
          const text = tagReader.uint();
          if (text === 0) break;
          tags.push(text, tagReader.uint());
        }
        visit(id, e7(this.#lngOffset, lng), e7(this.#latOffset, lat), tags);
      }
      if (latReader.position !== latReader.end || lngReader.position !== lngReader.end) {
        throw new ProtobufError('nodes and coordinates differ in number', reader.end);
      }
    }
  }

  /**
   * Ways. `nodes` are ids. `positions` are the nodes' coordinates (lng, lat, lng, lat, … in degrees × 10,000,000) in
   * files that keep them with the way, else null.
   */
  ways(
    visit: (id: number, nodes: number[], tags: readonly number[], positions: readonly number[] | null) => void,
  ): void {
    for (const { reader } of this.#objects(HOLDS.way)) {
      let id = 0;
      let keys: number[] = [];
      let values: number[] = [];
      let nodes: number[] = [];
      let lats: number[] = [];
      let lngs: number[] = [];
      for (let field = reader.tag(); field !== 0; field = reader.tag()) {
        if (field === 8) id = reader.int();
        else if (field === 18) keys = reader.packedUint();
        else if (field === 26) values = reader.packedUint();
        else if (field === 66) nodes = reader.packedDeltas();
        else if (field === 74) lats = reader.packedDeltas();
        else if (field === 82) lngs = reader.packedDeltas();
        else reader.skip(field);
      }
      const located = nodes.length > 0 && lats.length === nodes.length && lngs.length === nodes.length;
      const positions = located
        ? nodes.flatMap((_, i) => [
            Math.round((this.#lngOffset + this.#granularity * lngs[i]!) / 100),
            Math.round((this.#latOffset + this.#granularity * lats[i]!) / 100),
          ])
        : null;
      visit(id, nodes, interleave(keys, values, reader), positions);
    }
  }

  /** Relations. `kinds` are 0 node, 1 way, 2 relation; `roles` numbers of texts. */
  relations(
    visit: (id: number, kinds: number[], members: number[], roles: number[], tags: readonly number[]) => void,
  ): void {
    for (const { reader } of this.#objects(HOLDS.relation)) {
      let id = 0;
      let keys: number[] = [];
      let values: number[] = [];
      let roles: number[] = [];
      let members: number[] = [];
      let kinds: number[] = [];
      for (let field = reader.tag(); field !== 0; field = reader.tag()) {
        if (field === 8) id = reader.int();
        else if (field === 18) keys = reader.packedUint();
        else if (field === 26) values = reader.packedUint();
        else if (field === 66) roles = reader.packedUint();
        else if (field === 74) members = reader.packedDeltas();
        else if (field === 82) kinds = reader.packedUint();
        else reader.skip(field);
      }
      if (members.length !== roles.length || members.length !== kinds.length) {
        throw new ProtobufError(`relation ${id} has ${members.length} members but ${roles.length} roles`, reader.end);
      }
      visit(id, kinds, members, roles, interleave(keys, values, reader));
    }
  }

  #readTexts(reader: ProtobufReader): void {
    for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
      if (tag !== 10) reader.skip(tag);
      else {
        const end = reader.limit();
        this.#textStarts.push(reader.position);
        this.#textEnds.push(end);
        reader.position = end;
      }
    }
  }

  /** A group holds objects of one kind; its first field says which. */
  #readGroup(reader: ProtobufReader): void {
    const start = reader.position;
    for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
      if (KIND_OF_FIELD[tag] !== undefined) {
        this.#groups.push({ start, end: reader.end, kind: tag });
        return;
      }
      reader.skip(tag);
    }
  }

  *#objects(kind: number): Generator<{ tag: number; reader: ProtobufReader }> {
    for (const group of this.#groups) {
      if (KIND_OF_FIELD[group.kind] !== kind) continue;
      const reader = new ProtobufReader(this.#reader.bytes, group.start, group.end);
      for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
        if (KIND_OF_FIELD[tag] === kind) yield { tag, reader: reader.message() };
        else reader.skip(tag);
      }
    }
  }
}

/** Tags (field × 8 + wire type) of the objects within a group. */
const NODE = 10;
const DENSE = 18;
const KIND_OF_FIELD: Readonly<Record<number, number>> = { [NODE]: 1, [DENSE]: 1, 26: 2, 34: 4 };

function interleave(keys: number[], values: number[], reader: ProtobufReader): number[] {
  if (keys.length !== values.length) {
    throw new ProtobufError(`an object has ${keys.length} keys but ${values.length} values`, reader.end);
  }
  const tags: number[] = [];
  for (let i = 0; i < keys.length; i++) tags.push(keys[i]!, values[i]!);
  return tags;
}

function readEdition(reader: ProtobufReader, edition: Edition): void {
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 8) edition.version = reader.int();
    else if (tag === 16) edition.timestamp = reader.int();
    else if (tag === 48) edition.visible = reader.uint() !== 0;
    else reader.skip(tag);
  }
}

function denseEditions(reader: ProtobufReader, visit: (id: number, edition: Edition) => void): void {
  let ids: number[] = [];
  let versions: number[] = [];
  let timestamps: number[] = [];
  let visible: number[] = [];
  for (let field = reader.tag(); field !== 0; field = reader.tag()) {
    if (field === 10) ids = reader.packedDeltas();
    else if (field === 42) {
      const info = reader.message();
      for (let tag = info.tag(); tag !== 0; tag = info.tag()) {
        if (tag === 10) versions = info.packedUint();
        else if (tag === 18) timestamps = info.packedDeltas();
        else if (tag === 50) visible = info.packedUint();
        else info.skip(tag);
      }
    } else reader.skip(field);
  }
  const edition: Edition = { version: 0, timestamp: 0, visible: true };
  for (let i = 0; i < ids.length; i++) {
    edition.version = versions[i] ?? 0;
    edition.timestamp = timestamps[i] ?? 0;
    edition.visible = (visible[i] ?? 1) !== 0;
    visit(ids[i]!, edition);
  }
}
