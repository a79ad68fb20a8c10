import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@hinterland/answers';
import readWorkbook from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { exportBytes } from './write.ts';

it('a table that the answer does not have is not found, and its tables are named', async () => {
  const results = JSON.stringify({
    bands: [
      { label: 'a', residents: 1 },
      { label: 'b', residents: 2 },
    ],
  });
  const source = { results, input: '{}', area: null, format: 'csv' } as const;
  await expect(exportBytes({ ...source, table: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
  expect((await exportBytes(source)).length).toBeGreaterThan(3);
});

const worked = JSON.parse(readFileSync(new URL('../../../../examples/worked-answers.json', import.meta.url), 'utf8'));

it.each(LANGUAGES)('a workbook begins with question, answer, reasons and origin in %s', async (language) => {
  const { result } = worked['analysis.markets_sector'].execute;
  const cover = {
    actionId: 'analysis.markets_sector',
    title: '=Bakery, 2nd',
    by: 'Ann · version 3',
    at: '2026-11-29T10:00:00.000Z',
    link: 'https://geo.example.com/a/abc',
    data: ['Census 2021'],
    language,
  };
  const source = { results: JSON.stringify(result), input: '{}', area: null, format: 'xlsx', cover } as const;
  const sheets = await readWorkbook(Buffer.from(await exportBytes(source)));
  const plain = await readWorkbook(Buffer.from(await exportBytes({ ...source, cover: undefined })));
  const [answer, figures, ...tables] = sheets.map(({ data }) => data);
  // The tables stay as they were, last.
  expect(tables).toEqual(plain.map(({ data }) => data));
  const said = answer!.flat().filter((cell) => cell !== null);
  expect(said[0]).toBe("'=Bakery, 2nd");
  expect(said).toEqual(expect.arrayContaining([cover.link, cover.by, 'Census 2021', new Date('2026-11-29T10:00:00Z')]));
  if (language === 'en') {
    expect(said).toContain(result.verdict.text);
    for (const one of result.verdict.because) expect(said).toContain(one);
  }
  // Every figure of the second sheet is one of the answer.
  const numbers = figures!.flat().filter((cell) => typeof cell === 'number');
  const { figures: byPart } = result.sectors[0];
  const known = Object.values(byPart).flatMap((part) => Object.values(part as object));
  expect(numbers.length).toBeGreaterThan(9);
  for (const one of numbers) expect(known).toContain(one);
});
