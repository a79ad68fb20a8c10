import { textsOf } from '@hinterland/answers/texts';
import { makeWords, type Verdict } from '@hinterland/answers/words';
import { z } from 'zod';
import * as figure from '../output/figure.ts';

/** The verdict as answers of the interface have it. Surfaces for people say the same in the language of the reader. */
export const verdictField = z
  .object({
    outcome: z
      .enum(['yes', 'no', 'not_clear'])
      .describe('The answer to the question of the action, by the rule of docs/methods/verdicts.md'),
    text: z.string().describe('The answer in a sentence, in English'),
    because: z.array(z.string()).describe('The figures of this result that it rests on, in sentences'),
    sure: z.string().describe('How far it holds under other assumptions, or what it could not be tried with'),
  })
  .nullable()
  .describe('The answer to the question that the action is for; null where this result has no figures for it')
  .meta({ id: 'Verdict', ...figure.elsewhere() });

export function inEnglish(verdict: Verdict | null): z.output<typeof verdictField> {
  if (verdict === null) return null;
  const words = makeWords('en', textsOf('en'));
  const { outcome, headline, because, sure } = verdict;
  return { outcome, text: words.title(headline), because: because.map(words.title), sure: words.title(sure) };
}
