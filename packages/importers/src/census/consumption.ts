import { TOPIC_FIELDS } from '@hinterland/catalogue';
import { TOPIC_FLAG } from '@hinterland/territory';
import type { TopicInput } from '../inputs/census.ts';
import { EXPENDITURE_SURVEYS, type SurveyName, spendByDivision } from './expenditure.ts';
import type { TopicRecipe } from './topicSchema.ts';

/** Topic consumption of a territory without figures of its own: a national survey, bent by the incomes of the units. */
export function consumptionFromSurvey(
  recipe: TopicRecipe & { readonly expenditure: { readonly survey: SurveyName } },
  residents: Float64Array,
  income: TopicInput | undefined,
): TopicInput {
  const survey = EXPENDITURE_SURVEYS[recipe.expenditure.survey];
  const incomes = income === undefined ? null : incomeOf(income, residents);
  const columns = spendByDivision({ residents, income: incomes?.values ?? null, survey });
  const how = incomes === null ? 'the same for every resident' : `bent by ${incomes.what} of the unit`;
  const note = `${survey.publication}, per resident (${survey.personsPerHousehold} persons per household), ${how}; the units together spend as much per resident as the survey says. ${recipe.note}`;
  return {
    code: 'consumption',
    entry: {
      note: note.trim(),
      vintage: recipe.vintage || survey.vintage,
      comparability: 'partial',
      missingFields: TOPIC_FIELDS.consumption.map(({ name }) => name).filter((name) => !columns.has(name as 'cp01')),
      distributions: [],
      lists: [],
    },
    columns,
    flags: Uint8Array.from(residents, (count) =>
      Number.isNaN(count) ? TOPIC_FLAG.estimated | TOPIC_FLAG.suppressed : TOPIC_FLAG.estimated,
    ),
  };
}

/** The best measure of income that the territory has: all income per resident, else a median. */
function incomeOf({ columns }: TopicInput, residents: Float64Array): { values: Float64Array; what: string } | null {
  const sums = columns.get('total_personal_income');
  if (sums !== undefined) {
    return { values: sums.map((value, unit) => value / residents[unit]!), what: 'the income per resident' };
  }
  for (const name of ['median_household', 'median_personal'] as const) {
    const values = columns.get(name);
    if (values !== undefined) return { values, what: `the ${name.replace('_', ' ')} income` };
  }
  return null;
}
