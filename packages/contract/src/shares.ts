import { z } from 'zod';
import { instant } from './instant.ts';
import { LIMITS } from './limits.ts';

const [SHORT, LONG] = LIMITS.anyoneExpiresDays;
const flag = (who: string) =>
  z.boolean({ error: 'This must be true or false.' }).default(false).describe(`Whether ${who} may read the analysis`);
/** Entries of `people`, repeated ones included: a longer list is refused before its entries are read. Not published. */
const PEOPLE_MAX = 1000;

const expiresDays = z
  .union([z.literal(SHORT), z.literal(LONG)], { error: `anyoneExpiresDays must be ${SHORT}, ${LONG} or null.` })
  .nullable();

/** Body of PUT /api/v1/analyses/{code}/shares. It replaces all permissions: a member that is missing counts as none. */
export const newShares = z
  .object({
    team: flag("the creator's team"),
    organization: flag('everyone in the organization'),
    anyone: flag('anyone who has the link'),
    anyoneExpiresDays: expiresDays
      .default(null)
      .describe('Days until the link for anyone expires, counted from this call; null = never'),
    people: z
      .array(
        z
          .string({ error: 'An e-mail address is a text.' })
          .trim()
          .toLowerCase()
          .max(254, { error: 'An e-mail address has at most 254 characters.' })
          .pipe(z.email({ error: 'This is not an e-mail address.' })),
        { error: 'people must be a list of e-mail addresses.' },
      )
      .max(PEOPLE_MAX, { error: `people may hold ${LIMITS.sharePeople} different addresses.` })
      .meta({ maxItems: undefined })
      .transform((addresses) => [...new Set(addresses)])
      .refine((addresses) => addresses.length <= LIMITS.sharePeople, {
        error: `people may hold ${LIMITS.sharePeople} different addresses.`,
      })
      .default([])
      .describe(`E-mail addresses of people who may read it, up to ${LIMITS.sharePeople}; each is notified once`),
  })
  .describe('Who may read an analysis')
  .meta({ id: 'NewShares' });
export type NewShares = z.output<typeof newShares>;

/** Answer of GET and PUT /api/v1/analyses/{code}/shares. */
export const shares = z
  .object({
    team: z.boolean().describe("The creator's team"),
    organization: z.boolean().describe('Everyone in the organization'),
    anyone: z.boolean().describe('Anyone with the link; false once the link has expired'),
    anyoneExpiresDays: expiresDays.describe('As it was set; null = the link does not expire'),
    people: z.array(z.string()).describe('E-mail addresses, in alphabetical order'),
    anyoneExpiresAt: instant.nullable().describe('When the link for anyone expires'),
    url: z.string().describe('The link: address of the analysis in the web app'),
  })
  .describe('Present permissions of an analysis')
  .meta({ id: 'Shares' });
export type Shares = z.infer<typeof shares>;
