import type { PackPart, PeoplePack } from './pack.ts';

/** States: about how many megabytes their file has, and a box around them. */
const STATES: readonly (readonly [code: string, megabytes: number, box: readonly [number, number, number, number]])[] =
  [
    ['AC', 6, [-74.05, -11.2, -66.55, -7.05]],
    ['AL', 15, [-38.3, -10.55, -35.1, -8.75]],
    ['AP', 5, [-54.95, -1.3, -49.8, 4.5]],
    ['AM', 25, [-73.85, -9.9, -56, 2.3]],
    ['BA', 90, [-46.7, -18.4, -37.3, -8.5]],
    ['CE', 50, [-41.45, -7.9, -37.2, -2.75]],
    ['DF', 12, [-48.35, -16.1, -47.25, -15.45]],
    ['ES', 25, [-41.95, -21.35, -39.6, -17.85]],
    ['GO', 40, [-53.3, -19.55, -45.85, -12.35]],
    ['MA', 45, [-48.8, -10.3, -41.75, -0.95]],
    ['MT', 30, [-61.7, -18.1, -50.2, -7.3]],
    ['MS', 20, [-58.2, -24.1, -50.9, -17.1]],
    ['MG', 120, [-51.1, -22.95, -39.8, -14.2]],
    ['PA', 45, [-58.95, -9.9, -46, 2.65]],
    ['PB', 22, [-38.8, -8.35, -34.75, -5.95]],
    ['PR', 65, [-54.65, -26.75, -48, -22.5]],
    ['PE', 45, [-41.4, -9.5, -32.35, -3.8]],
    ['PI', 25, [-46, -10.95, -40.35, -2.7]],
    ['RJ', 70, [-44.95, -23.4, -40.9, -20.7]],
    ['RN', 18, [-38.6, -7, -34.9, -4.8]],
    ['RS', 75, [-57.7, -33.8, -49.65, -27.05]],
    ['RO', 12, [-66.85, -13.7, -59.75, -7.95]],
    ['RR', 5, [-64.85, -1.6, -58.85, 5.3]],
    ['SC', 50, [-53.85, -29.4, -48.3, -25.95]],
    ['SP', 150, [-53.15, -25.35, -44.1, -19.75]],
    ['SE', 12, [-38.3, -11.6, -36.35, -9.5]],
    ['TO', 15, [-50.75, -13.5, -45.7, -5.15]],
  ];

export const BRAZIL: PeoplePack = {
  code: 'ibge-census-2022',
  name: 'IBGE, census of 2022, census sectors',
  countries: ['BR'],
  vintage: '2022-08-01',
  licence: 'IBGE, open data with the source named (terms not verified)',
  attribution: 'IBGE, Censo Demográfico 2022, agregados por setores censitários',
  page: 'https://www.ibge.gov.br/estatisticas/sociais/populacao/22827-censo-demografico-2022.html',
  mayShare: false,
  units: {
    from: 'outlines',
    outlines: {
      url: 'https://ftp.ibge.gov.br/Censos/Censo_Demografico_2022/Agregados_por_Setores_Censitarios/malha_com_atributos/setores/shp/UF/{part}/{part}_setores_CD2022.zip',
      kind: 'zip',
    },
    code: 'CD_SETOR',
    crs: 'EPSG:4674',
    parts: STATES.map(([code, megabytes, box]): PackPart => ({ code, megabytes, box })),
    mostPeople: 3e6,
  },
  topics: {
    residents: {
      note: 'Residents at the census of 2022 by census sector.',
      comparability: 'full',
      fields: { total: 'v0001' },
    },
    housing: {
      note: 'Private dwellings of the census of 2022, and those that somebody lives in.',
      comparability: 'full',
      fields: { dwellings: 'v0003', occupied: 'v0007' },
    },
  },
  lacking: 'The outlines of the census sectors of 2022 bring residents and dwellings alone.',
};
