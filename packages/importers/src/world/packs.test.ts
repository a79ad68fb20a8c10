import { join } from 'node:path';
import { spendLevelOf } from '@hinterland/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyMirror, startFaultyMirror } from '../fetch/testing/faultyMirror.ts';
import { testFolder } from '../testing/folder.ts';
import { zipOf } from '../testing/zip.ts';
import { quarters } from './testing/drawnTown.ts';
import { expectBent, expectResidents, expectTopics, PEOPLE, shapeZip, table } from './testing/packForms.ts';
import { buildTown } from './testing/packTown.ts';

const folder = await testFolder();
let mirror: FaultyMirror;
beforeAll(async () => {
  mirror = await startFaultyMirror();
});
afterAll(() => mirror.close());

const build = (
  code: string,
  town: { lat: number; lng: number },
  files: Readonly<Record<string, Uint8Array | string>>,
  home = code,
) => buildTown(code, town, files, { mirror, home: join(folder.path, home) });

const ITALIAN_INCOMES =
  'www1.finanze.gov.it/finanze/analisi_stat/public/v_4_0_0/contenuti/Redditi_e_principali_variabili_IRPEF_su_base_comunale_CSV_2021.zip';

// None of these files lies here, so each is written anew as its publisher documents it: names, columns, codes, projections.
describe('official figures in the form that their publishers give them', () => {
  it('Australia: areas of level 1 beside table G01 of all of the country', async () => {
    const town = { lat: -31.95, lng: 141.46 };
    const codes = PEOPLE.map((_, i) => `1050110000${i}`);
    const ages = ['0_4_yr', '5_14_yr', '15_19_yr', '20_24_yr', '25_34_yr', '35_44_yr', '45_54_yr', '55_64_yr'];
    const classes = [...ages, '65_74_yr', '75_84_yr', '85ov'].map((name) => `Age_${name}`);
    const counted = [
      'Tot_P',
      ...classes,
      'Birthplace_Australia',
      'Birthplace_Elsewhere',
      'Australian_citizen',
    ] as const;
    const header = ['SA1_CODE_2021', ...counted.flatMap((name) => ['M', 'F', 'P'].map((sex) => `${name}_${sex}`))];
    const rows = codes.map((code, i) => [
      code,
      ...counted.flatMap((name) => {
        const share =
          name === 'Tot_P' ? 1 : name === 'Age_5_14_yr' ? 0.5 : name === 'Birthplace_Elsewhere' ? 0.25 : 0.125;
        return [0.25, 0.75, 1].map((sex) => PEOPLE[i]! * share * sex);
      }),
    ]);
    const built = await build('abs-census-2021', town, {
      'www.abs.gov.au/statistics/standards/australian-statistical-geography-standard-asgs-edition-3/jul2021-jun2026/access-and-downloads/digital-boundary-files/SA1_2021_AUST_SHP_GDA2020.zip':
        shapeZip(
          'SA1_2021_AUST_GDA2020',
          quarters(town, 'EPSG:7844', (i) => ({ SA1_CODE21: codes[i]! })),
          'GEOGCS["GDA2020"]',
        ),
      'www.abs.gov.au/census/find-census-data/datapacks/download/2021_GCP_SA1_for_AUS_short-header.zip': zipOf({
        'Readme/about.txt': 'about',
        '2021 Census GCP Statistical Area 1 for AUS/2021Census_G01_AUST_SA1.csv': table([header, ...rows]),
        '2021 Census GCP Statistical Area 1 for AUS/2021Census_G02_AUST_SA1.csv': table([
          ['SA1_CODE_2021', 'Median_age_persons', 'Median_tot_prsnl_inc_weekly'],
          ...codes.map((code, i) => [code, 40, i === 3 ? 0 : 400 * 2 ** i]),
        ]),
      }),
    });
    expectResidents(built, codes);
    expectTopics(built, 'abs-census-2021');
    // What lies away from the map is not kept, of outlines nor of rows.
    expect(built.units.toSorted()).toEqual(codes.slice(0, 4));
    expect(built.figure('residents', 'female', codes[1]!)).toBe(192);
    // 256 people of 5 to 14 years in two classes of five, 12.5% of 512 in the open class.
    expect(built.figure('age_classes', 'total_5_9', codes[2]!)).toBe(128);
    expect(built.figure('age_classes', 'male_85_plus', codes[2]!)).toBe(16);
    expect(built.figure('origins', 'born_abroad', codes[0]!)).toBe(32);
    expect(built.figure('origins', 'base', codes[0]!)).toBe(48);
    // Incomes double from one area to the next; none is published in the fourth.
    expectBent(built, codes, [1, 2, 4, null]);
  });

  it('bends nothing where the file of incomes is not there or is another, and says so', async () => {
    const town = { lat: 37.31, lng: 13.58 };
    const codes = PEOPLE.map((_, i) => 840010000001 + i);
    const outlines = shapeZip(
      'R19_21_WGS84',
      quarters(town, 'EPSG:32632', (i) => ({ SEZ21_ID: codes[i]!, POP21: PEOPLE[i]!, FAM21: 1, ABI21: 1 })),
      'PROJCS["WGS_1984_UTM_Zone_32N"]',
    );
    const files = { 'www.istat.it/storage/cartografia/basi_territoriali/2021/R19_21.zip': outlines };
    const without = await build('istat-2021', town, files, 'without');
    expect(without.files.filter((name) => name.startsWith('Redditi'))).toEqual([]);
    expect(without.recipe).not.toContain('measure:');
    expectBent(without, codes.map(String), [null, null, null, null]);
    const other = zipOf({ 'Redditi.csv': 'Comune;Reddito\nA;1\n' });
    const changed = await build('istat-2021', town, { ...files, [ITALIAN_INCOMES]: other }, 'changed');
    expectBent(changed, codes.map(String), [null, null, null, null]);
    expect(changed.warnings).toEqual([expect.stringMatching(/national mean.*no column "Codice Istat Comune"/)]);
  });

  it('Spain: sections by a code in four columns, shares between 0 and 1, empty cells of small sections', async () => {
    const town = { lat: 41.62, lng: -4.74 };
    const codes = PEOPLE.map((_, i) => `0118601${String(i + 1).padStart(3, '0')}`);
    const indicators =
      't1_1 t2_1 t2_2 t3_1 t4_1 t4_2 t4_3 t5_1 t6_1 t11_1 t12_1 t18_1 t19_1 t20_2 t21_1 t22_1 t22_2 t22_3 t22_4'.split(
        ' ',
      );
    const figures = (people: number) =>
      people < 100
        ? [people, ...indicators.slice(1).map(() => '')]
        : [people, 0.75, 0.25, 41.5, 0.25, 0.5, 0.25, 0.125, 0.25, 0.5, 0.625, 100, 80, 20, 75, 25, 20, 15, 10];
    const rows = codes.map((_, i) => [8, 1, 186, 1, i + 1, ...figures(PEOPLE[i]!)]);
    const INCOMES = ['Municipios', 'Distritos', 'Secciones', 'Indicadores de renta media', 'Periodo', 'Total'];
    const incomes = codes.flatMap((code, i) =>
      ['2020', '2021'].flatMap((year) =>
        ['Renta neta media por persona', 'Renta neta media por hogar'].map((kind) => {
          const income = i === 3 ? '.' : year === '2021' && kind.endsWith('persona') ? `${2 ** i}0.000` : '7.000';
          return [`${code.slice(0, 5)} Town`, '', `${code} Town sección 01001`, kind, year, income];
        }),
      ),
    );
    const built = await build('ine-census-2021', town, {
      'www.ine.es/jaxiT3/files/t/csv_bdsc/30824.csv': `\uFEFF${table([INCOMES, ['01186 Town', '', '', 'Renta neta media por persona', '2021', '1.000'], ...incomes], ';')}`,
      'www.ine.es/prodyser/cartografia/seccionado_2021.zip': shapeZip(
        'SECC_CE_20210101',
        quarters(town, 'EPSG:25830', (i) => ({ CUSEC: codes[i]!, CPRO: '01', NMUN: 'Town' })),
        'PROJCS["ETRS_1989_UTM_Zone_30N"]',
        'España_Seccionado2021_ETRS89H30/',
      ),
      'www.ine.es/censos2021/C2021_Indicadores.csv': `\uFEFF${table([['ccaa', 'cpro', 'cmun', 'dist', 'secc', ...indicators], ...rows])}`,
    });
    expectResidents(built, codes);
    expectTopics(built, 'ine-census-2021');
    expect(built.figure('residents', 'female', codes[0]!)).toBe(96);
    expect(built.figure('age_classes', 'total_65_69', codes[1]!)).toBeGreaterThan(0);
    expect(built.figure('origins', 'born_in_country', codes[1]!)).toBe(192);
    // Half of the 384 people of 16 years and over.
    expect(built.figure('employment', 'employed', codes[2]!)).toBe(192);
    expect(built.figure('families', 'households_1', codes[2]!)).toBe(25);
    // Of a section with fewer than 100 people nothing but their number is published, which is not zero.
    expect(built.figure('families', 'households', codes[3]!)).toBeNaN();
    expect(built.figure('residents', 'male', codes[3]!)).toBeNaN();
    expectBent(built, codes, [1, 2, 4, null]);
    // Shares are averaged by people: half of those of 16 years and over work in all sections that publish it.
    const all = PEOPLE.reduce((sum, people) => sum + people, 0);
    expect(built.benchmark('ES', 'residents', 'total')).toBe(all);
    expect(built.benchmark('ES', 'residents', 'female')! / all).toBeCloseTo(0.75, 9);
    expect(built.benchmark('ES', 'employment', 'employed')! / (0.75 * all)).toBeCloseTo(0.5, 9);
  });

  it('Italy: sections by region with their people as attributes, on zone 32 for all of the country', async () => {
    const town = { lat: 37.31, lng: 13.58 };
    const codes = PEOPLE.map((_, i) => 840010000001 + i);
    const built = await build('istat-2021', town, {
      'www.istat.it/storage/cartografia/basi_territoriali/2021/R19_21.zip': shapeZip(
        'R19_21_WGS84',
        quarters(town, 'EPSG:32632', (i) => ({
          COD_REG: 19,
          PRO_COM: 84001,
          SEZ21_ID: codes[i]!,
          POP21: PEOPLE[i]!,
          FAM21: PEOPLE[i]! / 2,
          ABI21: PEOPLE[i]!,
          EDI21: 3,
        })),
        'PROJCS["WGS_1984_UTM_Zone_32N"]',
        'R19_21/',
      ),
      [ITALIAN_INCOMES]: zipOf({
        'Redditi_IRPEF_2021.csv': table(
          [
            [
              'Codice Istat Comune',
              'Denominazione Comune',
              'Numero contribuenti',
              'Reddito imponibile - Ammontare in euro',
            ],
            ['084001', 'AGRIGENTO', 100, 1_000_000],
            ['015146', 'MILANO', 100, 3_000_000],
            ['999999', 'NESSUNO', '', ''],
          ],
          ';',
        ),
      }),
    });
    expectResidents(built, codes.map(String));
    expectTopics(built, 'istat-2021');
    expect(built.figure('families', 'households', String(codes[1]))).toBe(128);
    // Files are those of a region: of the country its published residents are known, and what they spend.
    expect(built.benchmark('IT', 'residents', 'total')).toBe(59_030_133);
    const national = built.benchmark('IT', 'consumption', 'cp01')! / 59_030_133;
    expect(national / spendLevelOf('IT')!.perHead.cp01).toBeCloseTo(1, 12);
    expectBent(built, codes.map(String), [1, 1, 1, 1]);
    // Half of the mean of the two towns, which have as many taxpayers.
    const scale = 2 / (0.5 ** 0.36 + 1.5 ** 0.36);
    const level = spendLevelOf('IT')!.perHead.cp01;
    expect(built.figure('consumption', 'cp01', String(codes[0])) / (PEOPLE[0]! * level)).toBeCloseTo(
      scale * 0.5 ** 0.36,
      9,
    );
  });

  it('Brazil: sectors by state with their figures as attributes, where an empty one is no zero', async () => {
    const town = { lat: -24.49, lng: -47.84 };
    const codes = PEOPLE.map((_, i) => `35414060500000${i}`);
    const built = await build('ibge-census-2022', town, {
      'ftp.ibge.gov.br/Censos/Censo_Demografico_2022/Agregados_por_Setores_Censitarios/malha_com_atributos/setores/shp/UF/SP/SP_setores_CD2022.zip':
        shapeZip(
          'SP_setores_CD2022',
          quarters(town, 'EPSG:4674', (i) => ({
            CD_SETOR: codes[i]!,
            v0001: PEOPLE[i]!,
            v0003: i === 3 ? '' : PEOPLE[i]! / 2,
            v0007: i === 3 ? '' : PEOPLE[i]! / 4,
          })),
          'GEOGCS["SIRGAS 2000"]',
        ),
      'ftp.ibge.gov.br/Censos/Censo_Demografico_2022/Agregados_por_Setores_Censitarios_Rendimento_do_Responsavel/Agregados_por_setores_renda_responsavel_BR_20260508_csv.zip':
        zipOf({
          'Agregados_por_setores_renda_responsavel_BR.csv': table(
            [
              ['CD_SETOR', 'V06001', 'V06002', 'V06004'],
              ...codes.map((code, i) => [code, PEOPLE[i]!, 2.5, i === 3 ? 'X' : 1000 * 2 ** i]),
            ],
            ';',
          ),
        }),
    });
    expectBent(built, codes, [1, 2, 4, null]);
    expectResidents(built, codes);
    expectTopics(built, 'ibge-census-2022');
    expect(built.benchmark('BR', 'residents', 'total')).toBe(203_080_756);
    expect(built.recipe).toContain('mayShare: false');
    expect(built.figure('housing', 'occupied', codes[2]!)).toBe(128);
    expect(built.figure('housing', 'occupied', codes[3]!)).toBeNaN();
  });
});
