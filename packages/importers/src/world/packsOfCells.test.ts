import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { writeArrayBuffer } from 'geotiff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyMirror, startFaultyMirror } from '../fetch/testing/faultyMirror.ts';
import { testFolder } from '../testing/folder.ts';
import { zipOf } from '../testing/zip.ts';
import { cellsAround } from './testing/cellsAround.ts';
import { drawnRaster } from './testing/drawnRaster.ts';
import { table } from './testing/packForms.ts';
import { buildTown } from './testing/packTown.ts';

const folder = await testFolder();
let mirror: FaultyMirror;
beforeAll(async () => {
  mirror = await startFaultyMirror();
});
afterAll(() => mirror.close());

const HOST = 'www.destatis.de/static/DE/zensus/gitterdaten';
const GRID = 'Zensus2022';

describe('cells of official grids in the form that their publishers give them', () => {
  it('Germany: ages of a cell spread its people, classes kept secret are none, a file that is not there costs its topic', async () => {
    const town = { lat: 50.52, lng: 9.67 };
    const cells = cellsAround(town, 100).map(({ code }) => code);
    const people = [60, 30, 10, 5, 900];
    const young = ['10', '20', '–', '3', '300'];
    const old = ['30', '–', '–', '–', '500'];
    const ages = ['unter5', ...Array.from({ length: 16 }, (_, i) => `a${5 * i + 5}bis${5 * i + 9}`)];
    const header = [
      'GITTER_ID_100m',
      'x_mp_100m',
      'y_mp_100m',
      'Insgesamt_Bevoelkerung',
      ...ages,
      'a85bis89',
      'a90undaelter',
    ];
    const built = await buildTown(
      'zensus-2022',
      town,
      {
        [`${HOST}/Zensus2022_Bevoelkerungszahl.zip`]: zipOf({
          [`${GRID}_Bevoelkerungszahl_100m-Gitter.csv`]: table(
            [
              ['GITTER_ID_100m', 'x_mp_100m', 'y_mp_100m', 'Einwohner'],
              ...cells.map((code, i) => [code, 0, 0, people[i]!]),
            ],
            ';',
          ),
        }),
        [`${HOST}/Alter_5er-Jahresgruppen_100mGitter.zip`]: zipOf({
          [`${GRID}_Alter_5er-Jahresgruppen_100m-Gitter.csv`]: table(
            [
              header,
              ...cells.map((code, i) => [
                code,
                0,
                0,
                people[i]!,
                ...ages.map((_, age) => (age === 0 ? young[i]! : '–')),
                old[i]!,
                '–',
              ]),
            ],
            ';',
          ),
        }),
      },
      { mirror, home: join(folder.path, 'germany') },
    );
    // 10 to 30 of the 40 whose age is published, of 60 people.
    expect(built.figure('age_classes', 'total_0_4', cells[0]!)).toBeCloseTo(15, 9);
    expect(built.figure('age_classes', 'total_85_plus', cells[0]!)).toBeCloseTo(45, 9);
    expect(built.figure('age_classes', 'total_0_4', cells[1]!)).toBeCloseTo(30, 9);
    // Nothing is published of the ten people: that is not known, and not zero.
    expect(built.figure('age_classes', 'total_0_4', cells[2]!)).toBeNaN();
    expect(built.figure('residents', 'total', cells[2]!)).toBe(10);
    expect(built.benchmark('DE', 'residents', 'total')).toBe(1005);
    expect(built.benchmark('DE', 'age_classes', 'total_0_4')).toBe(333);
    expect(built.benchmark('DE', 'age_classes', 'total_85_plus')).toBe(530);
    expect(built.topics).not.toContain('families');
    expect(built.lacking.get('families')).toMatch(/could not be fetched/);
    expect(built.notes).toEqual([
      expect.stringMatching(/topics of who people are will be left out/),
      expect.stringMatching(/Everybody spends the national mean: .*73111/),
    ]);
  });

  it('a model: ages of cells of 1 km spread the people of smaller ones, and make the country', async () => {
    const town = { lat: -0.1, lng: 34.75 };
    const stem = 'data.worldpop.org/GIS';
    const around = { lat: town.lat, lng: town.lng };
    const { file, people } = drawnRaster(around, () => 2);
    // West of the town one of four is an infant, east of it one of two; the others are women of 90.
    const ofAge = (share: (west: boolean) => number) => {
      const metadata = {
        width: 2,
        height: 1,
        ModelPixelScale: [0.5, 1, 0],
        ModelTiepoint: [0, 0, 0, town.lng - 0.5, town.lat + 0.5, 0],
        SampleFormat: [3],
        BitsPerSample: [32],
        GTRasterTypeGeoKey: 1,
        GTModelTypeGeoKey: 2,
        GeographicTypeGeoKey: 4326,
        GDAL_NODATA: '-99999',
      };
      return Buffer.from(writeArrayBuffer(Float32Array.of(1000 * share(true), 1000 * share(false)), metadata));
    };
    const classes = [0, 1, ...Array.from({ length: 18 }, (_, i) => 5 * i + 5)];
    const archive = Object.fromEntries(
      ['m', 'f'].flatMap((sex) =>
        classes.map((year) => {
          const name = `ken_${sex}_${String(year).padStart(2, '0')}_2025_CN_1km_R2025A_UA_v1.tif`;
          const isInfant = sex === 'm' && year === 0;
          const isOld = sex === 'f' && year === 90;
          return [name, ofAge((west) => (isInfant ? (west ? 0.25 : 0.5) : isOld ? (west ? 0.75 : 0.5) : 0))];
        }),
      ),
    );
    const built = await buildTown(
      'worldpop',
      town,
      {
        [`${stem}/Population/Global_2015_2030/R2025A/2025/KEN/v1/100m/constrained/ken_pop_2025_CN_100m_R2025A_v1.tif`]:
          file,
        [`${stem}/AgeSex_structures/Global_2015_2030/R2025A/2025/KEN/v1/1km_ua/ken_agesex_structures_2025_CN_1km_R2025A_UA_v1.zip`]:
          zipOf(archive),
      },
      { mirror, home: join(folder.path, 'model') },
    );
    expect(people).toBeGreaterThan(0);
    const shares = built.units.map(
      (unit) => built.figure('age_classes', 'total_0_4', unit) / built.figure('residents', 'total', unit),
    );
    expect([...new Set(shares.map((share) => share.toFixed(6)))].sort()).toEqual(['0.250000', '0.500000']);
    for (const unit of built.units) {
      const old = built.figure('age_classes', 'female_85_plus', unit);
      expect(old + built.figure('age_classes', 'male_0_4', unit)).toBeCloseTo(2, 6);
      expect(built.figure('age_classes', 'male_85_plus', unit)).toBe(0);
    }
    expect(built.benchmark('KE', 'residents', 'total')).toBe(2000);
    expect(built.benchmark('KE', 'age_classes', 'total_0_4')).toBe(750);
    expect(built.recipe).toContain('comparability: modelled');
  });

  it('Europe: cells of several countries count for each in equal parts', async () => {
    const town = { lat: 48.41, lng: 15.6 };
    const [own, beside, border, third, far] = cellsAround(town, 1000).map(({ code }) => code) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const header =
      'GRD_ID,T,M,F,Y_LT15,Y_1564,Y_GE65,EMP,NAT,EU_OTH,OTH,SAME,CHG_IN,CHG_OUT,LAND_SURFACE,POPULATED,CNTR_ID';
    const row = (code: string, count: number, lt15: number | string, countries: string) =>
      `${code},${count},${count / 2},${count / 2},${lt15},${count / 2},${count / 4},-9999,${count},0,0,0,0,0,1,1,${countries}`;
    const built = await buildTown(
      'eurostat-2021',
      town,
      {
        'gisco-services.ec.europa.eu/census/2021/Eurostat_Census-GRID_2021_V3.zip': zipOf({
          'Eurostat_Census-GRID_2021_V3/ESTAT_Census_2021_V3.csv': [
            header,
            row(own, 800, 200, 'AT'),
            row(beside, 400, 100, 'AT'),
            row(border, 100, 25, 'AT-CZ'),
            row(third, 200, -9999, 'AT'),
            row(far, 5000, 2500, 'CZ'),
            '',
          ].join('\n'),
        }),
      },
      { mirror, home: join(folder.path, 'europe') },
    );
    expect(built.figure('age_classes', 'total_0_4', own)).toBeCloseTo(200 / 3, 9);
    expect(built.benchmark('AT', 'residents', 'total')).toBe(1450);
    // 312.5 young people of 1,250 whose age is published; the 200 others are as young.
    expect(built.benchmark('AT', 'age_classes', 'total_10_14')).toBeCloseTo((312.5 / 1250) * (1450 / 3), 6);
    // Nobody publishes who works there.
    expect(built.benchmark('AT', 'employment', 'employed')).toBeNaN();
    expect(built.benchmark('CZ', 'residents', 'total')).toBeUndefined();
  });
});
