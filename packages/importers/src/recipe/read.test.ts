import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../errors/importError.ts';
import { testFolder } from '../testing/folder.ts';
import { buildTerritory } from './build.ts';
import { readRecipe } from './read.ts';

const folder = await testFolder();

const TOWN = `id: town
name: A town
countries: [DE]
continent: europe
timeZone: Europe/Berlin
versions: { territory: "2024-01" }
map:
  osm: \${DATA}/town.osm.pbf
poles:
  - from: osm-addresses
  - from: streets
sources:
  - name: OpenStreetMap
    licence: ODbL-1.0
    attribution: "© OpenStreetMap contributors"
    family: territory
`;

const CENSUS = `census:
  currency: EUR
  units:
    from: file
    file: units.geojson
    code: id
  tables:
    people:
      file: people.csv
      key: { column: code, padTo: 5 }
  topics:
    residents:
      table: people
      fields:
        total: all
        male: { difference: [all, women] }
        female: { percent: share, of: { column: all, table: people } }
  unavailable:
    age_classes: not published
    families: not published
    education: not published
    origins: not published
    employment: not published
    income: not published
    housing: not published
    mobility: not published
    consumption: not published
`;

async function problems(name: string, yaml: string): Promise<string> {
  const error = await readRecipe(await folder.write(name, yaml)).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ImportError);
  return (error as Error).message;
}

describe('reading a recipe', () => {
  it('fills in defaults and resolves names', async () => {
    const path = await folder.write('town.yaml', TOWN);
    const recipe = await readRecipe(path);
    expect(recipe.text.poles).toEqual([{ from: 'osm-addresses' }, { from: 'streets', spacingMeters: 50 }]);
    expect(recipe.text.boundaries).toEqual([]);
    expect(recipe.resolve(recipe.text.map.osm as string)).toBe(resolve(folder.path, 'town.osm.pbf'));
    const elsewhere = await readRecipe(path, { dataDir: 'some/data' });
    expect(elsewhere.resolve(recipe.text.map.osm as string)).toBe(resolve('some/data/town.osm.pbf'));
    expect(elsewhere.resolve('a/b.csv')).toBe(resolve(folder.path, 'a/b.csv'));
  });

  it('looks for a file in several data folders, in their order', async () => {
    const path = await folder.write('several.yaml', TOWN);
    for (const file of ['one/a.csv', 'two/a.csv', 'two/b.csv']) {
      await mkdir(join(folder.path, dirname(file)), { recursive: true });
      await folder.write(file, 'x');
    }
    const dataDir = ['one', 'two'].map((name) => join(folder.path, name));
    const { resolve: found } = await readRecipe(path, { dataDir });
    const named = (name: string) => found(`\${DATA}/${name}`).slice(folder.path.length + 1);
    expect(['a.csv', 'b.csv', 'none.csv'].map(named)).toEqual(['one/a.csv', 'two/b.csv', 'one/none.csv']);
  });

  it('takes a census with its expressions', async () => {
    const yaml = TOWN.replace('{ territory: "2024-01" }', '{ territory: "2024-01", sociodemo: "2022" }') + CENSUS;
    const { text } = await readRecipe(await folder.write('census.yaml', yaml));
    expect(text.census!.tables.people!.key).toEqual({ column: 'code', padTo: 5 });
    expect(text.census!.units).toMatchObject({ code: { column: 'id' } });
    expect(text.census!.topics.residents!.fields).toEqual({
      total: 'all',
      male: { difference: ['all', 'women'] },
      female: { percent: 'share', of: { column: 'all', table: 'people' } },
    });
  });
});

describe('a recipe with mistakes', () => {
  it('names an unknown key, its line and the nearest known one', async () => {
    expect(await problems('a.yaml', TOWN.replace('timeZone', 'timezone'))).toMatch(
      /a\.yaml has 2 problems:\n.*line 1: timeZone is missing\n.*line 5: "timezone" is no key here; did you mean "timeZone"\? Keys are id, name, countries/s,
    );
    expect(await problems('b.yaml', TOWN.replace('- from: streets', '- from: streets\n    spacing: 20'))).toMatch(
      /line 12: poles\.1: "spacing" is no key here.*spacingMeters/,
    );
  });

  it('names a missing and a wrong field', async () => {
    expect(await problems('c.yaml', TOWN.replace(/ {2}osm: .*/, '  wholeUnits: 3'))).toMatch(
      /line 7: map\.osm is missing\n.*line 8: map\.wholeUnits: expected boolean, received number/,
    );
    expect(await problems('d.yaml', TOWN.replace('osm-addresses', 'osm-adresses'))).toMatch(
      /line 10: poles\.0\.from: /,
    );
    expect(await problems('e.yaml', TOWN.replace('[DE]', '[Germany]'))).toMatch(
      /line 3: countries\.0: .*two capital letters/,
    );
  });

  it('names what is wrong with timetables: no version, an id twice, a file that is not there', async () => {
    const transit = `transit:
  timetables:
    - { id: city, file: city.zip }
    - { id: city, file: rail.zip }
`;
    expect(await problems('t.yaml', TOWN + transit)).toMatch(
      /line 6: versions: versions\.transit is missing.*\n.*line 20: transit\.timetables\.1\.id: two timetables have the id "city"/,
    );
    const named = TOWN.replace('{ territory: "2024-01" }', '{ territory: "2024-01", transit: "2024" }') + transit;
    const recipe = await readRecipe(
      await folder.write('u.yaml', named.replace('id: city, file: rail', 'id: rail, file: rail')),
    );
    expect(recipe.text.transit?.longestTransferSeconds).toBe(600);
    await expect(buildTerritory(recipe, { outDir: resolve(folder.path, 'out') })).rejects.toThrow(
      /line 19: transit\.timetables\.0\.file: there is no .*city\.zip/,
    );
  });

  it('names what is wrong within a census', async () => {
    const yaml = TOWN.replace('{ territory: "2024-01" }', '{ territory: "2024-01", sociodemo: "2022" }') + CENSUS;
    expect(await problems('f.yaml', yaml.replace('    families: not published\n', ''))).toMatch(
      /census\.topics: topic families is neither under topics nor under unavailable; say there why/,
    );
    expect(await problems('g.yaml', yaml.replace('difference: [all, women]', 'minus: [all, women]'))).toMatch(
      /line 32: census\.topics\.residents\.fields\.male: a figure is a column's name, a number, or one of/,
    );
    expect(await problems('h.yaml', yaml.replace('of: { column', 'off: { column'))).toMatch(
      /line 33: census\.topics\.residents\.fields\.female\.of: is missing\n.*"off" is no key here/,
    );
    expect(await problems('i.yaml', yaml.replace('padTo: 5', 'pad: 5'))).toMatch(
      /line 26: census\.tables\.people\.key: "pad" is no key here/,
    );
    expect(await problems('j.yaml', TOWN + CENSUS)).toMatch(/versions\.sociodemo is missing/);
  });

  it('names fields and tables that there are not, with their line', async () => {
    const yaml = TOWN.replace('{ territory: "2024-01" }', '{ territory: "2024-01", sociodemo: "2022" }') + CENSUS;
    expect(await problems('m.yaml', yaml.replace('male:', 'males:'))).toMatch(
      /line 32: census\.topics\.residents\.fields\.males: topic residents has no field "males"; did you mean "male"\?/,
    );
    expect(await problems('n.yaml', yaml.replace('table: people }', 'table: persons }'))).toMatch(
      /line 33: census\.topics\.residents\.fields\.female: there is no table "persons" under census\.tables; it names people/,
    );
    expect(await problems('o.yaml', yaml.replace('      table: people\n', ''))).toMatch(
      /line 30: census\.topics\.residents\.fields\.total: a column without a table/,
    );
  });

  it('names every file that is not there, with its line, when it is built', async () => {
    const path = await folder.write(
      'p.yaml',
      `${TOWN}boundaries:\n  - { from: file, file: a.gpkg, level: 8, kind: municipality, code: id, name: n }\n`,
    );
    await expect(buildTerritory(await readRecipe(path), { outDir: folder.path })).rejects.toThrow(
      /p\.yaml names 2 files that are not there:\n {2}line 8: map\.osm: there is no .*town\.osm\.pbf\n {2}line 18: boundaries\.0\.file: there is no .*a\.gpkg\n.*--data/,
    );
  });

  it('names the line of broken YAML, and a missing recipe', async () => {
    expect(await problems('k.yaml', TOWN.replace('name: A town', 'name: "A town'))).toMatch(
      /k\.yaml is no YAML:\n {2}line \d+: /,
    );
    expect(await problems('l.yaml', TOWN.replace('name: A town', 'name: A town\nid: town'))).toMatch(
      /line 3: .*unique/,
    );
    await expect(readRecipe('nowhere.yaml')).rejects.toThrow(/There is no recipe nowhere\.yaml/);
  });
});
