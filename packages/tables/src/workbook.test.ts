import { describe, expect, it } from 'vitest';
import { zipOf } from '../../importers/src/testing/zip.ts';
import { workbookRecords } from './workbook.ts';

interface SheetText {
  readonly name: string;
  /** XML of its rows. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
}

/** A workbook written by hand from the standard (ECMA-376), with a style for each format. */
function workbook(
  sheets: readonly SheetText[],
  { formats = [] as readonly string[], active = 0, is1904 = false, texts = [] as readonly string[] } = {},
): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const type = (part: string, name: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml"/>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/styles.xml', 'styles')}${type('/xl/sharedStrings.xml', 'sharedStrings')}${sheets.map((_, i) => type(`/xl/worksheets/sheet${i + 1}.xml`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${sheets.map(({ name, state }, i) => `<sheet name="${name}" sheetId="${i + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId90" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId91" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((format, i) => `<numFmt numFmtId="${200 + i}" formatCode="${escaped(format)}"/>`).join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length + 1}"><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${200 + i}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  };
  sheets.forEach(({ rows }, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
  });
  return new Uint8Array(zipOf(files));
}

const text = (value: string, at = '') => `<c${at} t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
const cellsOf = async (...args: Parameters<typeof workbook>) =>
  (await workbookRecords(workbook(...args), undefined)).map(({ cells }) => cells);

describe('a cell is text as its sheet means it', () => {
  it.each<[string, string, string]>([
    ['General', '-36.200000000000003', '-36.2'],
    ['General', '1.1000000000000001', '1.1'],
    ['General', '4006381333931', '4006381333931'],
    ['General', '0.1234567890123', '0.1234567890123'],
    ['0.00', '48.137154', '48.137154'],
    ['#,##0', '1234567', '1234567'],
    ['#,##0.00 "€"', '1234.5', '1234.5'],
    ['[Red]-#,##0.00', '-5.25', '-5.25'],
    ['00000', '7302', '07302'],
    ['00000', '1067', '01067'],
    ['"CH-"0000', '12', 'CH-0012'],
    ['00000-0000', '73020001', '07302-0001'],
    ['000', '5', '005'],
    ['0%', '0.125', '12.5%'],
    ['0.0%', '0.3', '30%'],
    ['0.00E+00', '123456', '123456'],
    ['dd.mm.yyyy', '45292', '2024-01-01'],
    ['m/d/yy', '45292', '2024-01-01'],
    ['d. mmmm yyyy', '45292', '2024-01-01'],
    ['dd/mm/yyyy hh:mm', '45292.5', '2024-01-01 12:00'],
    ['yyyy-mm-dd hh:mm:ss', '45292.500011574', '2024-01-01 12:00:01'],
    ['dd.mm.yyyy', '45292.5', '2024-01-01'],
    ['hh:mm', '0.3125', '07:30'],
    ['h:mm AM/PM', '0.75', '18:00'],
    ['[h]:mm', '1.25', '30:00'],
    ['@', '7302', '7302'],
  ])('%s of %s is %s', async (format, value, expected) => {
    const cells = await cellsOf([{ name: 'S', rows: `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>` }], {
      formats: [format],
    });
    expect(cells).toEqual([[expected]]);
  });

  it('of every kind: shared and rich texts, results of formulas, truths, errors', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><f>A1</f><v>Köln</v></c><c r="D1"><f>1+1</f><v>2</v></c><c r="E1" t="b"><v>1</v></c><c r="F1" t="e"><v>#N/A</v></c><c r="H1" t="inlineStr"><is><t>00123</t></is></c></row>`;
    const texts = ['<t>Bäckerei</t>', '<r><t>fett </t></r><r><t>und schlank</t></r>'];
    expect(await cellsOf([{ name: 'S', rows }], { texts })).toEqual([
      ['Bäckerei', 'fett und schlank', 'Köln', '2', 'TRUE', '#N/A', '', '00123'],
    ]);
  });

  it('of a day on a Mac of old, which counts from 1904', async () => {
    const rows = '<row r="1"><c r="A1" s="1"><v>43830</v></c></row>';
    expect(await cellsOf([{ name: 'S', rows }], { formats: ['yyyy-mm-dd'], is1904: true })).toEqual([['2024-01-01']]);
  });
});

describe('a sheet', () => {
  const sheet = (name: string, state?: SheetText['state']): SheetText => ({
    name,
    rows: `<row r="1">${text(name, ' r="A1"')}</row>`,
    ...(state === undefined ? {} : { state }),
  });

  it.each<[string, SheetText[], number, string]>([
    ['the first', [sheet('A'), sheet('B')], 0, 'A'],
    ['the active one', [sheet('A'), sheet('B'), sheet('C')], 1, 'B'],
    ['the first that is not hidden', [sheet('A', 'hidden'), sheet('B')], 0, 'B'],
    ['none that only a program shows', [sheet('A', 'veryHidden'), sheet('B'), sheet('C')], 0, 'B'],
    ['the active one beside hidden ones', [sheet('A', 'hidden'), sheet('B'), sheet('C')], 2, 'C'],
  ])('is read that a person sees: %s', async (_, sheets, active, expected) => {
    expect(await cellsOf(sheets, { active })).toEqual([[expected]]);
  });

  it('is named where the workbook has no such one, or shows none', async () => {
    const named = workbookRecords(workbook([sheet('A'), sheet('B')]), 'C');
    await expect(named).rejects.toThrow('The workbook has no sheet "C"; it has "A", "B".');
    expect((await workbookRecords(workbook([sheet('A'), sheet('B', 'hidden')]), 'B'))[0]?.cells).toEqual(['B']);
    await expect(cellsOf([sheet('A', 'hidden')])).rejects.toThrow('All sheets of the workbook are hidden');
  });

  it('may leave out the references of cells and rows, blank rows, and cells at the end of a row', async () => {
    const rows = `<row>${text('name')}${text('lat')}${text('lng')}</row><row/><row>${text('  ')}</row><row>${text('A')}<c><v>-36.2</v></c></row>`;
    expect(await workbookRecords(workbook([{ name: 'S', rows }]), undefined)).toMatchObject([
      { line: 1, cells: ['name', 'lat', 'lng'] },
      { line: 4, cells: ['A', '-36.2'] },
    ]);
  });

  it('stands where its references say', async () => {
    const rows = `<row r="2">${text('a', ' r="B2"')}${text('b', ' r="D2"')}</row><row r="5">${text('c', ' r="A5"')}</row>`;
    expect(await workbookRecords(workbook([{ name: 'S', rows }]), undefined)).toMatchObject([
      { line: 2, cells: ['', 'a', '', 'b'] },
      { line: 5, cells: ['c'] },
    ]);
  });
});
