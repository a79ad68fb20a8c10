import { translatorOf } from '@hinterland/answers/translate';
import { acceptedLanguage, makeWords, type Texts, type Words as WordsOf } from '@hinterland/answers/words';
import type english from './texts/en.json';

/** The words of answers and of the view. */
export type Words = WordsOf<keyof typeof english>;

/** The document may load nothing: it has the texts of every language. */
const TEXTS = {
  ...import.meta.glob<Texts>('./texts/*.json', { eager: true, import: 'default' }),
  ...import.meta.glob<Texts>('../../../packages/answers/src/words/texts/*.json', { eager: true, import: 'default' }),
};

/** Sentences of the service, which it says in English. */
const SENTENCES = import.meta.glob<Texts>('../../../packages/answers/src/words/service/texts/*.json', {
  eager: true,
  import: 'default',
});
const sentencesIn = (language: string): Texts =>
  Object.entries(SENTENCES).find(([path]) => path.endsWith(`/${language}.json`))?.[1] ?? {};

/** Returns the words of a reader's locale, such as "de-AT". */
export function wordsOf(locale: string | undefined): Words {
  const language = acceptedLanguage(locale);
  const own = Object.entries(TEXTS).filter(([path]) => path.endsWith(`/${language}.json`));
  const texts = Object.assign({}, ...own.map(([, one]) => one));
  if (language === 'en') return makeWords(language, texts);
  return makeWords(language, texts, translatorOf(language, sentencesIn('en'), sentencesIn(language)));
}
