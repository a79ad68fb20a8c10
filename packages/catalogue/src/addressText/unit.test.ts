import { describe, expect, it } from 'vitest';
import { tidyLine } from './tidyLine.ts';
import { takeUnit, unitKey } from './unit.ts';

const taken = (line: string, country: string) => {
  const { unit, unsure, rest } = takeUnit(tidyLine(line, [country]), [country]);
  return [unit || unsure, rest.replace(/\s+/g, ' ').replace(/ ,/g, ',').trim().replace(/,$/, '')];
};

describe('units of an address line', () => {
  it.each([
    ['ES', 'Calle Mayor 24, 2º B', '2B', 'Calle Mayor 24'],
    ['ES', 'Calle Mayor, 24, 3º izq, 28013 Madrid', '3IZQ', 'Calle Mayor, 24, 28013 Madrid'],
    ['ES', 'Calle Mayor 24 2ºB', '2B', 'Calle Mayor 24'],
    ['ES', 'Calle Mayor 24, piso 2, puerta B, Madrid', '2B', 'Calle Mayor 24, Madrid'],
    ['ES', 'Calle Mayor 24 piso 2', '2', 'Calle Mayor 24'],
    ['ES', 'Calle Mayor 24, esc. A, 2º 1ª', 'A21', 'Calle Mayor 24'],
    ['ES', 'Calle Mayor 24 bajo dcha, Madrid', 'BAJODCHA', 'Calle Mayor 24 Madrid'],
    ['ES', 'Calle Mayor 24, ático', 'ATICO', 'Calle Mayor 24'],
    ['ES', 'Calle Mayor, 24, 2B', '2B', 'Calle Mayor, 24'],
    ['ES', 'Calle 2 de Mayo, 24', '', 'Calle 2 de Mayo, 24'],
    ['ES', 'Calle 1º de Mayo 5', '', 'Calle 1° de Mayo 5'],
    ['AD', 'Carrer Major, 24, 3r 2a', '32', 'Carrer Major, 24'],
    ['AD', 'Carrer Major 24, baixos', 'BAIXOS', 'Carrer Major 24'],
    ['PT', 'Rua Augusta 24, 3º Dto, Lisboa', '3DTO', 'Rua Augusta 24, Lisboa'],
    ['PT', 'Rua Augusta 24 R/C Esq', 'R/CESQ', 'Rua Augusta 24'],
    ['BR', 'Rua Augusta, 24, apto 302, bloco B', '302B', 'Rua Augusta, 24'],
    ['IT', 'Via Roma 24, int. 4', '4', 'Via Roma 24'],
    ['IT', 'Via Roma 24 scala B int. 4', 'B4', 'Via Roma 24'],
    ['IT', 'Piazza Scala 5', '', 'Piazza Scala 5'],
    ['IT', '12 p.zza Dante', '', '12 p.zza Dante'],
    ['DE', 'Hauptstraße 5, 2. OG', '2', 'Hauptstraße 5'],
    ['DE', 'Hauptstraße 5, 2. OG links, 64283 Darmstadt', '2LINKS', 'Hauptstraße 5, 64283 Darmstadt'],
    ['DE', 'Hauptstraße 5 EG', 'EG', 'Hauptstraße 5'],
    ['DE', 'Straße des 17. Juni, 135', '', 'Straße des 17. Juni, 135'],
    ['AT', 'Hauptstraße 5, Stiege 2, Top 7', '27', 'Hauptstraße 5'],
    ['FR', '12 rue de la Paix, bât. B, 3e étage, 75002 Paris', 'B3', '12 rue de la Paix, 75002 Paris'],
    ['FR', 'Appt 4, 12 rue de la Paix', '4', '12 rue de la Paix'],
    ['NL', 'Kalverstraat 24 2hoog', '2', 'Kalverstraat 24'],
    ['US', '100 Broadway, Apt 3B, New York', '3B', '100 Broadway, New York'],
    ['US', '100 Broadway, 2nd Fl, New York', '2', '100 Broadway, New York'],
    ['US', 'Fl 2, 100 Broadway', '2', '100 Broadway'],
    ['US', '100 Broadway, Miami, FL 33101', '', '100 Broadway, Miami, FL 33101'],
    ['US', '719 East 6th Street, 5C', '5C', '719 East 6th Street'],
    ['US', '719 East 6th Street, PH-B', 'PH-B', '719 East 6th Street'],
    ['US', '719 East 6th Street, Penthouse', 'PH', '719 East 6th Street'],
    ['AU', 'Unit 3, 17 High St', '3', '17 High St'],
    ['AU', 'Unit Level 13, 50 High St', '13', 'Unit 50 High St'],
    ['IN', 'Flat 5, 36 MG Road, 2nd Floor', '52', '36 MG Road'],
    ['CZ', 'Vodičkova 806/3, byt 12', '12', 'Vodickova 806/3'],
  ])('%s: %s', (country, line, unit, rest) => {
    expect(taken(line, country)).toEqual([unit, rest]);
  });

  it.each([
    ['ES', ['2º B', '2B', 'piso 2, puerta B', '2o b', 'piso 2 B']],
    ['US', ['APT 315', 'Unit 315', '# 315', '315']],
    ['US', ['Fl 2', '2nd floor', 'Floor 2', '2']],
    ['DE', ['2. OG links', '2. Stock li', '2. OG, links']],
  ])('%s: %j are one unit', (country, texts) => {
    expect(new Set(texts.map((text) => unitKey(text, [country]))).size).toBe(1);
  });
});

describe('words for a house number', () => {
  it.each([
    ['ES', 'Calle Mayor nº 24', 'Calle Mayor 24'],
    ['ES', 'Calle Mayor n° 24', 'Calle Mayor 24'],
    ['IT', 'Via Roma n. 5', 'Via Roma 5'],
    ['DE', 'Hauptstraße Nr. 5', 'Hauptstraße 5'],
    ['CZ', 'Vodičkova č.p. 806', 'Vodickova 806'],
    ['CZ', 'Vodičkova čp. 806', 'Vodickova 806'],
    // North 4th Street, in a country that speaks French, too.
    ['CA', '100 N 4th St', '100 N 4th St'],
  ])('%s: %s', (country, line, tidy) => {
    expect(tidyLine(line, [country])).toBe(tidy);
  });
});
