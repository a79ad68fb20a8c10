import { z } from 'zod';
import { bandPolygons, bands } from '../bands.ts';
import { catchmentMethod, originsUsed } from '../catchment.ts';
import { catchmentFields, reachMeta, reachRule } from '../input/catchment.ts';
import { choiceMessage, kindOf, listMessage } from '../input/numbers.ts';
import { lat, lng } from '../input/place.ts';
import { dataVersion } from '../output.ts';
import { SECTION_NAMES } from '../section.ts';
import { territoryAnswering } from '../subject/schema.ts';
import { SECTIONS } from './sections.ts';

/** Sectors and brands of one call. */
export const SECTORS_MAX = 20;
export const BRANDS_MAX = 50;

const { origins: _, ...reach } = catchmentFields;

const name = (what: string) =>
  z
    .string({ error: ({ input }) => `${what} must be a text, not ${kindOf(input)}.` })
    .min(1, `${what} must not be empty.`)
    .max(200, `${what} has at most 200 characters.`);

/** Each once, in the order of their first mention. */
const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** What is asked of a point, whether it comes alone or in a batch. */
export const pointOptions = {
  ...reach,
  include: z
    .array(z.enum(SECTION_NAMES, { error: choiceMessage('A section', SECTION_NAMES) }), {
      error: listMessage('include', 'sections', 1, 20),
    })
    .min(1)
    .max(20)
    .transform((given) => SECTION_NAMES.filter((section) => given.includes(section)))
    .default(['people', 'economy'])
    .describe(
      'Sections: people and economy (census tables), realestate, brands (competitors by brand), sectors (markets). Each is priced once; people and economy when left out.',
    )
    .meta({ examples: [['people', 'economy', 'sectors']] }),
  sectors: z
    .union(
      [
        z.literal('auto'),
        z
          .array(name('A sector'), { error: listMessage('sectors', 'codes', 1, SECTORS_MAX) })
          .min(1)
          .max(SECTORS_MAX),
      ],
      { error: 'sectors must be a list of sector codes, or "auto" for the three with most shops in the catchment.' },
    )
    .transform((given, context): 'auto' | string[] => {
      if (given === 'auto') return given;
      if (!given.includes('auto')) return unique(given);
      if (unique(given).length === 1) return 'auto';
      const message = '"auto" chooses the sectors itself: give "auto" alone, or codes alone.';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .default('auto')
    .describe(
      `For the section sectors: codes as markets.sectors gives them, up to ${SECTORS_MAX}, or "auto", the three sectors with most shops in the catchment`,
    )
    .meta({ examples: ['auto'] }),
  brands: z
    .array(name('A brand'), { error: listMessage('brands', 'names', 0, BRANDS_MAX) })
    .max(BRANDS_MAX)
    .transform(unique)
    .default([])
    .describe(
      `For the section brands: exact names as search.brands gives them, up to ${BRANDS_MAX}; without them the section is skipped and not charged`,
    )
    .meta({ examples: [['Gull & Crumb']] }),
  detail: z
    .enum(['summary', 'full'], { error: choiceMessage('detail', ['summary', 'full']) })
    .default('summary')
    .describe('full adds listings, shop points and the geometry of the catchment'),
} as const;

export const input = z
  .object({ lat: lat(), lng: lng(), ...pointOptions })
  .superRefine(reachRule)
  .meta(reachMeta)
  .describe('A point, how far its catchment reaches, and the sections to tell of it');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    point: z.object({ lat: z.number(), lng: z.number() }).describe('As asked'),
    territory: territoryAnswering,
    catchment: z
      .object({
        bands,
        residents: z.number().nullable().describe('Usual residents within the last band; null without a census'),
        poles: z.int().describe('Address poles within the last band'),
        geojson: bandPolygons('Only with detail full.'),
        snapped: originsUsed.element.shape.snapped,
        method: catchmentMethod,
      })
      .describe('The catchment that every section tells of'),
    people: SECTIONS.people.output.optional().describe('Section people: tables of the five topics of people'),
    economy: SECTIONS.economy.output.optional().describe('Section economy: tables of the five topics of the economy'),
    realestate: SECTIONS.realestate.output.optional().describe('Section realestate: indicators of listings'),
    brands: SECTIONS.brands.output.optional().describe('Section brands: competitors by brand'),
    sectors: SECTIONS.sectors.output.optional().describe('Section sectors: markets, with the codes that were chosen'),
    skipped: z
      .array(
        z.object({
          section: z.enum(SECTION_NAMES),
          reason: z
            .enum(['no_data', 'no_brands'])
            .describe('no_data: the territory holds nothing of the kind. no_brands: no brand was named'),
          detail: z.string().describe('The reason in words'),
        }),
      )
      .describe('Sections that were asked for and left out; they are not charged'),
    dataVersion,
  })
  .describe('What is known of a point and its catchment');
export type Output = z.output<typeof output>;
