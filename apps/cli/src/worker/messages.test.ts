import { Dictionary, Int32, RecordBatchStreamWriter, Table, tableFromIPC, Utf8, vectorFromArray } from 'apache-arrow';
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
