import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fromBuffer, type ZipFile } from 'yauzl';
import { archiveOf, fileNames } from './archive.ts';

const streamOf = (pieces: readonly string[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

/** Reads an archive by another library, which checks sizes and checksums. */
async function readArchive(archive: Blob): Promise<Record<string, string>> {
  const bytes = await buffer(archive.stream() as never);
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const files: Record<string, string> = {};
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error);
        files[entry.fileName] = await text(stream);
        zip.readEntry();
      }),
    );
    zip.readEntry();
  });
  return files;
}

describe('datasets in one archive', () => {
  it('hold what the service sent, whatever its pieces, in files that another library opens', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `${i},Läden ${i % 7},${(i * 37) % 1009}\n`);
    const written: number[] = [];
    const opened: string[] = [];
    const file = (name: string, pieces: readonly string[]) => ({
      name,
      open: async () => {
        opened.push(`${name} after ${written.length}`);
        return streamOf(pieces);
      },
    });
    const files = [file('Läden.csv', rows), file('empty.csv', []), file('one.csv', ['id\n', '1\n'])];
    const archive = await archiveOf(files, (count) => written.push(count));
    expect(await readArchive(archive)).toEqual({ 'Läden.csv': rows.join(''), 'empty.csv': '', 'one.csv': 'id\n1\n' });
    expect(archive.size).toBeLessThan(rows.join('').length / 2);
    expect(written).toEqual([1, 2, 3]);
    expect(opened).toEqual(['Läden.csv after 0', 'empty.csv after 1', 'one.csv after 2']);
  });

  it('are no archive where one of them cannot be read', async () => {
    const lost = { name: 'lost.csv', open: () => Promise.reject(new Error('gone')) };
    await expect(archiveOf([{ name: 'a.csv', open: async () => streamOf(['a\n']) }, lost])).rejects.toThrow('gone');
  });

  it('have names that every file system takes, each once', () => {
    expect(fileNames(['Stores', 'stores', 'a/b: "c"', '..', ' x. ', 'Stores (2)', ''])).toEqual([
      'Stores.csv',
      'stores (2).csv',
      'a_b_ _c_.csv',
      'dataset.csv',
      ' x.csv',
      'Stores (2) (2).csv',
      'dataset (2).csv',
    ]);
  });
});
