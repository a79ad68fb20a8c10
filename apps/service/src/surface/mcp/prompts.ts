interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: { readonly name: string; readonly description: string; readonly required: boolean }[];
  text(values: Readonly<Record<string, string>>): string;
}

const PLACE = { name: 'place', description: 'Address or coordinates', required: true };

/** Ways of working that a person may start from a client's menu; without prices on an organization's own server. */
export const promptsOf = (house: boolean): readonly Prompt[] => [
  {
    name: 'plan_analysis',
    title: 'Plan an analysis',
    description: `From a business question to a short list of tool calls${house ? '' : ' with their price'}`,
    arguments: [{ name: 'question', description: 'The decision to be made', required: true }],
    text: ({ question }) => `Plan how to answer this with the tools of Hinterland: ${question}

1. Find the places with search_addresses or areas_list${house ? '' : ' (free)'}, and check with search_reverse_address that they are meant.
2. Choose the fewest tools that answer the question. Prefer one call with several origins or bands to several calls.
${
  house
    ? `3. Show the plan as a table.
4. Run it once the person agrees. Send an idempotencyKey.`
    : `3. Ask actions_quote for the price of each and account_credits for what is left. Show the plan with prices as a table.
4. Run nothing that is charged before the person agrees to its price. Send quotedCredits and an idempotencyKey.`
}
5. Report figures with their unit, band, data version and what the result says of its coverage. Say what was not asked.`,
  },
  {
    name: 'describe_place',
    title: 'Who lives around a place',
    description: 'Residents, age, families, income and spending within reach of one place',
    arguments: [PLACE, { name: 'minutes', description: 'Minutes by car. Default: 10', required: false }],
    text: ({ place, minutes }) => `Describe who lives within ${minutes || '10'} minutes by car of ${place}.

Resolve the place first${house ? '' : ' (free)'}. Then analysis_people_economy with one band and the topics that matter${
      house ? '' : ': quote, show the\nprice, and run once the person agrees'
    }. Compare with the local government area, state and country in the same result.`,
  },
  {
    name: 'compare_sites',
    title: 'Compare sites for a store',
    description: 'Which of several places gains most, and how much it takes from own stores',
    arguments: [
      { name: 'sites', description: 'The places, separated by ";"', required: true },
      { name: 'sector', description: 'What the store sells', required: true },
    ],
    text: ({ sites, sector }) => `Compare these sites for a ${sector} store: ${sites}.

Find the sector's code with markets_sectors and the places with search_resolve_address${house ? '' : ' (free)'}. Rank them with site_rank,
own stores included if the person has any. Give the ranking, its reasons and its sensitivity; a rank that changes with
small changes of the model is no ranking.`,
  },
];

/** Returns the prompt filled in, or a sentence that says why it cannot be. */
export function getPrompt(prompts: readonly Prompt[], name: string, values: Readonly<Record<string, string>>) {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) return 'There is no prompt of that name; prompts/list has all.';
  const missing = prompt.arguments.filter((one) => one.required && (values[one.name] ?? '').trim() === '');
  if (missing.length > 0) {
    const names = missing.map((one) => `${one.name} (${one.description})`).join(', ');
    return `The prompt ${name} needs the argument${missing.length > 1 ? 's' : ''} ${names}.`;
  }
  const content = { type: 'text', text: prompt.text(values) } as const;
  return { description: prompt.description, messages: [{ role: 'user', content } as const] };
}
