import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** Two credits per topic, twenty for all ten, whatever the territory and its number of bands or areas. */
export const tariff: Tariff = { code: 'people_economy.topic', model: 'per_item', unit: 'topic', unitCredits: 2 };

/** One line for the topics asked for; the catchment that the call computes for itself costs nothing. */
export function priceLine(topics: readonly TopicCode[]): QuoteLine {
  const label = topics.length === TOPIC_CODES.length ? 'All ten topics' : topics.join(', ');
  return quoteLine(tariff, topics.length, label);
}

/** Topics that the territory does not hold are no work, and not charged. */
export const creditsDue = (availableTopics: number): number => availableTopics * tariff.unitCredits;
