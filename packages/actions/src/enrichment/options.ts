import { z } from 'zod';
import { reachFields } from '../input/catchment.ts';
import { journeyFields } from '../input/journey.ts';
import { choiceMessage, kindOf, listMessage } from '../input/numbers.ts';
import { modelField } from '../sales/model.ts';
import { SECTION_NAMES } from './section.ts';

/** Sectors and brands of one call. */
const SECTORS_MAX = 20;
const BRANDS_MAX = 50;

const name = (what: string) =>
  z
    .string({ error: ({ input }) => `${what} must be a text, not ${kindOf(input)}.` })
    .min(1, `${what} must not be empty.`)
    .max(200, `${what} has at most 200 characters.`);

/** Each once, in the order of their first mention. */
const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** Options of a point, alone or in a batch. */
export const pointOptions = {
  ...reachFields,
  ...journeyFields,
  include: z
    .array(z.enum(SECTION_NAMES, { error: choiceMessage('A section', SECTION_NAMES) }), {
      error: listMessage('include', 'sections', 1, 20),
    })
    .min(1)
    .max(20)
    .transform((given) => SECTION_NAMES.filter((section) => given.includes(section)))
    .default(['people', 'economy'])
    .describe(
      'Sections: people and economy (census tables), realestate, brands (competitors by brand), sectors (markets). Each is priced once. Default: people and economy',
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
      `For the section sectors: codes as markets.sectors gives them, up to ${SECTORS_MAX}, or "auto": the three sectors with the most stores in the catchment`,
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
    .describe('full adds listings, stores and the polygons of the catchment'),
  ...modelField,
} as const;

/** A model forecasts beside the market of its sector. */
export function modelRule(
  { model, include }: { readonly model?: unknown; readonly include: readonly string[] },
  context: z.RefinementCtx,
): void {
  if (model === undefined || include.includes('sectors')) return;
  context.addIssue({
    code: 'custom',
    path: ['model'],
    message: 'model has no effect without the section sectors: add it to include, or leave out model.',
  });
}
