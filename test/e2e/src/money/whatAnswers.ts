import { actions, lackOf, lackOfFamily } from '@hinterland/actions';
import { isObject } from '@hinterland/answers';
import { TOPIC_CODES } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import { around } from '../aroundPlace.ts';

export interface FetchedPlace {
  /** The head of its column. */
  readonly name: string;
  readonly territory: Territory;
}

const ANSWERS = '● answers';
const IN_PART = '◐ in part';
const NOT_OFFERED = '○ not offered';

interface Outcome {
  readonly shown: string;
  /** Each part that is lacking, with what would bring it. */
  readonly lacks: ReadonlySet<string>;
}

/** Sentences of answers that name what is lacking: which part that is, and what would bring it. */
const BROUGHT: readonly (readonly [says: RegExp, brought: string])[] = [
  [/A table that has it, named under census/, 'other topics: a table under `census`'],
  [/in a file that could not be fetched; update fetches it/, 'topics whose file a server did not have: `update`'],
  [/does not say which .* its addresses lie in/, 'areas beside: their boundaries, by `--overture divisions`'],
  [/has no census tables of/, 'figures of areas beside: rows under `benchmarks` of `census`'],
  [/^The map holds only /, 'stores of the country beside: a territory of all of it'],
  [/neither people at their workplaces nor visitors/, 'spend of workers and visitors: figures of it, with `spenders`'],
];

/**
 * The page of what answers on places, from their answers. Throws where an answer lacks something in a sentence of which BROUGHT does not
 * know what would bring it.
 */
export function whatAnswers(places: readonly FetchedPlace[]): string {
  const names = places.map(({ name }) => name);
  const rows = actions.map(({ id }) => {
    const outcomes = places.map(({ territory }) => outcomeOf(territory, id));
    const lacks = [...new Set(outcomes.flatMap((one) => [...one.lacks]))].toSorted();
    return [`\`${id}\``, ...outcomes.map(({ shown }) => shown), lacks.length === 0 ? '' : sentence(lacks.join('; '))];
  });
  const topics = TOPIC_CODES.map((code) => [code, ...places.map(({ territory }) => topicOn(territory, code))]);
  const transit = [...new Set(places.map(({ territory }) => lackOfFamily('transit', territory)))];
  return [
    HEAD,
    tableOf(['question', ...names, 'what would bring the rest'], rows),
    TOPICS_HEAD,
    tableOf(['topic', ...names], topics),
    `## By public transport\n\n${sentence(`○ these places have ${transit.join(', or ')}`)} See [timetables](timetables.md).\n`,
  ].join('\n');
}

const HEAD = `# What answers on a fetched place

Each question on three places that \`hinterland territory get\` made, one of each kind of source: cells of a kilometer (Liechtenstein), cells of
200 m with incomes beside a raster (Monaco and around), areas of a census (Lower Manhattan). A test asks them all and writes this page.

- **${ANSWERS}**: with all that it holds.
- **${IN_PART}**: it says itself what it lacks, and answers all else.
- **${NOT_OFFERED}**: \`get\`, \`territory info\`, lists of tools and the studio name what would bring it, and nothing is charged.

\`census\`, \`benchmarks\`, \`spenders\` and \`realestate\` are words of [the recipe](../../recipes/README.md) that \`get\` writes; \`update\` and
\`--overture\` are of [the command](any-place.md).
`;

const TOPICS_HEAD = `## People and economy by topic

"Modelled": a model put people into cells, or made spend of national accounts ([how wrong](../methods/spend.md#how-wrong)). "Partial": of some
people, or in coarser classes; the note of the topic says which. "By a file": the publisher has it in a file of its own, which the copies that this
test reads from do not hold.
`;

const sentence = (text: string): string =>
  `${text.replace(/^([○ ]*)([a-z])/, (_, before, first) => before + first.toUpperCase())}.`;

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

function topicOn({ sociodemo }: Territory, code: string): string {
  const entry = sociodemo?.entries.find((one) => one.code === code);
  if (entry === undefined || !entry.available) {
    return /could not be fetched/.test(entry?.note ?? '') ? '◐ by a file' : '○ no';
  }
  const { comparability } = entry;
  return comparability === 'full' ? '● yes' : `${comparability === 'modelled' ? '●' : '◐'} ${comparability}`;
}

function outcomeOf(territory: Territory, id: string): Outcome {
  const action = actions.find((one) => one.id === id)!;
  const lack = lackOf(action, territory);
  if (lack !== null) {
    const said = lack.replace(`${territory.manifest.name} has `, '').replace(/ \((.*)\)$/, ': $1');
    return { shown: NOT_OFFERED, lacks: new Set([said]) };
  }
  const given = { ...(around(territory.manifest.center, action.example) as object), ...inWords(territory)[id] };
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const lacks = lackingIn(answerOf(territory, id, input));
  return { shown: lacks.size === 0 ? ANSWERS : IN_PART, lacks };
}

function answerOf(territory: Territory, id: string, input: object): unknown {
  const action = actions.find((one) => one.id === id)!;
  const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
  return (action.run(context, action.input.parse(input)) as { result: unknown }).result;
}

/** What examples name by words is there under other words. */
function inWords(territory: Territory): Readonly<Record<string, object>> {
  const { brands } = territory.players!;
  const { center, continent } = territory.manifest;
  const brand = brands.name.at(0);
  const near = answerOf(territory, 'search.reverse_address', center) as {
    readonly poles: readonly { readonly addresses: readonly { readonly displayLine: string }[] }[];
  };
  const query = near.poles[0]?.addresses[0]?.displayLine ?? '1';
  return {
    'analysis.people_economy': { topics: [...TOPIC_CODES] },
    'analysis.markets_brands': { brands: [brand] },
    'search.brands': { query: brand, sectorCode: undefined },
    'search.addresses': { query, continent, ...center },
    'search.resolve_address': { query, continent },
    'areas.list': { level: territory.areas.level[0] },
  };
}

/** What the parts of an answer that are not available, the sections that it left out and its notes say is lacking. */
function lackingIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const one of value) lackingIn(one, found);
  if (!isObject(value)) return found;
  const { available, reason, note, notes, skipped, ...rest } = value;
  if (available === false) found.add(broughtBy(String(reason ?? note)));
  if (Array.isArray(skipped)) for (const one of skipped) found.add(broughtBy(String(one.reason)));
  for (const text of [note, notes].flat()) {
    const known = BROUGHT.find(([says]) => says.test(String(text)));
    if (known !== undefined) found.add(known[1]);
  }
  // Topics say in their notes which of their fields they lack.
  for (const [name, one] of Object.entries(rest)) if (name !== 'fields') lackingIn(one, found);
  return found;
}

function broughtBy(reason: string): string {
  const known = BROUGHT.find(([says]) => says.test(reason));
  if (known === undefined) throw new Error(`Nothing says what would bring what is lacking here: ${reason}`);
  return known[1];
}
