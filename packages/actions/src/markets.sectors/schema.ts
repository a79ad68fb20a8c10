import {
  SECTOR_CODES,
  SECTOR_GROUPS,
  SECTOR_LANGUAGES,
  type SectorCode,
  type SectorGroup,
} from '@hinterland/catalogue';
import { z } from 'zod';
import { choiceMessage } from '../input/numbers.ts';
import { dataVersion } from '../output/common.ts';

const groups = Object.keys(SECTOR_GROUPS) as [SectorGroup, ...SectorGroup[]];
const codes = SECTOR_CODES as readonly [SectorCode, ...SectorCode[]];

export const input = z
  .object({
    query: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Only sectors whose name in any language, code or counterpart in a classification fits this text; case, accents and small typos do not matter',
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
      .describe('Whether to give the counterparts in NACE, ANZSIC, NAICS, OpenStreetMap and Overture'),
    parameters: z.boolean().default(false).describe('Whether to give the parameters of the market models'),
  })
  .describe('Which sectors to list; all filters together');
export type Input = z.output<typeof input>;

const names = z
  .object({ en: z.string(), it: z.string(), de: z.string(), fr: z.string(), es: z.string() })
  .describe('Name by language');
const texts = (of: string) => z.array(z.string()).describe(of);

const sector = z
  .object({
    code: z.enum(codes).describe('Code, as the market actions take it'),
    group: z.enum(groups).describe('Code of its group'),
    name: z.string().describe('Name in the language asked for'),
    names,
    neighbours: z.array(z.enum(codes)).describe('Sectors usually found beside it, the closest first'),
    stores: z
      .int()
      .nullable()
      .describe('Stores of the territory, closed ones left out; null where the territory has no stores at all'),
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
      .describe('Counterparts, where asked for'),
    parameters: z
      .object({
        coicop: z
          .record(z.string(), z.number())
          .describe('Share of the residents’ spend on COICOP divisions that is made in its shops'),
        alpha: z.number().describe('Exponent of floor area in Huff’s model'),
        beta: z.number().describe('Exponent of travel time in Huff’s model'),
        tmaxMinutes: z.number().describe('Stores farther away are not chosen'),
        floorMinutes: z.number().describe('Shorter times count as this'),
        medianFloorAreaSquareMeters: z.number().describe('Gross floor area taken where a store’s is not known'),
        salesDensity: z
          .number()
          .nullable()
          .describe('Yearly sales per m² as a multiple of the yearly household expenditure per resident'),
        incomeElasticity: z.number().describe('Elasticity of spend to the income of an area'),
      })
      .optional()
      .describe('Parameters of the market models, where asked for'),
  })
  .describe('One sector');

export const output = z
  .object({
    total: z.int().describe('Sectors that meet the filters'),
    groups: z
      .array(
        z.object({
          code: z.enum(groups),
          name: z.string().describe('Name in the language asked for'),
          names,
          sectors: z.array(z.enum(codes)).describe('Codes of its sectors among those listed'),
        }),
      )
      .describe('The tree: groups with the codes of their sectors, those without any left out'),
    sectors: z.array(sector).describe('In the order of the catalogue; with query, best match first'),
    parametersVersion: z.string().describe('Version of the table of parameters'),
    dataVersion,
  })
  .describe('Sectors');
export type Output = z.output<typeof output>;
