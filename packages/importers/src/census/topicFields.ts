import { TOPIC_FIELDS, type TopicCode } from '@hinterland/catalogue';
import { didYouMean } from '../errors/nearestName.ts';

/** Returns the fault of a field's name; null where the topic has the field. */
export function unknownField(code: TopicCode, field: string): string | null {
  const names = TOPIC_FIELDS[code].map(({ name }) => name);
  if (names.includes(field)) return null;
  return `topic ${code} has no field "${field}"${didYouMean(field, names) || '.'} Its fields are ${names.slice(0, 30).join(', ')}${names.length > 30 ? ', …' : ''}.`;
}
