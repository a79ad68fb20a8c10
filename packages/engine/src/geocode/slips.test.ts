import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { addressTown } from '../testing/addressTown.ts';
import { parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { street, told } from './testing/townSearch.ts';

const found = (country: string, names: readonly string[], line: string) => {
  const territory = addressTown(
    names.flatMap((name) => street(name, ['12', '14'], { locality: 'Town', postcode: '64390' })),
    { manifest: { countries: [country] } },
  );
  const [first] = searchAddresses(territory, parseQuery(`${line} `, [country]), { limit: 3 });
  return first === undefined ? 'nothing' : told(territory, first);
};

/** Streets whose kind search shortens or joins to the name. */
const NAMES: readonly (readonly [string, string])[] = [
  ['DE', 'Hauptstraße'],
  ['DE', 'Bahnhofstraße'],
  ['DE', 'Berliner Straße'],
  ['AT', 'Ringstraße'],
  ['CH', 'Bahnhofstrasse'],
  ['CH', 'Zürcher Strasse'],
  ['LI', 'Landstrasse'],
  ['NL', 'Kalverstraat'],
  ['NL', 'Lange Nieuwstraat'],
  ['BE', 'Nieuwstraat'],
  ['SE', 'Storgatan'],
  ['SE', 'Kungsgatan'],
  ['SE', 'Strandvägen'],
  ['NO', 'Storgata'],
  ['NO', 'Kirkeveien'],
  ['NO', 'Karl Johans gate'],
  ['DK', 'Vestergade'],
  ['DK', 'Strandvejen'],
  ['FI', 'Aleksanterinkatu'],
  ['US', 'Bridge Street'],
  ['US', 'Lincoln Avenue'],
  ['FR', 'Boulevard Voltaire'],
  ['IT', 'Piazza Dante'],
  ['ES', 'Avenida América'],
  ['PL', 'ulica Marszałkowska'],
  ['RU', 'улица Ленина'],
  ['GR', 'Λεωφόρος Αλεξάνδρας'],
  ['TR', 'Atatürk Caddesi'],
];

const LETTERS = 'abcdefghiklmnoprstuvwz';
const seed = 20261127;

/** One letter left out, doubled, replaced or swapped with its neighbor, in the last six letters of the longest word. */
function withSlip(name: string, random: SeededRandom): string {
  const words = name.normalize('NFC').split(' ');
  const longest = words.reduce((best, word, i) => (word.length > words[best]!.length ? i : best), 0);
  const letters = [...words[longest]!];
  const at = letters.length - 1 - random.int(Math.min(6, letters.length - 2));
  const kinds = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, letters[at]!),
    () => letters.splice(at, 1, LETTERS[random.int(LETTERS.length)]!),
    () => letters.splice(at - 1, 2, letters[at]!, letters[at - 1]!),
  ];
  kinds[random.int(kinds.length)]!();
  words[longest] = letters.join('');
  return words.join(' ');
}

describe('a slip anywhere in a name costs one edit', () => {
  it.each(NAMES)('%s: %s', (country, name) => {
    const random = new SeededRandom(seed);
    for (let round = 0; round < 40; round++) {
      const typed = withSlip(name, random);
      for (const line of [`${typed} 12`, `${typed} 12, 64390 Town`]) {
        expect([seed, line, found(country, [name, 'Quai', 'Lindenhof'], line)]).toEqual([
          seed,
          line,
          `12 ${name}, Town`,
        ]);
      }
    }
  });

  it.each([
    [
      'DE',
      'Hauptstraße',
      [
        'Hauptstaße',
        'Hauptstrase',
        'Hauptstrasze',
        'Haupstraße',
        'Hauptsr.',
        'Haupt Staße',
        'Haupt-Strase',
        'Haubtstr',
      ],
    ],
    [
      'DE',
      'Berliner Straße',
      ['Berliner Staße', 'Berliner Strase', 'Berlinerstase', 'Berliner Sraße', 'Berliner Strße', 'Berliner Stasse'],
    ],
    ['DE', 'Kastanienallee', ['Kastanienalee', 'Kastanienallle', 'Kastanenallee']],
    ['DE', 'Am Marktplatz', ['Am Markplatz', 'Am Marktplaz', 'Am Marktpaltz']],
    ['NL', 'Kalverstraat', ['Kalverstaat', 'Kalverstrat', 'Kalver straat', 'Kalver staat']],
    ['US', 'Bridge Street', ['Bridge Steret', 'Bridge Streat', 'Brigde Street', 'Bridge Sreet']],
  ])('%s: %s', (country, name, slips) => {
    for (const slip of slips)
      expect([slip, found(country, [name, 'Quai'], `${slip} 12`)]).toEqual([slip, `12 ${name}, Town`]);
  });

  it('names that differ by more than a slip stay apart', () => {
    const names = ['Hauptstraße', 'Hausstraße', 'Haupthof', 'Berliner Straße', 'Berliner Hof'];
    for (const name of names) expect(found('DE', names, `${name} 12`)).toBe(`12 ${name}, Town`);
    expect(found('LU', ["Route d'Arlon"], "12 Route d'Arlon, Strassen")).toBe("12 Route d'Arlon, Town");
  });
});

describe('letters that a program could not read', () => {
  it.each([
    ['NZ', 'Kōwhai Street', ['12 K?whai Street', '12 K\ufffdwhai Street, Town', '12 K??whai St, 64390']],
    ['DE', 'Hauptstraße', ['Hauptstra?e 12', 'Hauptstra??e 12', 'Haupt Stra?e 12, 64390 Town']],
    ['DE', 'Gärtnerweg', ['G?rtnerweg 12', 'G\ufffdrtnerweg 12']],
    ['PL', 'Łódzka', ['??dzka 12', '?ódzka 12', '\ufffd\ufffddzka 12']],
    ['CZ', 'Dlouhá třída', ['Dlouh? t??da 12', 'Dlouhá t?ída 12']],
    ['FR', 'Rue de l’Église', ['12 rue de l’?glise', '12 rue de l’\ufffdglise, 64390']],
    ['TR', 'Şişli Caddesi', ['?i?li Caddesi 12', 'Şi?li Cad. No:12']],
    ['SE', 'Björkvägen', ['Bj?rkv?gen 12', 'Björkv?gen 12, 64390 Town']],
  ])('%s: %s', (country, name, lines) => {
    for (const line of lines)
      expect([line, found(country, [name, 'Quai', 'Lindenhof'], line)]).toEqual([line, `12 ${name}, Town`]);
  });

  it('a question mark behind a line is none', () => {
    expect(found('US', ['Bridge Street'], '12 Bridge Street?')).toBe('12 Bridge Street, Town');
  });
});
