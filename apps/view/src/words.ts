import { acceptedLanguage, makeWords, type Texts, type Words as WordsOf } from '@hinterland/answers/words';
import type english from './texts/en.json';

/** The words of answers and of the view. */
export type Words = WordsOf<keyof typeof english>;

/** The document may load nothing: it has the texts of every language. */
const TEXTS = {
  ...import.meta.glob<Texts>('./texts/*.json', { eager: true, import: 'default' }),
  ...import.meta.glob<Texts>('../../../packages/answers/src/words/texts/*.json', { eager: true, import: 'default' }),
};

/** Returns the words of a reader's locale, such as "de-AT". */
export function wordsOf(locale: string | undefined): Words {
  const language = acceptedLanguage(locale);
  const own = Object.entries(TEXTS).filter(([path]) => path.endsWith(`/${language}.json`));
  return makeWords(language, Object.assign({}, ...own.map(([, texts]) => texts)));
}
