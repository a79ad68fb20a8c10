import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { elmTown } from '../../../../../packages/engine/src/testing/index.ts';
import { describeOnBoth } from '../../../../service/src/testing/databases.ts';
import { datasetsOfAcme } from '../../../../service/src/testing/datasets.ts';
import { readFile } from './readFile.ts';

/** Letters of the languages that are written in an encoding, so that files in it can be drawn. */
const ALPHABETS: readonly (readonly [string, string])[] = [
  ['utf-8', 'aé漢ж😀'],
  ['utf-16le', 'aéж'],
  ['windows-1252', 'aäöüßéñ'],
  ['windows-1250', 'aąęłńśźżčřž'],
  ['windows-1251', 'aжцшйы'],
  ['macintosh', 'aäöüßé'],
  ['shift_jis', 'a東京都パン屋'],
  ['gb18030', 'a阳光面包广州'],
];

interface Drawn {
  readonly bytes: Uint8Array;
  readonly encoding: string;
  readonly isRagged: boolean;
}

/** Writes a table by hand, not with the library that reads it. */
function written(
  rows: readonly (readonly string[])[],
  {
    separator,
    newline,
    encoding,
    named,
    mark,
    blanks,
    excess,
  }: Record<'separator' | 'newline' | 'encoding', string> & Record<'named' | 'mark' | 'blanks' | 'excess', boolean>,
): Uint8Array {
  const quoted = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = rows.map((cells) => cells.map(quoted).join(separator) + (excess ? separator : ''));
  const blank = blanks ? [separator.repeat(rows[0]!.length - 1), '', '  '] : [];
  const text =
    [...(named ? [`sep=${separator}`] : []), lines[0]!, ...blank, ...lines.slice(1), ...blank].join(newline) + newline;
  return iconv.encode(text, encoding, { addBOM: mark && encoding.startsWith('utf') });
}

const drawnFile: fc.Arbitrary<Drawn> = fc
  .record({
    alphabet: fc.constantFrom(...ALPHABETS),
    separator: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    named: fc.boolean(),
    mark: fc.boolean(),
    blanks: fc.boolean(),
    excess: fc.boolean(),
    width: fc.integer({ min: 2, max: 5 }),
    seed: fc.integer(),
    isRagged: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
  })
  .map(({ alphabet: [encoding, letters], width, seed, isRagged, ...how }) => {
    const cell = fc
      .array(fc.constantFrom(...letters, ...letters, ' ', ',', ';', '"', '\n', '-36,2', '151.7', '1.234'), {
        maxLength: 6,
      })
      .map((parts) => `x${parts.join('')}`.trim());
    const row = fc.array(cell, { minLength: width, maxLength: width });
    const [body] = fc.sample(fc.array(row, { minLength: 3, maxLength: 12 }), { seed, numRuns: 1 });
    const header = Array.from({ length: width }, (_, i) => `c${i}`);
    const rows = [header, ...body!, ...(isRagged ? [[...header, 'more', 'cells']] : [])];
    return { bytes: written(rows, { ...how, encoding, excess: how.excess && !isRagged }), encoding, isRagged };
  });

describeOnBoth('the preview of a file', (database) => {
  const suite = datasetsOfAcme(database, elmTown);

  it('is what the service imports: columns, rows and rows that are left out, of the same bytes', async () => {
    const seed = 20261126;
    const files = fc.sample(drawnFile, { seed, numRuns: 50 });
    for (const [i, { bytes, encoding, isRagged }] of files.entries()) {
      const place = `file ${i} of seed ${seed}`;
      const chosen = await readFile(new File([bytes as Uint8Array<ArrayBuffer>], 'list.csv'), encoding);
      const content = new Uint8Array(await chosen.content.arrayBuffer());
      const dataset = await suite.imported(content, chosen.sentAs === 'utf-8' ? '' : `&encoding=${chosen.sentAs}`);
      expect([place, dataset.error]).toEqual([place, null]);
      expect([place, dataset.columns]).toEqual([place, chosen.table.columns]);
      const { data } = await suite.rowsOf(dataset.id, '?limit=100');
      const imported = data.map(({ cells }: { cells: string[] }) => cells.map((cell) => cell.trim()));
      expect([place, imported]).toEqual([place, chosen.table.rows.map(({ cells }) => cells)]);
      expect([place, chosen.uneven.length]).toEqual([place, isRagged ? 1 : 0]);
    }
  });

  it('has the faults for which the service refuses it', async () => {
    const refused: readonly (readonly [string | Uint8Array, string])[] = [
      ['a,b\n1,"2\n3,4\n', 'quotes'],
      ['a,b\n1,"2"3\n', 'quotes'],
      ['a,a\n1,2\n', 'names'],
      ['1,2\n3,4\n', 'values'],
      ['Sales of 2026;;\na;b;c\n1;2;3\n', 'title'],
      [Buffer.concat([Buffer.from('a,b\nÉté à Orléans,2\n'), Buffer.of(0xe9)]), 'encoding'],
      ['a,b\n1,\0\n', 'binary'],
      ['{"rows": [1]}', 'format'],
      ['<html><table></table></html>', 'format'],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'xls'],
      [Buffer.from('%PDF-1.7\n'), 'format'],
    ];
    for (const [content, fault] of refused) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const seen = await readFile(new File([bytes as Uint8Array<ArrayBuffer>], 'list.csv'), 'utf-8').then(
        (chosen) => chosen.fault,
        (error) => error,
      );
      const dataset = await suite.imported(bytes);
      expect([fault, dataset.status, dataset.error?.detail]).toEqual([fault, 'failed', seen.message]);
      expect(seen.fault).toBe(fault);
    }
  });
});
