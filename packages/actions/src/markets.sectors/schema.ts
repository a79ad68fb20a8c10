import { SECTOR_GROUPS, SECTOR_LANGUAGES, type SectorGroup } from '@hinterland/catalogue';
import { z } from 'zod';
import { choiceMessage } from '../input/numbers.ts';
import { knownSectorCode } from '../markets/sectors.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';

const groups = Object.keys(SECTOR_GROUPS) as [SectorGroup, ...SectorGroup[]];

export const input = z
  .object({
    query: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Only sectors whose code, name in any language or counterpart in a classification matches this text; case, accents and small typos do not matter',
      ),
    group: z
      .enum(groups, { error: choiceMessage('group', groups) })
      .optional()
      .describe('Only sectors of this group'),
    language: z
      .enum(SECTOR_LANGUAGES, { error: choiceMessage('language', SECTOR_LANGUAGES) })
      .default('en')
      .describe('Language of `name`; `names` has all of them'),
    mapping: z
      .boolean()
      .default(false)
      .describe('Whether to return counterparts in NACE, ANZSIC, NAICS, OpenStreetMap and Overture'),
    parameters: z.boolean().default(false).describe('Whether to return parameters of the market models'),
  })
  .describe('Filters; a sector must meet all of them');
export type Input = z.output<typeof input>;

const names = z
  .object({ en: z.string(), it: z.string(), de: z.string(), fr: z.string(), es: z.string() })
  .describe('Name by language');
const texts = (of: string) => z.array(z.string()).describe(of);

const sector = z
  .object({
    code: knownSectorCode.describe('Code, for the market actions'),
    group: z.enum(groups).describe('Code of its group'),
    name: z.string().meta(figure.name()).describe('Name in the language asked for'),
    names,
    neighbours: z.array(knownSectorCode).describe('Sectors usually found near it, most typical first'),
    stores: figure
      .count('stores')
      .nullable()
      .describe('Open stores in the territory; null if the territory has no data on stores'),
    mapping: z
      .object({
        nace2: texts('NACE Rev. 2'),
        nace21: texts('NACE Rev. 2.1'),
        anzsic: texts('ANZSIC 2006'),
        naics: texts('NAICS 2022'),
        osm: texts('OpenStreetMap tags'),
        overture: texts('Categories of Overture places'),
        nsi: texts('Paths of the name-suggestion-index'),
      })
      .optional()
      .describe('Counterparts, if asked for'),
    parameters: z
      .object({
        coicop: z
          .record(z.string(), figure.share({ base: 'spend on the division' }))
          .describe('Share of the residents’ spend on each COICOP division that is spent in its stores'),
        alpha: figure.plain().describe('Exponent of floor area in Huff’s model'),
        beta: figure.plain().describe('Exponent of travel time in Huff’s model'),
        tmaxMinutes: figure.minutes().describe('Stores farther away are never chosen'),
        floorMinutes: figure.minutes().describe('Shorter times count as this'),
        medianFloorAreaSquareMeters: figure
          .squareMeters()
          .describe('Gross floor area assumed for a store whose own is unknown'),
        salesDensity: figure
          .times()
          .nullable()
          .describe('Yearly sales per m², as a multiple of the yearly household expenditure per resident'),
        incomeElasticity: figure.plain().describe('Elasticity of spend to the income of an area'),
      })
      .optional()
      .describe('Parameters of the market models, if asked for')
      .meta(figure.background()),
  })
  .describe('One sector');

export const output = z
  .object({
    total: figure.count().describe('Number of sectors that meet the filters'),
    groups: z
      .array(
        z.object({
          code: z.enum(groups),
          name: z.string().meta(figure.name()).describe('Name in the language asked for'),
          names,
          sectors: z.array(knownSectorCode).describe('Codes of its sectors among those listed'),
        }),
      )
      .describe('Groups with the codes of their sectors; groups without sectors are left out'),
    sectors: z
      .array(sector)
      .describe('In the order of the catalogue; with query, best match first')
      .meta(figure.group({ key: 'code' })),
    parametersVersion: z.string().describe('Version of the parameters'),
    dataVersion,
  })
  .describe('Sectors');
export type Output = z.output<typeof output>;
