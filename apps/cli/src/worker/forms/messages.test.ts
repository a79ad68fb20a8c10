import { SeededRandom } from '@hinterland/geo';
import {
  Dictionary,
  Int32,
  Message,
  RecordBatchReader,
  RecordBatchStreamWriter,
  Table,
  tableFromIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { BrokenOffError, messagesOf } from './messages.ts';

/** Three batches of two rows, a dictionary among their columns. */
function stream(): Uint8Array {
  const table = new Table({
    name: vectorFromArray(['a', 'b', 'a', 'c', 'b', 'a'], new Dictionary(new Utf8(), new Int32())),
    // The bytes of the last row are those of the mark.
    number: vectorFromArray([1, 2, 3, 4, -1, 0], new Int32()),
  });
  const writer = new RecordBatchStreamWriter();
  for (const from of [0, 2, 4]) writer.write(table.batches[0]!.slice(from, from + 2));
  writer.finish();
  return writer.toUint8Array(true);
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(bytes: Uint8Array, size: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of messagesOf(inPieces(bytes, size))) parts.push(part);
  return Buffer.concat(parts);
}

describe('messages of a stream', () => {
  const whole = stream();

  it.each([1, 7, 64, 10_000])('are its bytes up to the mark, in pieces of %i bytes', async (size) => {
    const again = await read(whole, size);
    expect(again.equals(whole.subarray(0, -8))).toBe(true);
    expect(tableFromIPC(again).numRows).toBe(6);
  });

  it('are cut wherever the bytes end before the mark, and the sentence says after how many rows', async () => {
    const rows = new Set<number>();
    for (let length = 0; length < whole.length; length++) {
      const error = await read(whole.subarray(0, length), 64).catch((failed: unknown) => failed);
      expect(error, `${length} bytes`).toBeInstanceOf(BrokenOffError);
      rows.add(Number(/after (\d+) rows/.exec((error as Error).message)![1]));
    }
    expect([...rows]).toEqual([0, 2, 4, 6]);
  });

  it('end with the mark, whatever follows', async () => {
    const again = await read(Buffer.concat([whole, whole]), 64);
    expect(again.equals(whole.subarray(0, -8))).toBe(true);
  });

  it('are none in other bytes', async () => {
    await expect(read(Buffer.from('id,lat,lng\n1,2,3\n'), 64)).rejects.toThrow('a length that cannot be right');
  });

  it('whose lengths cannot be right are refused with a sentence of ours', async () => {
    const lengthAt = (value: number) => {
      const changed = Buffer.from(whole);
      changed.writeInt32LE(value, 4);
      return read(changed, 1000);
    };
    for (const value of [-1_489_838_256, -1, 2 ** 31 - 1])
      await expect(lengthAt(value)).rejects.toThrow('a message names a length that cannot be right');
  });
});

describe('mutated metadata', () => {
  const whole = Buffer.from(stream());
  /** Where the metadata of each message begin and end. */
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; whole.readInt32LE(at + 4) !== 0; ) {
    const length = whole.readInt32LE(at + 4);
    ranges.push([at + 8, at + 8 + length]);
    at += 8 + length + Message.decode(whole.subarray(at + 8, at + 8 + length)).bodyLength;
  }

  it('end with an answer or a sentence, and name no more rows than they have bytes for (seeded)', async () => {
    const random = new SeededRandom(58);
    const told = new Map<string, number>();
    for (let i = 0; i < 5_000; i++) {
      const changed = Buffer.from(whole);
      const [from, to] = ranges[random.int(ranges.length)]!;
      // Mostly one word of four bytes, as lengths and offsets are, often a large or negative one.
      for (let words = 1 + random.int(3); words > 0; words--) {
        const at = from + 4 * random.int((to - from) / 4);
        if (random.int(3) === 0) changed[at + random.int(4)] = random.int(256);
        else changed.writeUInt32LE(random.int(2) === 0 ? random.int(64) : random.int(2 ** 31) * 2 + 1, at);
      }
      const end = await RecordBatchReader.from(messagesOf(inPieces(changed, 10_000)))
        .then(async (reader) => {
          await reader.open();
          let rows = 0;
          for await (const batch of reader) rows += batch.numRows;
          return rows;
        })
        .catch((error: Error) => error);
      if (typeof end === 'number') expect(end).toBeLessThanOrEqual(3 * 65_536);
      const kind = typeof end === 'number' ? 'read' : end.name;
      told.set(kind, (told.get(kind) ?? 0) + 1);
    }
    expect(told.get('UnreadableError')).toBeGreaterThan(1_200);
    expect(told.get('read')).toBeGreaterThan(250);
  });

  it('are refused with the rows before them', async () => {
    const [from] = ranges.at(-1)!;
    const changed = Buffer.from(whole);
    changed.writeUInt32LE(2 ** 31, from);
    await expect(read(changed, 64)).rejects.toThrow('after 4 rows');
  });
});
