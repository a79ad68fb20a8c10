import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { guessEncoding, languagesSpokenIn } from './guessEncoding.ts';
import type { PlainRow } from './plainRows.ts';
import { readTable } from './readTable.ts';
import { storeList } from './testing/storeLists.ts';
import { textOf } from './text.ts';

async function* parts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function read(bytes: Uint8Array, encoding: string): Promise<string> {
  let text = '';
  for await (const piece of textOf(parts(bytes), { encoding })) text += piece;
  return text;
}

const LISTS_EACH = 40;

/** Lists that read otherwise than they were written, of 40 of 5 to 300 rows. */
async function wrongOf(language: string, encoding: string, languages: readonly string[] = []): Promise<string[]> {
  const wrong: string[] = [];
  for (let seed = 1; seed <= LISTS_EACH; seed++) {
    const given = storeList(language, seed);
    const name = encoding === 'x-mac-cyrillic' ? 'maccyrillic' : encoding;
    const bytes = encoding === 'utf-8 BOM' ? iconv.encode(given, 'utf-8', { addBOM: true }) : iconv.encode(given, name);
    // What the encoding cannot write is no part of the file.
    const text = iconv.decode(bytes, encoding === 'utf-8 BOM' ? 'utf-8' : name).replaceAll('\r\n', '\n');
    const guess = await guessEncoding(bytes, languages);
    const found = await read(bytes, guess.encoding).catch((error) => String(error));
    if (found === text) continue;
    const at = [...text].findIndex((letter, i) => letter !== found[i]);
    wrong.push(
      `${seed}: ${guess.encoding} ${found.slice(Math.max(0, at - 12), at + 8).replaceAll('\n', '⏎')}, near ${guess.near.map((one) => one.encoding)}`,
    );
  }
  return wrong;
}

const WESTERN = ['utf-8', 'utf-8 BOM', 'utf-16le', 'windows-1252', 'iso-8859-15', 'macintosh', 'cp850'];
const cases: [string, string][] = [
  ...['de', 'fr', 'es', 'it', 'nl', 'sv'].flatMap((language) =>
    WESTERN.map((encoding): [string, string] => [language, encoding]),
  ),
  ...['cs', 'pl', 'hu'].flatMap((language) =>
    ['windows-1250', 'iso-8859-2'].map((encoding): [string, string] => [language, encoding]),
  ),
  ['tr', 'windows-1254'],
  ...['ru', 'bg'].flatMap((language) =>
    ['windows-1251', 'iso-8859-5', 'koi8-r', 'x-mac-cyrillic', 'ibm866'].map((encoding): [string, string] => [
      language,
      encoding,
    ]),
  ),
  ['el', 'windows-1253'],
  ['el', 'iso-8859-7'],
];

describe('the encoding of ordinary lists of stores', () => {
  it.each(cases)('%s in %s', async (language, encoding) => {
    expect(await wrongOf(language, encoding)).toEqual([]);
  });
});

/** Text of a file that comes in parts of some bytes, in the encoding that is found out on the way. */
async function streamed(bytes: Uint8Array, size: number, guessed: string[] = []): Promise<string> {
  const inParts = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  let text = '';
  for await (const piece of textOf(inParts(), { onGuess: ({ encoding }) => guessed.push(encoding) })) text += piece;
  return text;
}

describe('a file that nobody names the encoding of', () => {
  const plain = 'plain,row,12\n'.repeat(20_000);
  const given = `name,town,x\n${plain}Caffè Perù,Forlì,1\n${plain}Città,Salò,2\n`;

  it.each([7, 4096, 1 << 20])('is read in one pass, in parts of %d bytes', async (size) => {
    const guessed: string[] = [];
    expect(await streamed(iconv.encode(given, 'windows-1252'), size, guessed)).toBe(given);
    expect(guessed).toEqual(['windows-1252']);
    expect(await streamed(Buffer.from(given), size, guessed)).toBe(given);
    expect(guessed).toHaveLength(1);
  });

  it('is read alike where plain rows are taken as bytes', async () => {
    for (const encoding of ['utf-8', 'windows-1252']) {
      const rows: string[] = [];
      const utf8 = new TextDecoder();
      const takePlain = ({ bytes, starts, ends }: PlainRow) =>
        void rows.push([...starts].map((start, i) => utf8.decode(bytes.slice(start, ends[i]))).join(','));
      for await (const part of readTable(parts(iconv.encode(given, encoding)), { takePlain })) {
        rows.push(...part.rows.map(({ cells }) => cells.join(',')));
      }
      expect(rows).toEqual(given.trimEnd().split('\n').slice(1));
    }
  });

  it('is refused where UTF-8 ends in the middle', async () => {
    const mixed = Buffer.concat([Buffer.from(`name\n${'Città\n'.repeat(20_000)}`), iconv.encode('Salò\n', 'latin1')]);
    await expect(streamed(mixed, 4096)).rejects.toThrow('Line 20002 is not written in utf-8.');
  });
});

describe('one word, which nothing but the reader can tell', () => {
  const words: [string, string, string, string][] = [
    ['Caffč', 'cs', 'windows-1250', 'Caffè'],
    ['Peńa', 'pl', 'windows-1250', 'Peña'],
  ];
  it.each(words)('%s for a reader of %s', async (eastern, language, encoding, western) => {
    const bytes = iconv.encode(`name\n${eastern}\n`, encoding);
    const toAll = await guessEncoding(bytes);
    expect(toAll.encoding).toBe('windows-1252');
    expect(toAll.near).toContainEqual({ encoding, guessed: western, other: eastern });
    const toReader = await guessEncoding(bytes, [`${language}-XX`]);
    expect(toReader.encoding).toBe(encoding);
    expect(toReader.near).toContainEqual({ encoding: 'windows-1252', guessed: eastern, other: western });
    expect(languagesSpokenIn(['CZ', 'PL', 'XD'])).toEqual(['cs', 'pl', expect.any(String)]);
  });
});

describe('a twelve-row list that was taken for Chinese', () => {
  it('is German', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `Bäckerei ${i + 1};Straße ${i + 1};-151,7;-36,2`);
    const text = `Name;Straße;Längengrad;Breitengrad\n${rows.join('\n')}\n`;
    const bytes = iconv.encode(text, 'windows-1252');
    expect(await read(bytes, (await guessEncoding(bytes)).encoding)).toBe(text);
  });
});
