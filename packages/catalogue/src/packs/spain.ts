import type { PeoplePack } from './pack.ts';

/** Shares of the residents come as proportions between 0 and 1. */
const share = (column: string) => ({ product: ['t1_1', column] }) as const;

export const SPAIN: PeoplePack = {
  code: 'ine-census-2021',
  name: 'INE, census of 2021, census sections',
  countries: ['ES'],
  vintage: '2021-01-01',
  licence: 'INE, free with the source named (ine.es/aviso_legal)',
  attribution: 'Instituto Nacional de Estadística (www.ine.es), Censos de Población y Viviendas 2021',
  page: 'https://www.ine.es/dyngs/INEbase/operacion.htm?c=Estadistica_C&cid=1254736177108',
  mayShare: true,
  units: {
    from: 'outlines',
    outlines: {
      url: 'https://www.ine.es/prodyser/cartografia/seccionado_2021.zip',
      kind: 'zip',
      megabytes: 65,
    },
    code: 'CUSEC',
    crs: 'EPSG:25830',
    tables: {
      people: {
        file: { url: 'https://www.ine.es/censos2021/C2021_Indicadores.csv', kind: 'text', megabytes: 8 },
        key: [
          { column: 'cpro', padTo: 2 },
          { column: 'cmun', padTo: 3 },
          { column: 'dist', padTo: 2 },
          { column: 'secc', padTo: 3 },
        ],
        delimiter: ',',
      },
    },
    mostPeople: 3e6,
  },
  topics: {
    residents: {
      note: 'Residents at the census of 2021 by census section; of sections with fewer than 100 people nothing but their number is published.',
      comparability: 'full',
      fields: { total: 't1_1', male: share('t2_2'), female: share('t2_1') },
    },
    age_classes: {
      note: 'Three age classes, from published shares, split evenly into five years.',
      comparability: 'partial',
      ageClasses: [
        { from: 0, to: 15, total: share('t4_1') },
        { from: 16, to: 64, total: share('t4_2') },
        { from: 65, to: null, total: share('t4_3') },
      ],
    },
    families: {
      note: 'Households by size.',
      comparability: 'full',
      fields: {
        households: 't21_1',
        households_1: 't22_1',
        households_2: 't22_2',
        households_3: 't22_3',
        households_4: 't22_4',
      },
    },
    origins: {
      note: 'Residents by country of birth and nationality, from published shares.',
      comparability: 'full',
      fields: {
        base: 't1_1',
        born_in_country: { difference: ['t1_1', share('t6_1')] },
        born_abroad: share('t6_1'),
        citizens: { difference: ['t1_1', share('t5_1')] },
        foreign_citizens: share('t5_1'),
      },
    },
    employment: {
      note: 'Persons of 16 years and over, from published rates.',
      comparability: 'partial',
      fields: {
        base: { difference: ['t1_1', share('t4_1')] },
        labour_force: { product: [{ difference: ['t1_1', share('t4_1')] }, 't12_1'] },
        employed: { product: [{ difference: ['t1_1', share('t4_1')] }, 't11_1'] },
      },
    },
    housing: {
      note: 'Dwellings, those that somebody lives in, and those that are rented.',
      comparability: 'full',
      fields: { dwellings: 't18_1', occupied: 't19_1', rented: 't20_2' },
    },
  },
  national: {
    weight: 't1_1',
    means: ['t2_1', 't2_2', 't4_1', 't4_2', 't4_3', 't5_1', 't6_1', 't11_1', 't12_1'],
  },
  income: {
    file: {
      url: 'https://www.ine.es/jaxiT3/files/t/csv_bdsc/30824.csv',
      kind: 'text',
      name: 'ine-adrh-30824.csv',
      megabytes: 336,
    },
    // "4625001001 València sección 01001": the code is the first ten digits.
    key: { column: 'Secciones', take: 10 },
    delimiter: ';',
    decimal: ',',
    thousands: '.',
    missing: ['.'],
    where: [
      { column: 'Indicadores de renta media', equals: ['Renta neta media por persona'] },
      { column: 'Periodo', equals: ['2021'] },
    ],
    income: 'Total',
    measure: 'net income per person of the census section',
    vintage: '2021',
    name: 'INE, Atlas de Distribución de Renta de los Hogares, 2021, census sections',
    licence: 'INE, free with the source named (ine.es/aviso_legal)',
    attribution: 'Instituto Nacional de Estadística (www.ine.es), Atlas de Distribución de Renta de los Hogares',
    page: 'https://www.ine.es/jaxiT3/Tabla.htm?t=30824',
  },
  lacking: 'The indicators of the census of 2021 by census section do not have it.',
};
