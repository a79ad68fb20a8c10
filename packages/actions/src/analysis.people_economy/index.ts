import { said } from '@hinterland/answers/said';
import { TOPIC_CODES } from '@hinterland/catalogue';
import { defineAction } from '../action/defineAction.ts';
import { DEMO_REACH } from '../action/demoPlace.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { subjectOf } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import { run, topicsOf } from './run.ts';
import { input, output } from './schema.ts';

export const analysisPeopleEconomy = defineAction({
  id: 'analysis.people_economy',
  title: 'People & Economy',
  description:
    'Ten topics of census tables (residents, age classes, families, education, origins, employment, income, housing, mobility, consumption) for the bands of a catchment, for areas by code or for a drawn polygon, beside the local government area, the state and the country. Costs 2 credits per topic; call quote for the exact price.',
  method: 'reach',
  tariff: tariffs.topic,
  ...journeyMembers('territory', 'sociodemo'),
  input,
  output,
  // Residents within 10 minutes by car of the demo capital, and their ages.
  example: { ...DEMO_REACH, topics: ['residents', 'age_classes'] },
  priceOf(context, given) {
    const topics = topicsOf(given);
    return {
      quantity: topics.length,
      label:
        topics.length === TOPIC_CODES.length
          ? said('all_topics')
          : said('items', { items: topics.map((word) => ({ word })) }),
      polesInvolved: subjectOf(context, given).poles.length,
    };
  },
  run,
});
