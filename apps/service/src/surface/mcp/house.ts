import { capitalized } from '@hinterland/answers/words';
import type { Schema, ToolDescription } from './tool.ts';

/** Arguments that only agree to a price. */
const OF_PRICES = ['quotedCredits', 'maxCredits'];

/** Asides on prices within sentences that say more. */
const ASIDES =
  / that are charged for|,? at (no (extra|further) cost|its own price)|,? uncharged|,? and nothing is charged| and (cost nothing|not charged)| and charged(?=,)|; (it is|they are) not charged| the organization(?= twice)/g;
/** Sentences and clauses on prices of calls. */
const OF_CALLS =
  /\b(credits?|priced|quote\w*|charged?|charges(?! twice)|costs? (the|nothing|\d)|price of a)\b|^free\b/i;

/** Returns a tool as an organization's own server has it: without the arguments and sentences that are about prices of calls. */
export const withoutPrices = (tool: ToolDescription): ToolDescription => ({
  ...(texts(tool) as ToolDescription),
  inputSchema: texts(withoutArguments(tool.inputSchema)) as Schema,
});

function withoutArguments({ properties = {}, required, ...schema }: Schema): Schema {
  const members = Object.entries(properties as object).filter(([name]) => !OF_PRICES.includes(name));
  const needed = (required as string[] | undefined)?.filter((name) => !OF_PRICES.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(members),
    ...(needed === undefined ? {} : { required: needed }),
  };
}

/** The value with what its descriptions say of prices left out. */
function texts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(texts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === 'description' && typeof member === 'string' ? [name, unpriced(member)] : [name, texts(member)],
    ),
  );
}

/** A text without its sentences on prices, nor what stands of them between semicolons. */
function unpriced(text: string): string {
  const sentences = text
    .replaceAll(ASIDES, '')
    .replace('charges twice', 'counts twice')
    .split(/(?<=\.) /);
  const kept = sentences.flatMap((sentence) => {
    const clauses = sentence.split('; ');
    const left = clauses.filter((clause) => !OF_CALLS.test(clause.replace(/\.$/, '')));
    if (left.length === clauses.length) return sentence;
    return left.length === 0
      ? []
      : capitalized(`${left.join('; ').replace(/\.$/, '')}${sentence.endsWith('.') ? '.' : ''}`);
  });
  return kept.join(' ');
}
