import { type Said, type Verdict, wholeOf } from '@hinterland/answers/words';
import { OUTCOME_KEYS, outcomeOf } from '../verdicts/outcome.ts';
import type { SectorResults } from './sectorFields.ts';

type Sector = Extract<SectorResults['sectors'][number], { available: true }>;
type Results = Pick<SectorResults, 'parts' | 'supplyData'>;

/** What stores sell may be a quarter less or more than is usual. */
const USUAL_FACTORS = [1, 0.75, 1.25] as const;

/**
 * Whether the residents leave room for one more store of usual size, and whether it would take its usual sales at the place.
 * Yes where all variants say so: stores that sell a quarter less or more, stores that the data lack, and Huff's model with size
 * or time mattering a quarter less or more. No where none does.
 */
export function roomVerdict({ parts, supplyData }: Results, sector: Sector, currency: string | null): Verdict | null {
  const figures = sector.figures[wholeOf(parts)?.id ?? ''];
  // Answers that were stored before had no figures of one more store.
  if (figures === undefined || (sector.oneMore as object | undefined) === undefined) return null;
  const named = { sector: { sector: sector.code, name: sector.name } } as const;
  const { demand, supply, stores } = figures;
  const { usualSales, captured, squareMeters } = sector.oneMore;
  if (supply === null || usualSales === null || usualSales <= 0) {
    const headline = { text: 'verdict.room.notClear', with: named } as const;
    return { outcome: 'not_clear', headline, because: [], sure: { text: 'verdict.room.noMoney' } };
  }
  const rooms = roomsOf(demand, supply, usualSales, supplyData.completeness);
  const takes = captured === null ? [] : [captured, ...sector.oneMore.sensitivity.map((one) => one.captured)];
  const votes = [...rooms.map((room) => room >= 1), ...takes.map((take) => take >= usualSales)];
  const outcome = outcomeOf(votes);
  const money = (figure: number): Said => ({ figure, unit: sector.demandUnit, currency });
  const count = Math.max(1, Math.floor(rooms[0]!));
  const variants = String(votes.length);
  return {
    outcome,
    headline: { text: `verdict.room.${OUTCOME_KEYS[outcome]}`, count, with: named },
    because: [
      stores === 0
        ? { text: 'verdict.room.alone', with: { demand: money(demand) } }
        : { text: 'verdict.room.balance', count: stores, with: { demand: money(demand), supply: money(supply) } },
      ...(captured === null
        ? []
        : [
            {
              text: 'verdict.room.takes',
              with: {
                size: { figure: squareMeters, unit: 'square_meters' },
                captured: money(captured),
                usual: money(usualSales),
              },
            } as const,
          ]),
    ],
    sure:
      outcome === 'yes'
        ? {
            text: 'verdict.room.sureYes',
            with: {
              variants,
              low: String(Math.floor(Math.min(...rooms))),
              high: String(Math.floor(Math.max(...rooms))),
            },
          }
        : {
            text: outcome === 'no' ? 'verdict.room.sureNo' : 'verdict.room.sureSome',
            with: { variants, held: String(votes.filter((vote) => vote).length) },
          },
  };
}

/** How many more stores of usual size the residents' spend would fill, as it is first. */
function roomsOf(demand: number, supply: number, usual: number, completeness: number | null): number[] {
  const rooms = USUAL_FACTORS.map((factor) => (demand - factor * supply) / (factor * usual));
  const isPartial = completeness !== null && completeness > 0 && completeness < 1;
  return isPartial ? [...rooms, (demand - supply / completeness) / usual] : rooms;
}
