import {
  COICOP_DIVISIONS,
  type CoicopDivision,
  exchangeRate,
  SPEND_MODEL,
  type SpendLevel,
  spendDeviation,
  spendLevelOf,
} from '@hinterland/catalogue';
import { TOPIC_FLAG } from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';
import type { TopicInput } from '../inputs/census.ts';
import { countryOf } from '../places/countries.ts';
import type { IncomeRatios } from './incomeRatios.ts';
import type { TopicRecipe } from './topicSchema.ts';

interface LevelInput {
  readonly residents: Float64Array;
  /** Incomes of the units; null where none are known. */
  readonly incomes: IncomeRatios | null;
  /** ISO 4217 code of the census. */
  readonly currency: string;
}

type SpendPerHead = Readonly<Record<CoicopDivision, number>>;

/**
 * Yearly spend of each unit's residents on each division: residents × national level × (income ÷ mean of the file)^elasticity × scale, so that
 * all areas of the file of incomes together spend the level. A unit without an income spends the national mean; where residents are not
 * published, neither is the spend.
 */
export function spendOfLevel(
  perHead: SpendPerHead,
  { residents, incomes }: Pick<LevelInput, 'residents' | 'incomes'>,
): Map<CoicopDivision, Float64Array> {
  return new Map(
    COICOP_DIVISIONS.map(([division]) => {
      const { elasticity } = SPEND_MODEL[division];
      const scale = incomes === null ? 1 : incomes.scale(elasticity);
      const factorOf = (unit: number) => {
        const ratio = incomes?.ofUnit[unit] ?? Number.NaN;
        return Number.isNaN(ratio) ? 1 : scale * ratio ** elasticity;
      };
      return [division, residents.map((count, unit) => count * perHead[division] * factorOf(unit))];
    }),
  );
}

/** Topic consumption of a territory without figures of its own: the level of its country, bent by the incomes of the units. */
export function consumptionOfLevel(
  recipe: TopicRecipe & { readonly expenditure: { readonly level: string } },
  input: LevelInput,
): TopicInput {
  const level = spendLevelOf(recipe.expenditure.level);
  const rate = level === null ? null : exchangeRate(level.currency, input.currency);
  if (level === null || rate === null) {
    throw new ImportError(`census.topics.consumption: there is no level of ${recipe.expenditure.level}.`);
  }
  const perHead = Object.fromEntries(
    COICOP_DIVISIONS.map(([division]) => [division, level.perHead[division] * rate]),
  ) as SpendPerHead;
  const hasIncome = input.incomes !== null;
  return {
    code: 'consumption',
    entry: {
      note: noteOf(level, input, recipe.note),
      vintage: recipe.vintage || String(level.year),
      comparability: 'modelled',
      missingFields: [],
      distributions: [],
      lists: [],
      modelled: {
        of: level.of,
        year: level.year,
        perHead,
        hasIncome,
        errors: Object.fromEntries(
          COICOP_DIVISIONS.map(([division]) => {
            const { withIncome, nationalMean } = SPEND_MODEL[division];
            const error = hasIncome ? withIncome : nationalMean;
            return [division, { ...error, deviation: spendDeviation(error, hasIncome) }];
          }),
        ),
      },
    },
    columns: spendOfLevel(perHead, input),
    flags: Uint8Array.from(input.residents, (count) =>
      Number.isNaN(count) ? TOPIC_FLAG.estimated | TOPIC_FLAG.suppressed : TOPIC_FLAG.estimated,
    ),
  };
}

/** Where the figures come from, in what they are rough, and by what rule they are bent. */
function noteOf(level: SpendLevel, { incomes, currency }: LevelInput, own: string): string {
  const { of, country, publisher, year, perHead, paidByOthers, visitorsShare } = level;
  const total = Object.values(perHead).reduce((sum, value) => sum + value, 0);
  const nameOf = (code: string) => countryOf(code)?.name ?? code;
  const how =
    incomes === null
      ? 'the same for every resident, as no income by small area is known here'
      : `bent by ${incomes.measure} by small area, (income ÷ mean)^elasticity, scaled so that the ${incomes.areas.toLocaleString('en-US')} areas of that file together spend the level`;
  return [
    `Modelled: households of ${nameOf(of)} spent ${Math.round(total).toLocaleString('en-US')} ${level.currency} per head in ${year} (${publisher.name}, COICOP ${publisher.edition}), ${how}.`,
    of === country ? '' : `${nameOf(country)} publishes none of its own, and its people may spend otherwise.`,
    currency === level.currency ? '' : `Amounts are in ${currency} at the rate of 2019.`,
    paidByOthers === undefined
      ? ''
      : `What governments buy for households is left out${paidByOthers === 'median' ? ' by shares of other countries' : ''}.`,
    visitorsShare < VISITORS_TOLD
      ? ''
      : `Visitors spend more there than residents do abroad, by ${Math.round(100 * visitorsShare)}% of all; it is left out of restaurants and accommodation as far as it fits in, so other figures are too high.`,
    'Housing holds the rents that owners would pay.',
    `Half of such figures lie within ${errorsBetween(incomes !== null)} of published ones, by purpose.`,
    own,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The smallest and the largest error at the median over purposes: "6 to 13%". */
function errorsBetween(hasIncome: boolean): string {
  const medians = Object.values(SPEND_MODEL).map(({ withIncome, nationalMean }) =>
    Math.round(100 * (hasIncome ? withIncome : nationalMean).median),
  );
  return `${Math.min(...medians)} to ${Math.max(...medians)}%`;
}

/** Less is within the errors. */
const VISITORS_TOLD = 0.02;
