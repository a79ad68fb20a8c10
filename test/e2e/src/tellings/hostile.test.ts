import { makeWords, tablesOf } from '@hinterland/answers';
import { said, spoken } from '@hinterland/answers/said';
import { textsOf, translateOf } from '@hinterland/answers/texts';
import { LANGUAGES } from '@hinterland/answers/words';
import { expect, it } from 'vitest';
import { tablesHtml } from '../../../../apps/service/src/surface/pages/report/tableHtml.ts';
import { WORKED } from './answers.ts';
import { linesOf } from './lines.ts';
import { SURFACES } from './surfaces.ts';
import { sentences } from './untouched.ts';

/** Names that people give and that read like phrases of the service, sentences, titles or days. */
const PHRASES = Object.entries(sentences).flatMap(([key, text]) =>
  key.startsWith('phrase.') && !/\{\{|[<&"]/.test(text) ? [text] : [],
);
/** A sample of the phrases, which all tests together hold in `words/service/said.test.ts`; every seventh. */
const NAMES = [...PHRASES.filter((_, i) => i % 7 === 0), 'Health', 'Made in Italy', 'Dr. Oetker', 'Who? No.', '1. Mai'];

const worked = WORKED.get('analysis.markets_brands')!;

/** The answer where the brand asked about has closed its stores. */
const closed = (brand: string, territory: string) => ({
  ...worked,
  result: {
    ...worked.result,
    verdict: null,
    brands: [{ name: brand, available: false, ...spoken({ reason: said('brand_closed', { brand, territory }) }) }],
  },
});

/** Lines of a surface; of reports their tables, which stand where an answer tells nothing else. */
async function linesOn(surface: 'web' | 'report' | 'view' | 'files', name: string, place: string, language: string) {
  const answer = closed(name, place);
  if (surface !== 'report') return SURFACES[surface]!(answer, language);
  const words = makeWords(language, textsOf(language), translateOf(language));
  return tablesHtml(tablesOf(answer.result, { isForReading: true }), words as never).flatMap(({ text }) =>
    linesOf(text),
  );
}

const GERMAN = 'Alle Geschäfte von Health in people sind geschlossen.';

it('a brand called Health in a place called people is said in the language, with its name', async () => {
  for (const surface of ['report', 'view'] as const) {
    const lines = await linesOn(surface, 'Health', 'people', 'de');
    expect([surface, lines.join('\n')]).toEqual([surface, expect.stringContaining(GERMAN)]);
  }
});

it.each(LANGUAGES)('names that people gave stand unchanged on every surface in %s', async (language) => {
  for (const name of NAMES) {
    for (const surface of ['web', 'report', 'view', 'files'] as const) {
      const lines = await linesOn(surface, name, `${name} 2`, language);
      const sentence = lines.find((line) => line.includes(`${name} 2`)) ?? '';
      const rest = sentence.replace(`${name} 2`, '');
      expect([surface, name, rest.includes(name)]).toEqual([surface, name, true]);
    }
  }
});
