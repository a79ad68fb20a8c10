import { describe, expect, it } from 'vitest';
import { addressTown, type TownAddress } from '../testing/addressTown.ts';
import { parseParts, parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { street, told } from './testing/townSearch.ts';

const DIGITS: Readonly<Record<string, string>> = {
  'Arabic-Indic': '٠١٢٣٤٥٦٧٨٩',
  Persian: '۰۱۲۳۴۵۶۷۸۹',
  Devanagari: '०१२३४५६७८९',
  Bengali: '০১২৩৪৫৬৭৮৯',
  Gurmukhi: '੦੧੨੩੪੫੬੭੮੯',
  Gujarati: '૦૧૨૩૪૫૬૭૮૯',
  Oriya: '୦୧୨୩୪୫୬୭୮୯',
  Tamil: '௦௧௨௩௪௫௬௭௮௯',
  Telugu: '౦౧౨౩౪౫౬౭౮౯',
  Kannada: '೦೧೨೩೪೫೬೭೮೯',
  Malayalam: '൦൧൨൩൪൫൬൭൮൯',
  Thai: '๐๑๒๓๔๕๖๗๘๙',
  Lao: '໐໑໒໓໔໕໖໗໘໙',
  Tibetan: '༠༡༢༣༤༥༦༧༨༩',
  Burmese: '၀၁၂၃၄၅၆၇၈၉',
  Khmer: '០១២៣៤៥៦៧៨៩',
  Mongolian: '᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙',
  fullwidth: '０１２３４５６７８９',
};
const inDigits = (text: string, digits: string): string => text.replace(/\d/g, (digit) => [...digits][Number(digit)]!);

const town = (country: string, name: string, numbers: readonly (string | TownAddress)[]) =>
  addressTown(street(name, numbers), { manifest: { countries: [country] } });

describe.each(Object.entries(DIGITS))('digits: %s', (_, digits) => {
  it.each(['12', '305', '7A'])('%s is the same number in the query and in what is held', (number) => {
    const name = 'شارع ٢٦ يوليو';
    const others = ['1', '2', '3', '5', '7', '99', '120', '350'];
    for (const [held, asked] of [
      [number, inDigits(number, digits)],
      [inDigits(number, digits), number],
      [inDigits(number, digits), inDigits(number, digits)],
    ] as const) {
      const territory = town('EG', name, [held, ...others.filter((other) => other !== number)]);
      for (const line of [`${asked} ${name}`, `${name} ${asked}`, `شارع ${inDigits('26', digits)} يوليو ${asked}`]) {
        const [first] = searchAddresses(territory, parseQuery(`${line} `, ['EG']), { limit: 2 });
        expect([line, told(territory, first!), first!.number]).toEqual([line, `${held} ${name}, `, 'exact']);
      }
      const [ofParts] = searchAddresses(territory, parseParts({ street: name, number: asked }, ['EG']), { limit: 2 });
      expect(told(territory, ofParts!)).toBe(`${held} ${name}, `);
    }
  });
});

/** Country, the number that is held among 1, 2, 3, 14, 24 and 240, and ways to write it. */
const WRITTEN: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'US',
    '24',
    [
      '24.0',
      '24,0',
      '24.00',
      '24.000000',
      '#24',
      '# 24',
      'No. 24',
      'No 24',
      'no.24',
      '№ 24',
      '№24',
      'house 24',
      '２４',
    ],
  ],
  ['US', '24A', ['24 A', '24-A', '24/A', '24a', '24.A', '#24A']],
  ['US', '24 1/2', ['24 1/2', '24 ½', '24½', '24-1/2']],
  ['DE', '24', ['24.0', 'Nr. 24', 'Nr 24', 'nr.24', 'Hausnr. 24', 'Hausnummer 24', 'No. 24']],
  ['DE', '24a', ['24 a', '24A', '24/a', '24-a', '24.a', 'Nr. 24 a']],
  ['CH', '24.1', ['24.1', '24,1', 'Nr. 24.1']],
  ['FR', '24', ['n° 24', 'nº 24', 'N°24', 'no 24', 'numéro 24', '24.0']],
  ['FR', '24 bis', ['24 bis', '24bis', '24 BIS', 'n° 24 bis']],
  ['ES', '24', ['nº 24', 'n.º 24', 'núm. 24', 'número 24', '#24', 'No. 24']],
  ['IT', '24', ['n. 24', 'n.24', 'nr. 24', 'n° 24', 'civico 24', 'num. 24']],
  ['BR', '1234', ['1.234', 'nº 1.234', '1234', '1234.0', 'n 1234']],
  ['TR', '24', ['No:24', 'No: 24', 'no 24', 'No.24', 'Numara 24', 'N:24']],
  ['TR', '24/A', ['24/A', '24 / A', 'No:24/A', '24-A', '24A']],
  ['PL', '24', ['nr 24', 'nr. 24', 'numer 24']],
  ['CZ', '806', ['č.p. 806', 'čp. 806', 'čp 806', 'č. 806', 'c.p. 806']],
  ['HU', '24', ['24.', '24. sz.', '24. szám']],
  ['RO', '24', ['nr. 24', 'Nr.24', 'numărul 24']],
  ['GR', '24', ['αρ. 24', 'αριθμός 24', 'αρ 24']],
  ['RU', '24', ['д. 24', 'дом 24', 'д.24', '№ 24', 'дом № 24']],
  [
    'RU',
    '24 к2',
    ['24 к2', '24к2', '24 к. 2', '24, корп. 2', 'д. 24 корпус 2', 'дом 24 кор. 2'.replace('кор.', 'корп')],
  ],
  ['UA', '24Б', ['24Б', '24 б', '24-Б', 'буд. 24-б', '24/Б']],
  ['RS', '24А', ['24А', '24A', '24 a', 'бр. 24а']],
  ['EG', '24', ['رقم 24', 'عمارة 24', '\u200f24\u200f', 'رقم: 24']],
  ['IR', '24', ['پلاک 24', 'پ 24', 'پلاک ۲۴']],
  ['IL', '24', ['מס 24', "מס' 24", 'בית 24']],
  ['IN', '24', ['H.No. 24', 'H No 24', 'House No. 24', 'Plot No 24', 'Door No. 24', '#24', 'मकान नं. २४']],
  ['BD', '24', ['House 24', 'House # 24', 'House No. 24', 'বাড়ি নং ২৪']],
  ['ID', '24', ['No. 24', 'No.24', 'Nomor 24', 'Kav. 24']],
  ['VN', '24', ['Số 24', 'số nhà 24', 'so 24']],
  ['TH', '24', ['เลขที่ 24', 'เลขที่ ๒๔', 'บ้านเลขที่ 24']],
  ['CN', '24号', ['24号', '24號', '24', '２４号']],
  ['JP', '1-9-1', ['1-9-1', '1丁目9番1号', '1丁目9-1', '一丁目9番1号', '１－９－１', '1ー9ー1']],
  ['KR', '24', ['24', '24호'.slice(0, 2), '24번지'.slice(0, 2)]],
  ['AT', '24', ['24/4', '24/4/5', '24/4/5/30', '24 / 4 / 5 / 30', '24/EG/5', '24/DG/30']],
  ['XX', '24', ['24.0', 'No:24', 'nr 24', 'n° 24', '#24', '№ 24', '24/5', '24/5/30']],
];

describe('house numbers as people and programs write them', () => {
  it.each(WRITTEN)('%s: %s', (country, number, texts) => {
    const others = ['1', '2', '3', '14', '24', '240', '241'].filter(
      (other) => other !== number && `${other}号` !== number,
    );
    const name = country === 'JP' ? '丸の内' : 'Lungarno';
    const territory = town(country, name, [number, ...others]);
    for (const text of texts) {
      const [first] = searchAddresses(territory, parseQuery(`${name} ${text} `, [country]), { limit: 2 });
      expect([text, told(territory, first!), first!.number]).toEqual([text, `${number} ${name}, `, 'exact']);
    }
  });

  it.each([
    ['US', '19.5', '195'],
    ['CH', '12.2', '122'],
    ['DE', '1.5', '15'],
    ['IT', '3.3', '33'],
    ['FR', '24.1', '241'],
    ['US', '2.40', '240'],
  ])('%s: a dot is never dropped: %s is none of %s', (country, asked, held) => {
    const territory = town(country, 'Lungarno', [held, '900']);
    const found = searchAddresses(territory, parseQuery(`Lungarno ${asked} `, [country]), { limit: 5 });
    expect(found.filter(({ number }) => number === 'exact' || number === 'in_range')).toEqual([]);
  });

  it.each([
    ['US', '75 Henry Street, P.O. Box 24'],
    ['US', '75 Henry Street, tel. 212 555 0124'],
    ['GB', '75 Henry Street, PO Box 24, phone +44 20 7946 0024'],
    ['DE', 'Henry Street 75, Postfach 24'],
    ['DE', 'Henry Street 75, Tel. 06151 24 24'],
    ['DE', 'Henry Street 75 c/o Müller'],
    ['DE', 'c/o Maria Müller, Henry Street 75'],
    ['FR', '75 Henry Street, BP 24'],
    ['ES', 'Henry Street 75, apartado de correos 24'],
    ['BR', 'Henry Street 75, caixa postal 24'],
    ['IT', 'Henry Street 75, casella postale 24'],
    ['PL', 'Henry Street 75, skr. poczt. 24'],
    ['RU', 'Henry Street 75, а/я 24'],
    ['EG', '75 Henry Street، ص.ب. 24'],
    ['KE', 'Henry Street 75, P O BOX 24'],
  ])('%s: numbers of boxes and telephones are no house numbers: %s', (country, line) => {
    const territory = town(country, 'Henry Street', ['24', '75', '2', '212', '555', '20']);
    const [first] = searchAddresses(territory, parseQuery(`${line} `, [country]), { limit: 2 });
    expect([line, told(territory, first!), first!.confidence]).toEqual([line, '75 Henry Street, ', 1]);
  });
});
