import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiDigits, isNothing, metersIn, numberColumn, readNumber, squareMetersIn, wholeNumberOf } from './index.ts';

describe('a number in a text', () => {
  it.each<[string, number | string]>([
    // Decimals and thousands of many countries.
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ["1'234.50", 1234.5],
    ['1’234’567', 1234567],
    ['1 234,5', 1234.5],
    ['12\u202f345\u00a0678', 12345678],
    ['1,23,456.5', 123456.5],
    ['1.234.567', 1234567],
    ['0,123', 0.123],
    ['01.234', 1.234],
    ['.5', 0.5],
    ['5.', 5],
    ['1_000', 1000],
    // One mark with three digits behind it has two meanings.
    ['1.234', 'ambiguous'],
    ['1,234', 'ambiguous'],
    ['-20.000', 'ambiguous'],
    // Signs of typography and of accountants.
    ['−1.5', -1.5],
    ['–1,5', -1.5],
    ['－１．５', -1.5],
    ['- 5', -5],
    ['12-', -12],
    ['(1.234,5)', -1234.5],
    ["'007", 7],
    ['\u200e-5\u200f', -5],
    // Digits of other scripts.
    ['١٢٫٥', 12.5],
    ['٣٬٤٥٦', 3456],
    ['۱۲۳', 123],
    ['१२.५', 12.5],
    ['๑๒', 12],
    ['𝟏𝟐', 12],
    // Exponents as spreadsheets and programs write them.
    ['1,23E+05', 123000],
    ['1e5', 100000],
    ['2.5E-3', 0.0025],
    // No numbers, whatever could be left out of them.
    ['12.5.2024', 'no number'],
    ['12-14', 'no number'],
    ['1,2,3', 'no number'],
    ['1.23.456,7', 'no number'],
    ['1..5', 'no number'],
    ['--5', 'no number'],
    ['-(5)', 'no number'],
    ['1 2', 'no number'],
    ['0x1F', 'no number'],
    ['Infinity', 'no number'],
    ['½', 'no number'],
    ['5²', 'no number'],
    ['12 EUR', 'no number'],
    ['', 'empty'],
    ['\u00a0', 'empty'],
  ])('%j is %j', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it('is understood by the signs that are known', () => {
    expect(readNumber('1.234', { decimal: '.' })).toBe(1.234);
    expect(readNumber('1.234', { decimal: ',' })).toBe(1234);
    expect(readNumber('1.5', { decimal: ',' })).toBe('no number');
    expect(readNumber('1.234', { thousands: '' })).toBe(1.234);
    expect(readNumber('1 234', { thousands: '' })).toBe('no number');
  });

  it('may have a unit where one is expected', () => {
    expect(readNumber('120,5 m²', { units: squareMetersIn })).toBe(120.5);
    expect(readNumber('1 200 qm', { units: squareMetersIn })).toBe(1200);
    expect(readNumber('100 sq ft', { units: squareMetersIn })).toBe(9.290304);
    expect(readNumber('12 m', { units: metersIn })).toBe(12);
    expect(readNumber('1.200 m²', { units: squareMetersIn })).toBe('ambiguous');
    expect(readNumber('120 rooms', { units: squareMetersIn })).toBe('no number');
  });

  it('is whole though a program put zeros behind it', () => {
    const texts = ['1', '1.0', '1,0', '1.000', '١', '-0.0', '1.5', '', 'x', '1 000', '1e3', '007.00'];
    expect(texts.map((text) => wholeNumberOf(text))).toEqual([1, 1, 1, 1, 1, 0, null, null, null, null, 1000, 7]);
    expect(wholeNumberOf('3.0', 0, 2)).toBeNull();
  });
});

/** Languages whose numbers differ in decimals, thousands, signs, digits. */
const LANGUAGES = [
  'en-US',
  'en-IN',
  'de-DE',
  'de-CH',
  'de-AT',
  'fr-FR',
  'fr-CH',
  'it-IT',
  'es-ES',
  'es-MX',
  'pt-BR',
  'pt-PT',
  'nl-NL',
  'sv-SE',
  'nb-NO',
  'da-DK',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'hu-HU',
  'ro-RO',
  'bg-BG',
  'ru-RU',
  'uk-UA',
  'el-GR',
  'tr-TR',
  'he-IL',
  'ar-EG',
  'ar-MA',
  'fa-IR',
  'ur-PK',
  'hi-IN-u-nu-deva',
  'bn-BD',
  'mr-IN',
  'ta-IN-u-nu-tamldec',
  'th-TH-u-nu-thai',
  'my-MM',
  'km-KH-u-nu-khmr',
  'ja-JP',
  'zh-CN-u-nu-hanidec',
  'ko-KR',
  'vi-VN',
  'id-ID',
  'et-EE',
  'lv-LV',
  'lt-LT',
  'sl-SI',
  'hr-HR',
  'ne-NP',
  'dz-BT',
].filter((language) => language !== 'zh-CN-u-nu-hanidec'); // Its digits are letters of the script, not digits of Unicode.

describe('a column of numbers', () => {
  it.each(LANGUAGES)('is read as %s writes it', (language) => {
    const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
    const number = fc.oneof(
      fc.integer({ min: -9_999_999, max: 9_999_999 }),
      fc.integer({ min: -999_999_999, max: 999_999_999 }).map((hundredths) => hundredths / 100),
    );
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (numbers) => {
        // A number with both signs shows how the column is written.
        const column = numberColumn([1234567.25, ...numbers].map((value) => format.format(value)));
        expect(column.values).toEqual([1234567.25, ...numbers.map((value) => value + 0)]);
        expect(column.unread).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it.each<[string, string[], (number | null)[]]>([
    ['English', ['1,234', '12', '-3.5', '1,234,567.25', ''], [1234, 12, -3.5, 1234567.25, null]],
    ['German and Italian', ['1.234', '12', '-3,5', '1.234.567,25', '-'], [1234, 12, -3.5, 1234567.25, null]],
    ['French', ['1 234,5', '12\u202f000', '7'], [1234.5, 12000, 7]],
    ['Swiss', ["1'234.50", '1’000'], [1234.5, 1000]],
    ['more than three decimals', ['0,1234', '1.000'], [0.1234, 1000]],
    ['currencies', ['€ 1.200,50', '3.000 €', '-€5', '12,- €'], [1200.5, 3000, -5, 12]],
    ['Swiss francs', ['CHF 1’200.–', 'CHF 7.50'], [1200, 7.5]],
    ['percentages', ['12%', '7,5 %', '0'], [0.12, 0.075, 0]],
    ['words for nothing', ['1', 'NA', 'n/a', 'NULL', '–', '#N/A', '\\N', 'k.A.', 'nan'], [1, ...Array(8).fill(null)]],
  ])('%s', (_, cells, numbers) => {
    const { values, unread } = numberColumn(cells);
    expect(values).toEqual(numbers);
    expect(unread).toEqual([]);
  });

  it('leaves unread, and tells, what it does not decide', () => {
    const unread = (cells: string[], hint?: '.' | ',') =>
      numberColumn(cells, hint).unread.map(({ at, fault }) => [at, fault]);
    expect(unread(['1,234', '5,678'])).toEqual([
      [0, 'ambiguous'],
      [1, 'ambiguous'],
    ]);
    expect(unread(['1.234', '1,5', '2.5'])).toEqual([[0, 'ambiguous']]);
    expect(unread(['1', 'many', '12.5.24'])).toEqual([
      [1, 'no number'],
      [2, 'no number'],
    ]);
    expect(unread(['5 €', '6 $', '7'])).toEqual([[1, 'no number']]);
    expect(unread(['12%', '0.5'])).toEqual([[1, 'no number']]);
    expect(numberColumn(['1.234', '5.678'], ',').values).toEqual([1234, 5678]);
    expect(numberColumn(['1.234', '5.678'], '.')).toMatchObject({ values: [1.234, 5.678], decimal: '.' });
    expect(numberColumn(['1.234', '5.678', '9.000.000'])).toMatchObject({ values: [1234, 5678, 9e6], decimal: ',' });
  });
});

describe('digits of every script', () => {
  it('are those that the platform writes in its numbering systems', () => {
    const systems = Intl.supportedValuesOf('numberingSystem');
    let scripts = 0;
    for (const system of systems) {
      const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210);
      if (!/^\p{Nd}+$/u.test(digits)) continue;
      scripts++;
      expect([system, asciiDigits(digits)]).toEqual([system, '9876543210']);
    }
    expect(scripts).toBeGreaterThan(40);
  });

  it('leave all else as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(asciiDigits(text).replace(/\d/g, '0')).toBe(text.replace(/\p{Nd}/gu, '0'));
      }),
    );
    expect(isNothing(' — ')).toBe(true);
    expect(isNothing('0')).toBe(false);
  });
});
