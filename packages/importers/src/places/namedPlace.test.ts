import { describe, expect, it } from 'vitest';
import { findPlace } from './findPlace.ts';
import { Namesakes } from './namesakes.ts';

/** "Graz AT", or what is said in place of it. */
function found(text: string): string {
  try {
    const { name, countries } = findPlace(text);
    return `${name} ${countries[0]}`;
  } catch (error) {
    if (error instanceof Namesakes) return `asks: ${error.candidates.map(({ name }) => name).join(' | ')}`;
    return (error as Error).message;
  }
}

describe('names as people write them', () => {
  it.each([
    ['Boston, MA', 'Boston US'],
    ['San Jose, CA', 'San Jose US'],
    ['Kansas City, KS', 'Kansas City US'],
    ['Portland, OR', 'Portland US'],
    ['Paris, TX', 'Paris US'],
    ['Washington, D.C.', 'Washington US'],
    ['Austin, TX 78701', 'Austin US'],
    ['Boston, Mass.', 'Boston US'],
    ['London, ON', 'London CA'],
    ['Vancouver, BC', 'Vancouver CA'],
    ['Sydney, NSW', 'Sydney AU'],
    ['São Paulo, SP', 'São Paulo BR'],
    ['Guadalajara, JAL', 'Guadalajara MX'],
    ['Monterrey, N.L.', 'Monterrey MX'],
  ])('takes the state behind the town: %s', (text, expected) => expect(found(text)).toBe(expected));

  it('asks where two letters are a state and a country, each with such a town', () => {
    expect(found('Salem, IN')).toBe('asks: Salem, Tamil Nadu, IN | Salem, Indiana, US');
    // Canada has no town of that name, and Gabon none of this.
    expect(found('Los Angeles, CA')).toBe('Los Angeles US');
    expect(found('Columbus, GA')).toBe('Columbus US');
  });

  it.each([
    ['Graz, Steiermark', 'Graz AT'],
    ['Graz, Styria', 'Graz AT'],
    ['München, Bayern', 'Munich DE'],
    ['Graz Austria', 'Graz AT'],
    ['Graz (Austria)', 'Graz AT'],
    ['Graz/Austria', 'Graz AT'],
    ['8010 Graz', 'Graz AT'],
    ['8010 Graz, Österreich', 'Graz AT'],
    ['Sector 3', 'Sector 3 RO'],
    ['Donostia / San Sebastián', 'Donostia / San Sebastián ES'],
    ['Halle (Saale)', 'Halle (Saale) DE'],
    ['臺北', 'Taipei TW'],
  ])('reads %s', (text, expected) => expect(found(text)).toBe(expected));

  it.each([
    ['Salvador', 'Salvador BR', /El Salvador/],
    ['Tunis', 'Tunis TN', /Tunisia/],
    ['Brasília', 'Brasília BR', /Brazil/],
    ['Franca', 'Franca BR', /France/],
  ])("takes a town's own name before a country's in another language: %s", (text, expected, note) => {
    expect(found(text)).toBe(expected);
    expect(findPlace(text).notes.join()).toMatch(note);
  });

  it('asks wherever two places are likely', () => {
    expect(found('Granada')).toMatch(/^asks: Granada, Andalusia, ES \| Grenada \|/);
    expect(found('Norfolk')).toMatch(/^asks: Norfolk, Virginia, US \|.*\| Norfolk Island$/);
    expect(found('Columbia')).toMatch(/Columbia, South Carolina, US/);
    expect(found('Georgia')).toBe('asks: Georgia, US | Georgia');
    expect(found('Korea')).toBe('asks: South Korea | North Korea');
    expect(found('Congo')).toMatch(/^asks: Democratic Republic of the Congo \|/);
    expect(found('Bo')).toBe('asks: Bolivia | Bo, Southern Province, SL');
    expect(found('London')).toMatch(/^asks: London, England, GB \| London, Ontario, CA/);
    expect(found('Halle')).toMatch(/^asks: Halle \(Saale\), Saxony-Anhalt, DE \| Halle, Flanders, BE/);
    expect(found('Ontario')).toMatch(/^asks: Ontario, CA \| Ontario, California, US/);
    expect(found('Georgia, USA')).toBe('Georgia US');
    expect(found('us-ga')).toBe('Georgia US');
  });

  it.each([
    ['Bavaria', 'bayern'],
    ['Hesse', 'hessen'],
    ['Catalonia', 'cataluna'],
    ['Andalusia', 'andalucia'],
    ['Scotland', 'scotland'],
    ['England', 'england'],
    ['Texas', 'us/texas'],
    ['DR Congo', 'congo-democratic-republic'],
  ])('takes a region or country by the name that people use: %s', (text, extract) => {
    expect(findPlace(text).whole).toEqual({ extract });
  });

  it('says that a region is a part, and takes the box around its towns where it has no extract', () => {
    expect(findPlace('Scotland').notes).toEqual(['Scotland (United Kingdom) is taken, not the whole country.']);
    const toscana = findPlace('Toscana');
    expect(toscana).toMatchObject({ name: 'Tuscany', countries: ['IT'] });
    expect(toscana.notes.join()).toMatch(/the box around its \d+ towns/);
    // Florence, Pisa, Grosseto.
    for (const [lng, lat] of [
      [11.25, 43.77],
      [10.4, 43.72],
      [11.11, 42.76],
    ] as const) {
      expect(
        toscana.box.west < lng && lng < toscana.box.east && toscana.box.south < lat && lat < toscana.box.north,
      ).toBe(true);
    }
    expect(findPlace('Palestine')).toMatchObject({ countries: ['PS'], notes: [expect.stringMatching(/Texas/)] });
    expect(findPlace('bayern').countries).toEqual(['DE']);
  });

  it.each([
    ['Barcelna', 'Barcelona, Catalonia, ES'],
    ['Los Angelos', 'Los Angeles, California, US'],
    ['Nürmberg', 'Nuremberg, Bavaria, DE'],
    ['Phillipines', 'Philippines'],
    ['Germny', 'Germany'],
  ])('offers near names of a misspelt one: %s', (text, first) => {
    expect(() => findPlace(text)).toThrow(/^No place is called .*\. Near names are:/);
    expect(found(text).split(' | ')[0]).toBe(`asks: ${first}`);
  });

  it('knows no place by a number', () => {
    for (const text of ['12', '10001']) expect(found(text)).toMatch(/is a number.*Give the name of the town/);
  });
});

describe('coordinates as maps write them', () => {
  it('takes west and south, with and without commas, in degrees, minutes and seconds', () => {
    expect(findPlace('-33.45,-70.66')).toMatchObject({ countries: ['CL'], center: { lat: -33.45, lng: -70.66 } });
    expect(findPlace('-74.02,40.695,-73.968,40.73').box).toEqual({
      west: -74.02,
      south: 40.695,
      east: -73.968,
      north: 40.73,
    });
    for (const text of ['48.2082 16.3738', 'geo:48.2082,16.3738', '48.2082, 16.3738']) {
      expect(findPlace(text).center).toEqual({ lat: 48.2082, lng: 16.3738 });
    }
    expect(findPlace(`48°12'29"N 16°22'26"E`).center).toEqual({ lat: 48.208056, lng: 16.373889 });
  });

  it('says where the numbers may be meant the other way round', () => {
    expect(findPlace('16.3738,48.2082').notes.join()).toMatch(/48\.2082,16\.3738 may be meant, which is at Vienna/);
    expect(findPlace('48.1,16.2,48.4,16.6').notes.join()).toMatch(/16\.2,48\.1,16\.6,48\.4 may be meant/);
    expect(findPlace('48.2082,16.3738').notes).toEqual([]);
    expect(() => findPlace('16.37,148.2,5')).toThrow();
  });

  it('names a box by its largest town', () => {
    expect(findPlace('14.40,35.85,14.55,35.93').name).toBe('Birkirkara');
  });
});

describe('countries of a box', () => {
  it('are those whose people live near it, the most people first, and a note names the others', () => {
    expect(findPlace('Toronto').countries).toEqual(['CA']);
    expect(findPlace('Toronto').notes.join()).toMatch(/lies in United States, far from its towns/);
    expect(findPlace('San Diego, California').countries).toEqual(['US', 'MX']);
    expect(findPlace('Strasbourg').countries).toEqual(['FR', 'DE']);
    expect(findPlace('Eastbourne').countries).toEqual(['GB']);
  });
});
