import { type Outcome, placeName, type Said, type Verdict } from '@hinterland/answers/words';
import { CLEAR_SHARE, OUTCOME_KEYS, outcomeBetween } from '../verdicts/outcome.ts';
import { shareOfSpeeds, speedsSaid } from '../verdicts/speeds.ts';
import type { Output } from './schema.ts';

/** Share of the people of the territory: most from the one on, few up to the other. */
const COVERED = { no: 0.4, yes: 0.6 } as const;
const HALF = 0.5;

/** Whether the points reach most people of the territory, and how much of that hangs on a single one. */
export function verdictOf({ coverage, ownPoints, method }: Output): Verdict | null {
  const { covered, shareOfTerritory, spend } = coverage;
  if (shareOfTerritory === null || ownPoints.length === 0) return null;
  const speeds = coverage.speeds?.map((one) => one.shareOfTerritory ?? 0);
  const told = outcomeBetween(shareOfTerritory, COVERED);
  const outcome = speeds === undefined || holds(told, shareOfTerritory, speeds) ? told : 'not_clear';
  const strongest = ownPoints.reduce((most, one) => (one.exclusive > most.exclusive ? one : most));
  const without = covered > 0 ? shareOfTerritory * (1 - strongest.exclusive / covered) : 0;
  const people = { figure: covered, unit: 'people' };
  const minutes = { figure: method.minutes, unit: 'minutes' };
  const spent: readonly Said[] =
    spend?.share == null ? [] : [{ text: 'verdict.covers.spend', with: { share: { portion: spend.share } } }];
  return {
    outcome,
    headline: { text: `verdict.covers.${OUTCOME_KEYS[outcome]}`, with: { share: { portion: shareOfTerritory } } },
    because: [{ text: 'verdict.covers.people', count: ownPoints.length, with: { people, minutes } }, ...spent],
    sure: {
      words: [
        { text: 'verdict.covers.sure', with: { name: placeName(strongest), share: { portion: Math.max(0, without) } } },
        ...(speeds === undefined ? [] : speedsSaid('verdict.covers.speeds', [shareOfTerritory, ...speeds])),
      ],
    },
  };
}

/** Whether nine of ten draws of speeds keep to a verdict: more than half of the people, or fewer. */
const holds = (outcome: Outcome, usual: number, [slower = usual, faster = usual]: readonly number[]): boolean =>
  outcome === 'not_clear' ||
  shareOfSpeeds(slower, usual, faster, (one) => (outcome === 'yes' ? one > HALF : one < HALF)) >= CLEAR_SHARE;
