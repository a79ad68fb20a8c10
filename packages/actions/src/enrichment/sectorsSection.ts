import { type Sentence, said, spoken } from '@hinterland/answers/said';
import { type Sector, sectorOf } from '@hinterland/catalogue';
import { saidMembers } from '@hinterland/contract';
import type { Catchment } from '@hinterland/engine/catchment';
import { storesBySector } from '@hinterland/engine/market';
import { oncePer } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { z } from 'zod';
import { quoteLine } from '../action/pricing.ts';
import { travelToStores } from '../catchments/journey.ts';
import { sectorsFields } from '../markets/sectorFields.ts';
import { sectorsOf } from '../markets/sectorResults.ts';
import { requireSector, sectorItems, whyNot } from '../markets/sectors.ts';
import { countIn, membersOf, wholeOf } from '../markets/shops.ts';
import { catchmentSubject, type Subject } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import type { Section, SectionRequest } from './section.ts';

const tariff = tariffs.sector;

/** Sectors that `auto` chooses. */
const AUTO_SECTORS = 3;

const output = z
  .object({
    chosen: z.array(z.string()).describe('Codes of the sectors, in the order asked for or by number of shops'),
    notes: z.array(z.string()).describe('Why there are fewer sectors than requested; often empty'),
    said: saidMembers,
    ...sectorsFields,
  })
  .describe('Markets of sectors, for every band; stores are listed with detail full');

/** Markets of the sectors asked for, or of those with most shops, for the bands of a catchment. */
export const sectorsSection: Section<z.output<typeof output>> = {
  name: 'sectors',
  families: ['sociodemo', 'players'],
  price: { tariff, quantity: null },
  output,
  quote({ territory }, _catchment, { sectors }) {
    if (territory.players === null || territory.sociodemo === null) {
      const lacking = said(territory.players === null ? 'stores_held' : 'a_census');
      return {
        skipped: {
          reason: 'no_data',
          ...spoken({ detail: said('built_without', { territory: territory.manifest.name, lacking }) }),
        },
      };
    }
    if (sectors === 'auto') return { line: quoteLine(tariff, AUTO_SECTORS, said('auto_sectors')) };
    sectors.forEach((code, i) => void requireSector(code, `#/sectors/${i}`));
    return { line: quoteLine(tariff, sectors.length, said('items', { items: sectorItems(sectors) })) };
  },
  run(context, catchment, request) {
    const subject = subjectFor(catchment);
    const { mode } = catchment.query;
    const { chosen, notes } = choose(context.territory, subject, mode, request);
    const { result, computed } = sectorsOf(
      context,
      subject,
      travelToStores(catchment.query),
      chosen,
      request.detail === 'full',
    );
    return {
      result: { chosen: chosen.map(({ code }) => code), ...spoken({ notes }), ...result },
      creditsDue: computed * tariff.unitCredits,
    };
  },
};

const subjectFor = oncePer(catchmentSubject);

/** By number of shops in the whole catchment, ties by code; sectors without a shop there are not chosen. */
function choose(
  territory: Territory,
  subject: Subject,
  mode: Catchment['query']['mode'],
  { sectors }: Pick<SectionRequest, 'sectors'>,
): { chosen: Sector[]; notes: Sentence[] } {
  if (sectors !== 'auto') {
    const chosen = sectors.map((code) => sectorOf(code)!);
    return { chosen, notes: chosen.flatMap((sector) => whyNot(territory, sector) ?? []) };
  }
  const whole = membersOf(territory, subject, mode)[wholeOf(subject)]!;
  const counts = [...storesBySector(territory)].flatMap(([code, rows]) => {
    const sector = sectorOf(code);
    const count = sector === undefined ? 0 : countIn(whole, rows);
    return count > 0 ? [{ sector: sector!, count }] : [];
  });
  counts.sort((a, b) => b.count - a.count || (a.sector.code < b.sector.code ? -1 : 1));
  const chosen = counts.slice(0, AUTO_SECTORS).map(({ sector }) => sector);
  const missing = AUTO_SECTORS - chosen.length;
  return {
    chosen,
    notes: missing === 0 ? [] : [said('fewer_sectors', { chosen: chosen.length, wanted: AUTO_SECTORS })],
  };
}
