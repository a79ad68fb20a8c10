import type { PackIncome } from './pack.ts';

/** Switzerland has no pack of its own: its people come from the grid of Europe. */
export const INCOME_OF_SWITZERLAND: PackIncome = {
  file: {
    url: 'https://www.atlas.bfs.admin.ch/core/projects/13/xshared/csv/27600_131.csv',
    kind: 'text',
    name: 'bfs-taxable-income.csv',
    megabytes: 1,
  },
  delimiter: ';',
  key: 'GEO_ID',
  where: [{ column: 'VARIABLE', equals: ['Steuerbares Einkommen pro Einwohner/-in, in Franken'] }],
  missing: ['X', 'x', '...', '-'],
  income: 'VALUE',
  areas: {
    file: {
      url: 'https://data.geo.admin.ch/ch.swisstopo.swissboundaries3d/swissboundaries3d_2024-01/swissboundaries3d_2024-01_2056_5728.shp.zip',
      kind: 'zip',
      name: 'swissboundaries3d-2024.zip',
      entry: 'TLM_HOHEITSGEBIET.shp',
      megabytes: 40,
    },
    code: 'BFS_NUMMER',
    crs: 'EPSG:2056',
    vintage: '2024-01',
    name: 'swisstopo, swissBOUNDARIES3D, municipalities',
    licence: 'Open government data, free with the source named (swisstopo)',
    attribution: '© swisstopo',
    page: 'https://www.swisstopo.admin.ch/en/landscape-model-swissboundaries3d',
  },
  measure: 'taxable income per inhabitant of the municipality (federal tax)',
  vintage: '2024',
  name: 'Federal Statistical Office of Switzerland, statistical atlas, taxable income per inhabitant, municipalities of 2024',
  licence: 'OPEN-BY, free with the source named (Federal Statistical Office)',
  attribution: 'Federal Statistical Office of Switzerland, from the Federal Tax Administration',
  page: 'https://www.atlas.bfs.admin.ch',
};
