import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate as deflateCallback } from 'node:zlib';
import { PbfWriter } from 'pbf';

const deflate = promisify<Uint8Array, { level: number }, Uint8Array>(deflateCallback);

/** Objects per block, as osmium and the planet file have it. */
const OBJECTS_PER_BLOCK = 8000;

export type Tags = Readonly<Record<string, string>>;

/**
 * Writes an OSM PBF file of nodes and then ways, with ascending ids: dense nodes, granularity 100 nanodegrees, zlib.
 * https://wiki.openstreetmap.org/wiki/PBF_Format
 */
export class PbfFileWriter {
  readonly #file: FileHandle;
  #block = new Block();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<PbfFileWriter> {
    const writer = new PbfFileWriter(await open(path, 'w'));
    const header = new PbfWriter();
    for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) header.writeStringField(4, feature);
    header.writeStringField(5, 'Sort.Type_then_ID');
    await writer.#blob('OSMHeader', header.finish());
    return writer;
  }

  async node(id: number, lngE7: number, latE7: number, tags: Tags): Promise<void> {
    this.#block.nodes.push({ id, lngE7, latE7, tags });
    if (this.#block.nodes.length === OBJECTS_PER_BLOCK) await this.#flush();
  }

  async way(id: number, nodes: readonly number[], tags: Tags): Promise<void> {
    if (this.#block.nodes.length > 0) await this.#flush();
    this.#block.ways.push({ id, nodes, tags });
    if (this.#block.ways.length === OBJECTS_PER_BLOCK) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const block = this.#block;
    this.#block = new Block();
    if (block.nodes.length + block.ways.length > 0) await this.#blob('OSMData', block.bytes());
  }

  async #blob(type: string, raw: Uint8Array): Promise<void> {
    const blob = new PbfWriter();
    blob.writeVarintField(2, raw.length);
    blob.writeBytesField(3, await deflate(raw, { level: 1 }));
    const data = blob.finish();
    const header = new PbfWriter();
    header.writeStringField(1, type);
    header.writeVarintField(3, data.length);
    const head = header.finish();
    const length = Buffer.alloc(4);
    length.writeUInt32BE(head.length);
    await this.#file.write(Buffer.concat([length, head, data]));
  }
}

class Block {
  readonly nodes: { id: number; lngE7: number; latE7: number; tags: Tags }[] = [];
  readonly ways: { id: number; nodes: readonly number[]; tags: Tags }[] = [];
  readonly #texts = new Map<string, number>([['', 0]]);

  bytes(): Uint8Array {
    const group = new PbfWriter();
    if (this.nodes.length > 0) group.writeMessage(2, (_, pbf) => this.#dense(pbf), null);
    for (const way of this.ways) group.writeMessage(3, (_, pbf) => this.#way(way, pbf), null);
    const block = new PbfWriter();
    block.writeMessage(
      1,
      (_, pbf) => {
        for (const text of this.#texts.keys()) pbf.writeBytesField(1, Buffer.from(text));
      },
      null,
    );
    block.writeBytesField(2, group.finish());
    return block.finish();
  }

  #dense(pbf: PbfWriter): void {
    const { nodes } = this;
    pbf.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)));
    pbf.writePackedSVarint(8, deltas(nodes.map(({ latE7 }) => latE7)));
    pbf.writePackedSVarint(9, deltas(nodes.map(({ lngE7 }) => lngE7)));
    const texts = nodes.flatMap(({ tags }) => [
      ...Object.entries(tags).flatMap(([key, value]) => [this.#text(key), this.#text(value)]),
      0,
    ]);
    if (texts.some((text) => text !== 0)) pbf.writePackedVarint(10, texts);
  }

  #way({ id, nodes, tags }: Block['ways'][number], pbf: PbfWriter): void {
    pbf.writeVarintField(1, id);
    pbf.writePackedVarint(
      2,
      Object.keys(tags).map((key) => this.#text(key)),
    );
    pbf.writePackedVarint(
      3,
      Object.values(tags).map((value) => this.#text(value)),
    );
    pbf.writePackedSVarint(8, deltas(nodes));
  }

  #text(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, this.#texts.size);
    return this.#texts.size - 1;
  }
}

function deltas(values: readonly number[]): number[] {
  return values.map((value, i) => (i === 0 ? value : value - values[i - 1]!));
}
