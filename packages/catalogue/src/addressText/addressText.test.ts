import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { houseNumberKey, isHouseNumber } from './houseNumber.ts';
import { isStreetType, nameKey, nameWords } from './nameWords.ts';

describe('words of names', () => {
  it.each([
    ['US', ['East Fourth Street', 'E 4th St.', 'EAST 4 STREET', 'e. 4 street']],
    ['US', ["St Mark's Place", 'Saint Marks Pl', 'st. mark’s place']],
    ['US', ['Avenue of the Americas', 'AVE OF THE AMERICAS']],
    ['AU', ['Kings Road', 'kings rd', "King's Rd."]],
    ['IT', ['Via Venti Settembre', 'V. venti settembre']],
    ['IT', ['Via XX Settembre', 'via 20 settembre']],
    ['IT', ['Piazza San Marco', 'P.zza S. Marco', 'pza san marco']],
    ['IT', ['Corso Vittorio Emanuele II', 'C.so Vittorio Emanuele 2']],
    ['DE', ['Hauptstraße', 'Hauptstr.', 'haupt strasse', 'Haupt-Str.', 'HAUPTSTRASSE']],
    ['DE', ['Berliner Straße', 'Berliner Str.', 'berlinerstr']],
    ['FR', ["Avenue de l'Opéra", 'av. de l’opera', 'AVE DE L OPERA']],
    ['FR', ['Boulevard Saint-Michel', 'bd st michel', 'Bld. Saint Michel']],
    ['ES', ['Calle de Alcalá', 'C/ de Alcala', 'c. de alcalá']],
    ['ES', ['Avenida de la Constitución', 'Avda de la constitucion']],
    ['ES', ['Paseo de la Castellana', 'Pº de la Castellana']],
    ['PT', ['Rua Augusta', 'R. Augusta']],
    ['NL', ['Kalverstraat', 'kalverstr.', 'Kalver straat']],
  ])('%s: %j are the same name', (country, texts) => {
    expect(new Set(texts.map((text) => nameKey(text, country))).size).toBe(1);
  });

  it('keeps names apart that differ', () => {
    expect(nameWords('East 4th Street', 'US')).toEqual(['e', '4', 'st']);
    expect(nameWords('East 14th Street', 'US')).toEqual(['e', '14', 'st']);
    expect(nameWords('Avenue C', 'US')).toEqual(['av', 'c']);
    expect(nameWords('Straße des 17. Juni', 'DE')).toEqual(['str', 'des', '17', 'juni']);
    expect(nameWords('😀 !', 'US')).toEqual([]);
  });

  it('knows kinds of streets in the languages of a country', () => {
    expect(isStreetType('st', 'US')).toBe(true);
    expect(isStreetType('rue', 'US')).toBe(false);
    expect(isStreetType('rue', 'CH')).toBe(true);
    expect(isStreetType('n', 'US')).toBe(false);
  });
});

describe('folding', () => {
  it.each([
    ['Rāwhiti', 'rawhiti'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ["Côte-d'Or", 'cote d or'],
    ['  Ærø  Kommune ', 'aero kommune'],
    ['İstanbul', 'istanbul'],
    ['Ķekava', 'kekava'],
    ['Αθήνα', 'αθηνα'],
    ['ﬁn', 'fin'],
  ])('%s is found as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});

describe('keys of house numbers', () => {
  it.each([
    ['12A', ['12a', '12 A', '12/A', '12-a', ' 12 a ']],
    ['12BIS', ['12 bis', '12bis', '12/bis']],
    ['573-2', ['573-2', '573–2', '573 - 2']],
    ['3/17', ['3/17', '3 / 17']],
    ['806/3', ['806/3']],
    ['W350N5337', ['W350N5337', 'w350 n5337']],
    ['12-1/2', ['12 1/2']],
  ])('%s', (key, texts) => {
    expect(texts.map(houseNumberKey)).toEqual(texts.map(() => key));
  });
});

// The classifier of Pelias' parser takes and refuses these, see its HouseNumberClassifier and tests.
describe('the grammar of house numbers', () => {
  it.each(['10', '10a', '10 a', '10-19', '10-19a', '10-a', '1/135', '1b/135', '6N23', 'W350N5337'])(
    '%s may be one',
    (text) => {
      expect(isHouseNumber(text)).toBe(true);
    },
  );
  it.each(['123456', 'abc', '', 'a10b', '10-', '/', '1/2/3', '10 main'])('%s is none', (text) => {
    expect(isHouseNumber(text)).toBe(false);
  });
});
