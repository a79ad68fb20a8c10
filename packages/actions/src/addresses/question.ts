import { z } from 'zod';
import { choiceMessage } from '../input/numbers.ts';
import { place } from '../input/place.ts';
import { dataVersion } from '../output/common.ts';
import { CONTINENTS, countryCode, foundAddress, queryText } from './schema.ts';

const part = (what: string) => z.string().max(200).optional().describe(what);

/** An address that somebody looks for. */
export const addressQuestion = z
  .object({
    query: queryText.optional().describe('The address in one line. Give this, or parts'),
    parts: z
      .object({
        number: part('House number, may hold a unit: "3/17"; it may also stand in street'),
        unit: part('Flat, unit or addition'),
        street: part('Street'),
        locality: part('Town or suburb'),
        region: part('State or region'),
        postcode: part('Postcode'),
      })
      .optional()
      .describe('The address in parts'),
    continent: z
      .enum(CONTINENTS, { error: choiceMessage('continent', CONTINENTS) })
      .optional()
      .describe('Only on this continent'),
    country: countryCode.optional().describe('Only in this country, two-letter code'),
    near: place('Places near here come first among equals').optional(),
  })
  .superRefine(({ query, parts }, context) => {
    const hasParts = Object.values(parts ?? {}).some((text) => text !== undefined && text.trim() !== '');
    if ((query === undefined) === !hasParts && (query === undefined || hasParts)) {
      const message = hasParts
        ? 'Give query or parts, not both.'
        : 'Give the address in one line as query, or its parts as parts.';
      context.addIssue({ code: 'custom', path: [hasParts ? 'parts' : 'query'], message });
    }
  })
  .describe('An address in one line or in parts');
export type AddressQuestion = z.output<typeof addressQuestion>;

export const resolvedAddress = z
  .object({
    address: foundAddress.nullable().describe('The best match; null if nothing matches'),
    ambiguous: z
      .boolean()
      .describe(
        'Whether another place matches as well; the confidence is then halved. Give more of the address to tell them apart',
      ),
    dataVersion,
  })
  .describe('The address that matches');
export type ResolvedAddress = z.output<typeof resolvedAddress>;
