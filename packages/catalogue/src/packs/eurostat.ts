import type { PeoplePack } from './pack.ts';
import { INCOME_OF_SWITZERLAND } from './switzerland.ts';

/** Members of the European Union and of EFTA whose cells the grid of the census of 2021 has. */
const COUNTRIES = 'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);

export const EUROSTAT: PeoplePack = {
  code: 'eurostat-2021',
  name: 'Eurostat, census grid 2021, cells of 1 km',
  countries: COUNTRIES,
  vintage: '2021-01-01',
  licence: 'Eurostat/GISCO, free with the source named',
  attribution: '© European Commission, Eurostat (ESTAT), census grid 2021',
  page: 'https://ec.europa.eu/eurostat/web/gisco/geodata/population-distribution/population-grids',
  mayShare: true,
  units: {
    from: 'cells',
    file: {
      url: 'https://gisco-services.ec.europa.eu/census/2021/Eurostat_Census-GRID_2021_V3.zip',
      kind: 'zip',
      entry: 'ESTAT_Census_2021_V3.csv',
      megabytes: 566,
    },
    table: { cell: 'GRD_ID', people: 'T', missingBelow: 0 },
  },
  topics: {
    residents: {
      note: 'Usual residents at the census of 2021 by cell of 1 km; small counts are changed to keep them secret. What 5 minutes on foot reach is smaller than a cell: such figures are off by 16% in the median, those of 10 minutes by 9%.',
      comparability: 'full',
      fields: { total: 'T', male: 'M', female: 'F' },
    },
    age_classes: {
      note: 'Three age classes of the census grid, split evenly into five years.',
      comparability: 'partial',
      ageClasses: [
        { from: 0, to: 14, total: 'Y_LT15' },
        { from: 15, to: 64, total: 'Y_1564' },
        { from: 65, to: null, total: 'Y_GE65' },
      ],
    },
    origins: {
      note: 'Residents by country of birth.',
      comparability: 'full',
      fields: {
        base: { sum: ['NAT', 'EU_OTH', 'OTH'] },
        born_in_country: 'NAT',
        born_abroad: { sum: ['EU_OTH', 'OTH'] },
      },
    },
    employment: {
      note: 'Employed residents; some countries do not publish them by cell.',
      comparability: 'partial',
      fields: { employed: 'EMP' },
    },
  },
  national: { column: 'CNTR_ID', weight: 'T' },
  incomes: { CH: INCOME_OF_SWITZERLAND },
  lacking: 'The European census grid of 2021 does not have it.',
};
