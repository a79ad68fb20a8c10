import type { Box } from '@hinterland/geo';
import type { ReportJson } from '../report/reportJson.ts';
import { boxAreaSquareKm } from './estimate.ts';
import type { Plan } from './plan.ts';
import { isCountry } from './recipeMap.ts';

/** Whether what was built is good. */
export interface Verdict {
  /** "rough" where a figure is beyond a threshold. */
  readonly verdict: 'good' | 'rough';
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What is rough, one sentence each with the next step. */
  readonly reasons: readonly string[];
  /** The same by code with its values, in the same order. */
  readonly roughReasons: readonly RoughReason[];
}

/** Something rough; the words of answers have a text for each code. Shares are between 0 and 1. */
export interface RoughReason {
  readonly code: 'nobody' | 'few_homes' | 'no_homes' | 'national_figure';
  readonly values: Readonly<Record<string, number>>;
}

/** Below or above these a territory is named rough. All are guesses; the report lets one judge. */
const THRESHOLDS = {
  /** Share of the people who live at addresses and buildings rather than at points along streets and inner points. */
  leastAtHomes: 0.6,
  /** Share of the people who were put at an inner point of a cell or at the nearest home beside it. */
  mostWithoutHome: 0.05,
  /** Largest difference of a whole country's people to the national figure. */
  mostDifference: 0.15,
} as const;

/** Share of the people whom each of several sources counts. */
function sharesOf({ facts }: ReportJson): (readonly [string, string])[] {
  const counted = Object.entries(facts).filter(([name]) => name.startsWith(COUNTED_BY));
  const all = counted.reduce((sum, [, people]) => sum + Number(people), 0);
  if (counted.length < 2 || all === 0) return [];
  return counted.map(([name, people]) => [
    `by ${name.slice(COUNTED_BY.length)}`,
    `${((100 * Number(people)) / all).toFixed(1)}%`,
  ]);
}

const COUNTED_BY = 'residents counted by ';

/** Judges a build by its report; `mapBox` is where its map is complete, `inRegion` are the people of what was asked for where more was read. */
export function judge(
  { place, people }: Plan,
  report: ReportJson,
  mapBox: Box | undefined,
  inRegion: number | null = null,
): Verdict {
  const fact = (name: string) => Number(report.facts[name] ?? 0);
  const residents = fact('residents on poles');
  const of = (kind: string) => fact(`residents on poles of kind ${kind}`);
  const share = (count: number) => (residents > 0 ? count / residents : 0);
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
  const atHomes = share(of('address') + of('building'));
  const nearest = fact('residents at the nearest home beside their unit');
  const withoutHome = share(of('synthetic'));
  const reasons: string[] = [];
  const roughReasons: RoughReason[] = [];
  const isRough = (code: RoughReason['code'], values: RoughReason['values'], sentence: string) => {
    reasons.push(sentence);
    roughReasons.push({ code, values });
  };
  if (people !== null && residents === 0) {
    isRough('nobody', {}, 'Nobody was placed: the source of people has nobody here.');
  }
  if (residents > 0 && atHomes < THRESHOLDS.leastAtHomes) {
    isRough(
      'few_homes',
      { share: atHomes },
      `Only ${percent(atHomes)} of the people live at mapped addresses or buildings; put a register of addresses under poles in the recipe.`,
    );
  }
  if (withoutHome > THRESHOLDS.mostWithoutHome) {
    isRough(
      'no_homes',
      { share: withoutHome },
      `${percent(withoutHome)} of the people live in cells where the map has no home and no street.`,
    );
  }
  const national = isCountry(place) ? place.population : 0;
  const difference = national > 0 ? (inRegion ?? residents) / national - 1 : 0;
  if (residents > 0 && Math.abs(difference) > THRESHOLDS.mostDifference) {
    isRough(
      'national_figure',
      { people: national, difference },
      `The people differ from the national figure (${national.toLocaleString('en-US')}, GeoNames) by ${percent(difference)}; take another source with --raster.`,
    );
  }
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  return {
    verdict: reasons.length > 0 ? 'rough' : 'good',
    facts: [
      ['residents', whole(residents)],
      ...(inRegion === null
        ? []
        : [
            [`of them in ${place.name}`, whole(inRegion)] as const,
            [`within ${Math.round(place.rim!.km)} km around it`, whole(residents - inRegion)] as const,
          ]),
      ...(place.whole !== undefined || mapBox === undefined
        ? []
        : [['of the box the map covers', percent(boxAreaSquareKm(mapBox) / boxAreaSquareKm(place.box))] as const]),
      ...sharesOf(report),
      ...(national > 0 ? [['national figure', `${whole(national)} (${percent(difference)} from it)`] as const] : []),
      ['at addresses', percent(share(of('address')))],
      ['at buildings', percent(share(of('building')))],
      ['along streets', percent(share(of('street')))],
      ['at the nearest home beside their cell', percent(share(nearest))],
      ['at an inner point of their cell', percent(share(of('synthetic') - nearest))],
      ['different addresses', whole(fact('different addresses'))],
    ],
    reasons,
    roughReasons,
  };
}
