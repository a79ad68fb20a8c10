import { SECTOR_CODES, type SectorCode, sectorOf } from '@hinterland/catalogue';
import { isNothing, readNumber, squareMetersIn } from '@hinterland/catalogue/numbers';
import { z } from 'zod';
import { didYouMean } from '../errors/nearestName.ts';
import type { StorePoint } from '../inputs/stores.ts';
import type { SourceEntry } from '../source/kind.ts';
import { wikidataOf } from './osmStores.ts';

const sector = z
  .string()
  .transform((code, context): SectorCode => {
    const known = sectorOf(code);
    if (known !== undefined) return known.code;
    context.addIssue({
      code: 'custom',
      message: `there is no sector "${code}"${didYouMean(code, SECTOR_CODES) || '; docs/methods/sectors.md lists them'}`,
    });
    return z.NEVER;
  })
  .describe('Code of a sector, such as food.supermarket');

/** Which column or property of a customer's own file holds what. */
export const storeColumns = {
  id: z.string().optional().describe("The source's own id; the row's number where absent"),
  name: z.string().optional().describe('Name of the store'),
  brand: z.string().optional().describe('Brand, in any spelling'),
  wikidata: z.string().optional().describe('Wikidata id of the brand'),
  sector: z.string().optional().describe('Sector: a code, or a text that is explained under sectors'),
  floorAreaSquareMeters: z.string().optional().describe('Gross floor area in square meters'),
  state: z.string().optional().describe('Whether it is open; see closed'),
  address: z.string().optional().describe('Address for display'),
  phone: z.string().optional().describe('Telephone number, which helps to find the same store in other lists'),
  site: z.string().optional().describe('Address of its page, for the same'),
  seen: z.string().optional().describe('Day on which it was last seen, as YYYY-MM-DD'),
};

/** How its texts are understood. */
export const storeWords = {
  sector: sector.optional().describe('The sector of every store of the file'),
  sectors: z.record(z.string(), sector).optional().describe('Meanings of the texts of the sector column'),
  closed: z.array(z.string()).optional().describe('Texts of the state column that mean closed'),
};

/** A part of a store that a file may hold. */
type StorePart = keyof typeof storeColumns;
type StoreWords = SourceEntry<typeof storeWords>;

const UNREAD_AREA = 'a floor area that is no number, or may have thousands or decimals: taken as unknown';

function contactOf(value: (part: StorePart) => string): Pick<StorePoint, 'phone' | 'site' | 'seen'> {
  const [phone, site, seen] = [value('phone'), value('site'), /^\d{4}-\d\d-\d\d/.exec(value('seen'))?.[0] ?? ''];
  return { ...(phone === '' ? {} : { phone }), ...(site === '' ? {} : { site }), ...(seen === '' ? {} : { seen }) };
}

/** One row of a store file, or why it is none. `value` gives the text of a part, "" where the file does not hold it. */
export function storeOf(
  value: (part: StorePart) => string,
  words: StoreWords,
  fileName: string,
  [lng, lat]: readonly [number, number],
  ref: string,
): StorePoint | string {
  const given = value('sector');
  const code = words.sectors?.[given] ?? (given === '' ? words.sector : sectorOf(given)?.code);
  if (code === undefined) return given === '' ? 'no sector' : `"${given}" is no sector; give it one under sectors`;
  const text = value('floorAreaSquareMeters');
  const area = isNothing(text) ? Number.NaN : readNumber(text, { units: squareMetersIn });
  return {
    id: `file/${fileName}/${value('id') || ref.replace(' ', '')}`,
    name: value('name') || value('brand'),
    brand: value('brand'),
    wikidata: wikidataOf(value('wikidata')),
    sector: code,
    lng,
    lat,
    floorAreaSquareMeters: typeof area === 'number' && area > 0 ? area : Number.NaN,
    floorAreaSource: 'known',
    state: words.closed?.includes(value('state')) === true ? 'closed' : 'open',
    address: value('address'),
    ...contactOf(value),
    ref,
    ...(typeof area === 'number' ? {} : { unread: UNREAD_AREA }),
  };
}
